import type { Call } from '../../workspace/call.ts'

const KIND = 'ask'

interface Where {
  readonly thread: string
  readonly turn: string
}

/** Somebody is at work on a question; when it dies without a word, the next reader sees that nobody is. */
export function hold({ store, clock }: Call, where: Where): void {
  store.leases.take(leaseOf(where), KIND, { now: clock.now() })
}

export function letGo({ store }: Call, where: Where): void {
  if (store.state.isOpen) store.leases.give(leaseOf(where))
}

export function isHeld({ store }: Pick<Call, 'store'>, where: Where): boolean {
  const lease = store.leases.find(leaseOf(where))
  return lease !== undefined && !store.leases.isDead(lease)
}

function leaseOf({ thread, turn }: Where): string {
  return `ask:${thread}:${turn}`
}

import type { Call } from '../../workspace/call.ts'

const KIND = 'ask'

export interface TurnRef {
  readonly thread: string
  readonly turn: string
}

/** Somebody is at work on a question; when it dies without a word, the next reader sees that nobody is. */
export function takeTurnLease({ store, clock }: Call, where: TurnRef): void {
  store.leases.take(leaseOf(where), KIND, { now: clock.now() })
}

export function releaseTurnLease({ store }: Call, where: TurnRef): void {
  if (store.state.isOpen) store.leases.release(leaseOf(where))
}

export function hasTurnLease({ store }: Pick<Call, 'store'>, where: TurnRef): boolean {
  const lease = store.leases.find(leaseOf(where))
  return lease !== undefined && !store.leases.isDead(lease)
}

function leaseOf({ thread, turn }: TurnRef): string {
  return `ask:${thread}:${turn}`
}

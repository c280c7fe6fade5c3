import type { Call } from '../../workspace/call.ts'

/** Tells everyone who shows runs to look again. */
export function publishRunEvent({ store, actor, clock }: Pick<Call, 'store' | 'actor' | 'clock'>, id: string): void {
  store.events.publish({ worktree: store.worktree, kind: 'run', id, actor, at: clock.now() })
}

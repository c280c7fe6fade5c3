import type { Store } from '../store/store.ts'

/** The lease under which the one server of a workspace announces itself. */
export const SERVER_LEASE = 'serve'

/** `http://127.0.0.1:4747` when a server runs for this worktree. */
export function serverAddress(store: Store): string | undefined {
  const lease = store.leases.alive(SERVER_LEASE).find(({ detail }) => detail.worktree === store.worktree)
  return lease === undefined ? undefined : String(lease.detail.address)
}

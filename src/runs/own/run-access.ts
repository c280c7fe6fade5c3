import { createHash, timingSafeEqual } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import { claimOf, RUN_LEASE } from './lease.ts'

/** The digest of a token by which a run may call the server of its worktree; it counts as long as the run's lease. */
export interface RunAccess {
  readonly sha256: string
  readonly worktree: string
}

export function accessBy(token: string, { worktree }: Pick<Store, 'worktree'>): RunAccess {
  return { sha256: digest(token).toString('hex'), worktree }
}

/** The id of the living run of this worktree that the token was given to. */
export function findRunByToken(store: Store, token: string): string | undefined {
  const given = digest(token)
  const lease = store.leases.alive(RUN_LEASE).find(each => {
    const { access } = claimOf(each)
    return access?.worktree === store.worktree && timingSafeEqual(given, Buffer.from(access.sha256, 'hex'))
  })
  return lease?.id
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

import { immediateTransaction, withoutSync } from '../../store/database/sqlite.ts'
import type { Lease } from '../../store/locks/leases.ts'
import type { Store } from '../../store/store.ts'
import { admitRuns, positionOf, type QueuedRun } from './admission.ts'
import type { RunAccess } from './run-access.ts'

export const RUN_LEASE = 'run'

/** What the owner of a run tells the others of the repository; it is in the person's home, where no repository writes. */
export type RunClaim = {
  readonly state: 'queued' | 'running'
  readonly since: number
  readonly nested: boolean
  readonly exclusive?: string
  /** Of an agent: no second run may have it. */
  readonly key?: string
  readonly access?: RunAccess
  /** The process that was started, so that it can be ended when its owner cannot do it any more. */
  readonly child?: { readonly pid: number; readonly startTime: string }
}

/** A power cut ends every process that a lease could speak of, so nobody waits until the disk has it. */
export function takeRunLease(store: Store, id: string, { claim, now }: { claim: RunClaim; now: number }): void {
  withoutSync(store.state, () => store.leases.take(id, RUN_LEASE, { detail: { ...claim }, now }))
}

/** Takes a place among the running if it is this run's turn, or has one already. */
export function tryTakeTurn(store: Store, id: string, room: RunSlots): boolean {
  const mine = store.leases.find(id)
  if (mine !== undefined && claimOf(mine).state === 'running' && mine.pid === process.pid) return true
  return withoutSync(store.state, () => immediateTransaction(store.state, () => takeTurn(store, id, room)))
}

interface RunSlots {
  readonly concurrency: number
  readonly now: number
}

/** The same, inside a transaction of the caller. */
export function takeTurn(store: Store, id: string, { concurrency, now }: RunSlots): boolean {
  const mine = store.leases.find(id)
  if (mine === undefined || !admitRuns(candidatesIn(store), concurrency).includes(id)) return false
  takeRunLease(store, id, { claim: { ...claimOf(mine), state: 'running' }, now })
  return true
}

export function queuePosition(store: Store, id: string): number | undefined {
  const position = positionOf(id, candidatesIn(store))
  return position === -1 ? undefined : position
}

export function hasTurn(store: Store, id: string): boolean {
  const lease = store.leases.find(id)
  return lease !== undefined && claimOf(lease).state === 'running'
}

export function processLeftBy(lease: Lease): { pid: number; startTime: string; runId: string } {
  const { child } = claimOf(lease)
  return { pid: child?.pid ?? -1, startTime: child?.startTime ?? '', runId: lease.id }
}

export function claimOf({ detail }: Pick<Lease, 'detail'>): RunClaim {
  return detail as RunClaim
}

function candidatesIn(store: Store): QueuedRun[] {
  return store.leases.alive(RUN_LEASE).map(lease => ({ id: lease.id, ...claimOf(lease) }))
}

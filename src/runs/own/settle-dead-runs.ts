import { isRefused } from '../../operation/errors.ts'
import type { Lease } from '../../store/locks/leases.ts'
import type { Call } from '../../workspace/call.ts'
import { usedByRun } from '../budget/used.ts'
import { isOver, type Run } from '../model.ts'
import { lastLine } from '../output/log-lines.ts'
import { sealLog } from '../output/seal.ts'
import { logFolder } from '../record/record-files.ts'
import { changeRun, findRun, readRunRecord } from '../record/records.ts'
import { answered } from '../record/settle.ts'
import { reap } from '../spawn/terminate.ts'
import { publishRunEvent } from '../watch/announce-run.ts'
import { processLeftBy, RUN_LEASE } from './lease.ts'

type SettleContext = Pick<Call, 'store' | 'workspace' | 'home' | 'clock' | 'actor'>

/**
 * Runs whose owner died without a word: what they left behind is ended, and their records tell so, once. Whoever
 * lists, shows or starts a run looks first; it costs a query when nobody died.
 */
export async function settleDeadRuns(call: SettleContext): Promise<void> {
  await Promise.all(call.store.leases.dead(RUN_LEASE).map(lease => interrupt(call, lease)))
}

async function interrupt(call: SettleContext, lease: Lease): Promise<void> {
  await reap(processLeftBy(lease))
  const lines = await endLog(call, lease.id)
  await call.store.exclusively(() => {
    const now = call.store.leases.find(lease.id)
    if (now === undefined || !call.store.leases.isDead(now)) return
    markInterrupted(call, lease.id, { reason: `Its owner, process ${lease.pid}, exited unexpectedly.`, ...lines })
    call.store.leases.release(lease.id)
  })
}

/** Readers of the log come to an end, and the record knows how long it is. */
async function endLog(call: SettleContext, id: string): Promise<Pick<Run, 'lines'>> {
  const folder = logFolder(call, id)
  await sealLog(folder)
  return { lines: await lastLine(folder) }
}

/**
 * A record that says it is under way, and nobody's: the state of another home, or of one that was lost. Nothing is
 * ended for it: records are files of the repository, and their word is not enough for that.
 */
export async function settleOrphan(call: SettleContext, run: Run): Promise<Run> {
  if (isOver(run) || call.store.leases.find(run.id) !== undefined) return run
  try {
    return await call.store.exclusively(() => {
      if (call.store.leases.find(run.id) === undefined)
        markInterrupted(call, run.id, { reason: 'Nobody owns it any more.' })
      return findRun(call, run.id) ?? run
    })
  } catch (error) {
    // Another home may own it and be at work; here it is only shown.
    if (isRefused(error) && error.code === 'conflict') return run
    throw error
  }
}

function markInterrupted(call: SettleContext, id: string, more: Pick<Run, 'reason' | 'lines'>): void {
  const ended = new Date(call.clock.now()).toISOString()
  try {
    const current = findRun(call, id)
    if (current === undefined || isOver(current)) return
    changeRun(call, id, run => ({
      ...run,
      ...more,
      status: 'interrupted',
      ended_at: ended,
      ...durationOf(run, ended),
      ...(run.agent !== undefined && { agent: { ...answered(run.agent), used: usedByRun(call, id) } }),
    }))
  } catch (error) {
    // A damaged record stays as it is, and is shown as such; the lease goes all the same.
    if (!isRefused(error) || error.code !== 'damaged') throw error
  }
  publishRunEvent(call, id)
}

function durationOf({ started_at }: Run, ended: string): { duration_ms: number } {
  return { duration_ms: Math.max(0, Date.parse(ended) - Date.parse(started_at)) }
}

/** What is under way now, the newest first. It reads the records of live runs and no others. */
export async function liveRuns(call: SettleContext): Promise<Run[]> {
  await settleDeadRuns(call)
  const rows = call.store.leases.alive(RUN_LEASE).map(({ id }) => readRunRecord(call, id))
  return rows.flatMap(row => (row !== undefined && 'run' in row ? [row.run] : [])).reverse()
}

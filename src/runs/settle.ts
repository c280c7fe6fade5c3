import { setTimeout as delay } from 'node:timers/promises'
import { isRefused } from '../operation/errors.ts'
import type { Call } from '../workspace/call.ts'
import { isOver, type Run } from './model.ts'
import { announce } from './news.ts'
import { changeRun, findRun } from './records.ts'

/** How a run ended, as its owner knows it. */
export type Ending = Pick<Run, 'status'> &
  Partial<Pick<Run, 'exit_code' | 'signal' | 'reason' | 'bytes' | 'lines' | 'cut' | 'duration_ms' | 'attachments'>>

const PAUSE_MS = 500
/** A full disk or a busy lock may pass; after this the lease tells the next who looks that nobody owns the run. */
const ATTEMPTS = 60

/** Writes the end of a run, once, and gives its lease back. */
export async function settle(call: Call, run: Run, ending: Ending): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call.store.exclusively(() => write(call, run, ending))
    } catch (error) {
      if (!isRefused(error) || attempt >= ATTEMPTS) throw error
      await delay(PAUSE_MS)
    }
  }
}

function write(call: Call, run: Run, ending: Ending): Run {
  const ended = { ...ending, ended_at: new Date(call.clock.now()).toISOString() }
  const current = findRun(call, run.id)
  const settled =
    current === undefined || isOver(current) ? current : changeRun(call, run.id, now => ({ ...now, ...ended }))
  call.store.leases.give(run.id)
  announce(call, run.id)
  // Somebody removed the record meanwhile: what is known is still what the caller gets.
  return settled ?? { ...run, ...ended }
}

import { setTimeout as delay } from 'node:timers/promises'
import { isRefused } from '../../operation/errors.ts'
import { immediateTransaction, whyNotStored, withoutSync } from '../../store/database/sqlite.ts'
import type { Call } from '../../workspace/call.ts'
import { type AgentPart, type Containment, isOver, type Run, type ToolResult } from '../model.ts'
import { isTransient } from '../own/transient-errors.ts'
import { publishRunEvent } from '../watch/announce-run.ts'
import { changeRun } from './records.ts'
import { noteSetup } from './setup-record.ts'

/** How a run ended, as its owner knows it. */
export type RunEnding = Pick<Run, 'status'> &
  Partial<
    Pick<
      Run,
      | 'exit_code'
      | 'signal'
      | 'reason'
      | 'bytes'
      | 'lines'
      | 'cut'
      | 'duration_ms'
      | 'attachments'
      | 'attachments_dropped'
    >
  > &
  Containment &
  /** When that was; now, where nothing is said. */
  Partial<Pick<Run, 'ended_at'>> & {
    /** Of a tool. */
    readonly result?: ToolResult
    /** What the end of an agent adds to its part. */
    readonly agent?: Partial<AgentPart>
  }

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
/** How long a command waits for that; what lives on waits as long as it takes. */
const PATIENCE_MS = 10_000

/**
 * Writes the end of a run, once, and gives its lease back. A full disk or a busy lock may last; until it has passed
 * the lease says that the run is not settled, and this process has not forgotten it. A command of the command line gives
 * up after a while and answers how the run ended; its record is written by the next process that finds it without owner.
 */
export async function settleRun(call: Call, run: Run, ending: RunEnding): Promise<Run> {
  const began = performance.now()
  const isPatient = !call.traits.endsWithCall || call.operation === 'run.host'
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await call.store.exclusively(() => write(call, run, ending))
    } catch (error) {
      // Closed meanwhile: whoever looks next finds a dead owner.
      if (!call.store.state.isOpen) return { ...run, status: ending.status }
      if (!isTransient(error, call)) throw error
      if (!isPatient && performance.now() - began > PATIENCE_MS) return unsaved(call, run, { ending, error })
      await delay(pause)
    }
  }
}

function unsaved(call: Call, run: Run, { ending, error }: { ending: RunEnding; error: unknown }): Run {
  const why = whyNotStored(error, call.store.folder)
  const reason = `Its end could not be recorded: ${isRefused(why) ? why.message : String(error)}`
  return endedBy({ ...ending, status: 'failed', reason })(run)
}

function write(call: Call, run: Run, ending: RunEnding): Run {
  const end = endedBy({ ended_at: new Date(call.clock.now()).toISOString(), ...ending })
  const settled = endOf(call, run.id, end)
  if (settled !== undefined) noteSetup(call, settled)
  // The record is on disk; a lease that comes back after a power cut is that of a dead owner, and is given back then.
  withoutSync(call.store.state, () =>
    immediateTransaction(call.store.state, () => {
      call.store.leases.release(run.id)
      publishRunEvent(call, run.id)
    }),
  )
  // Somebody removed or damaged the record meanwhile: what is known is still what the caller gets.
  return settled ?? end(run)
}

/** The record of a run that ended so. */
export function endedBy({ result, agent, ended_at, ...told }: RunEnding): (now: Run) => Run {
  return now => ({
    ...now,
    ...told,
    ...(ended_at !== undefined && { ended_at }),
    ...(now.tool !== undefined && result !== undefined && { tool: { ...now.tool, result } }),
    ...(now.agent !== undefined && { agent: { ...answered(now.agent), ...agent } }),
  })
}

/** Whoever has ended asks nothing any more. */
export function answered({ pending: _, ...agent }: AgentPart): AgentPart {
  return agent
}

function endOf(call: Call, id: string, end: (run: Run) => Run): Run | undefined {
  try {
    return changeRun(call, id, current => (isOver(current) ? current : end(current)))
  } catch (error) {
    // Time does not mend it, and it is not ours to replace: it stays as it is and is told to whoever reads it.
    if (isRefused(error) && error.code === 'damaged') return undefined
    throw error
  }
}

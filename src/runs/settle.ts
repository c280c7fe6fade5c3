import { setTimeout as delay } from 'node:timers/promises'
import { isRefused } from '../operation/errors.ts'
import { immediately, unhurried } from '../store/sqlite.ts'
import type { Call } from '../workspace/call.ts'
import { type AgentPart, type Containment, isOver, type Run, type ToolResult } from './model.ts'
import { announce } from './news.ts'
import { changeRun } from './records.ts'
import { noteSetup } from './setup-record.ts'
import { mayPass } from './trouble.ts'

/** How a run ended, as its owner knows it. */
export type Ending = Pick<Run, 'status'> &
  Partial<Pick<Run, 'exit_code' | 'signal' | 'reason' | 'bytes' | 'lines' | 'cut' | 'duration_ms' | 'attachments'>> &
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

/**
 * Writes the end of a run, once, and gives its lease back. A full disk or a busy lock may last; until it has passed
 * the lease says that the run is not settled, and this process has not forgotten it.
 */
export async function settle(call: Call, run: Run, ending: Ending): Promise<Run> {
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await call.store.exclusively(() => write(call, run, ending))
    } catch (error) {
      // Closed meanwhile: whoever looks next finds a dead owner.
      if (!call.store.state.isOpen) return { ...run, status: ending.status }
      if (!mayPass(error, call)) throw error
      await delay(pause)
    }
  }
}

function write(call: Call, run: Run, ending: Ending): Run {
  const end = endedBy({ ended_at: new Date(call.clock.now()).toISOString(), ...ending })
  const settled = endOf(call, run.id, end)
  if (settled !== undefined) noteSetup(call, settled)
  // The record is on disk; a lease that comes back after a power cut is that of a dead owner, and is given back then.
  unhurried(call.store.state, () =>
    immediately(call.store.state, () => {
      call.store.leases.give(run.id)
      announce(call, run.id)
    }),
  )
  // Somebody removed or damaged the record meanwhile: what is known is still what the caller gets.
  return settled ?? end(run)
}

/** The record of a run that ended so. */
export function endedBy({ result, agent, ended_at, ...told }: Ending): (now: Run) => Run {
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

import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../../workspace/call.ts'
import type { Containment, Run } from '../model.ts'
import type { RunOutput } from '../output/record-output.ts'
import { endingOfTool } from '../protocol/ending.ts'
import { discardStagedChange, stageChange } from './records.ts'
import { endedBy, type RunEnding } from './settle.ts'

/** Whoever goes on longer than that after its result has not ended with it. */
const SOON_MS = 50

export interface PrewrittenRecord {
  /** What was foreseen, where it came so; else the ending as it is. */
  confirm(ending: RunEnding): Promise<RunEnding>
}

interface ObservedRun {
  readonly output: RunOutput
  readonly began: number
  readonly containment: Containment
}

/**
 * A tool that has said its result mostly ends at once and well. What its record will say then is put on the disk while
 * the process is still on its way out; the record itself stays as it is until the end is certain.
 */
export function prewriteRecord(call: Call, run: Run, seen: ObservedRun): PrewrittenRecord {
  const { output } = seen
  let foreseen: RunEnding | undefined
  let staging = Promise.resolve()
  void output.answered.then(() => {
    foreseen = endingOfTool(endedNow(seen), { result: output.result, lastLines: [], plan: run })
    foreseen = { ...foreseen, ended_at: new Date(call.clock.now()).toISOString() }
    // When it fails there is nothing ready, and the end is written as any other.
    staging = stageChange(call, run.id, endedBy(foreseen)).catch(() => undefined)
  })
  return {
    async confirm(ending) {
      await staging
      if (foreseen !== undefined && isSame(foreseen, ending)) return foreseen
      discardStagedChange(call, run.id)
      return ending
    },
  }
}

function endedNow({ output, began, containment }: ObservedRun): RunEnding {
  const duration_ms = Math.round(performance.now() - began)
  return { status: 'succeeded', exit_code: 0, duration_ms, ...containment, ...output.soFar }
}

function isSame({ ended_at: _, ...foreseen }: RunEnding, ending: RunEnding): boolean {
  const [before, after] = [foreseen.duration_ms ?? 0, ending.duration_ms ?? 0]
  return after - before <= SOON_MS && isDeepStrictEqual({ ...foreseen, duration_ms: after }, ending)
}

import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../workspace/call.ts'
import type { Containment, Run } from './model.ts'
import { endingOfTool } from './protocol/ending.ts'
import type { Output } from './record-output.ts'
import { stageChange, unstage } from './records.ts'
import { type Ending, endedBy } from './settle.ts'

/** Whoever goes on longer than that after its result has not ended with it. */
const SOON_MS = 50

export interface Foresight {
  /** What was foreseen, where it came so; else the ending as it is. */
  confirm(ending: Ending): Promise<Ending>
}

interface Seen {
  readonly output: Output
  readonly began: number
  readonly containment: Containment
}

/**
 * A tool that has said its result mostly ends at once and well. What its record will say then is put on the disk while
 * the process is still on its way out; the record itself stays as it is until the end is certain.
 */
export function foresee(call: Call, run: Run, seen: Seen): Foresight {
  const { output } = seen
  let foreseen: Ending | undefined
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
      unstage(call, run.id)
      return ending
    },
  }
}

function endedNow({ output, began, containment }: Seen): Ending {
  const duration_ms = Math.round(performance.now() - began)
  return { status: 'succeeded', exit_code: 0, duration_ms, ...containment, ...output.soFar }
}

function isSame({ ended_at: _, ...foreseen }: Ending, ending: Ending): boolean {
  const [before, after] = [foreseen.duration_ms ?? 0, ending.duration_ms ?? 0]
  return after - before <= SOON_MS && isDeepStrictEqual({ ...foreseen, duration_ms: after }, ending)
}

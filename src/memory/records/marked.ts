import type { Call } from '../../workspace/call.ts'
import type { ObservationView } from '../model.ts'
import { memoryIn } from '../open.ts'
import type { Observation, ValidityMark } from '../port.ts'
import type { DetailLevel } from '../text/budget.ts'
import { isoTime, viewObservation } from '../view-record.ts'
import { type CheckedFile, checkFiles } from './cited-files.ts'

/** A record with what a reader has to know before relying on it: replaced, out of date, or about files that changed. */
export async function viewMarked(call: Call, observation: Observation, level?: DetailLevel): Promise<ObservationView> {
  const [view] = await viewAllMarked(call, [observation], level)
  return view ?? viewObservation(observation, level)
}

export async function viewAllMarked(
  call: Call,
  observations: readonly Observation[],
  level?: DetailLevel,
): Promise<ObservationView[]> {
  const marks = await memoryIn(call).marks(observations)
  const views: ObservationView[] = []
  for (const observation of observations) {
    const files = await checkFiles(call, observation)
    const said = sayMarks(observation, marks.get(observation.id) ?? [], files ?? [])
    views.push({
      ...viewObservation(observation, level),
      ...(files !== undefined && { files }),
      ...(said.length > 0 && { marks: said }),
    })
  }
  return views
}

function sayMarks(observation: Observation, marks: readonly ValidityMark[], files: readonly CheckedFile[]): string[] {
  return [
    ...marks.map(mark => sayMark(observation, mark)),
    ...files.flatMap(({ path, state }) => {
      if (state === 'unchanged') return []
      return [state === 'changed' ? `check: ${path} has changed` : `check: ${path} is missing`]
    }),
  ]
}

function sayMark({ valid_from, valid_until }: Observation, mark: ValidityMark): string {
  if (mark === 'not valid yet') return `not valid before ${day(valid_from)}`
  return mark === 'no longer valid' ? `no longer valid since ${day(valid_until)}` : mark
}

/** Whole days without their time. */
function day(at: number | undefined): string {
  return at === undefined
    ? ''
    : isoTime(at)
        .replace(/T00:00:00\.000Z$/, '')
        .replace(/:\d\d\.\d{3}Z$/, 'Z')
}

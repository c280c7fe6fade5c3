import { isDeepStrictEqual } from 'node:util'
import { Change } from '../../changes/model.ts'
import { printChange } from '../../changes/record/change-files.ts'
import { isRefused } from '../../operation/errors.ts'
import { openJson } from '../../store/documents/json/json.ts'
import { mergeSides } from '../../store/documents/merge-sides.ts'

/** A record in which a merge stopped: the side whose stages got further, with the decisions of both. */
export function mergedChange(damaged: Buffer, target: string): Buffer | undefined {
  const whole = sidesOf(damaged, target)
  const [further] = [...whole].sort((one, other) => reached(other.change) - reached(one.change) || byTime(one, other))
  if (further === undefined || whole.length < 2) return undefined
  const adrs = [...new Set(whole.flatMap(({ change }) => change.adrs))].sort()
  const { context_check, ...rest } = further.change
  const isAgreed = whole.every(side => isDeepStrictEqual(side.change.context_check, context_check))
  const change = {
    ...rest,
    // What one branch saw is not what is there now.
    ...(isAgreed && context_check !== undefined && { context_check }),
    adrs,
    current_stage: stageOf(further.change),
  }
  return Buffer.from(printChange(change, Buffer.from(further.text), target))
}

/** The change as one branch of a merge has it. */
export interface ChangeSide {
  /** Its place among the sides of every text in which the merge stopped. */
  readonly index: number
  readonly text: string
  readonly change: Change
}

export function sidesOf(damaged: Buffer, target: string): ChangeSide[] {
  return (mergeSides(damaged.toString('utf8')) ?? []).flatMap((text, index) => {
    const change = changeIn(Buffer.from(text), target)
    return change === undefined ? [] : [{ index, text, change }]
  })
}

/** The record, where the bytes hold a whole one. */
export function changeIn(bytes: Buffer, target: string): Change | undefined {
  try {
    return Change.safeParse(openJson(bytes, target).data()).data
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

function reached({ stages }: Change): number {
  return stages.filter(({ status }) => status === 'completed').length
}

function byTime(one: { change: Change }, other: { change: Change }): number {
  return one.change.updated_at < other.change.updated_at ? 1 : -1
}

/** Git merges the list of stages and the current one apart from each other, so they need not agree. */
function stageOf({ stages, current_stage }: Change): string {
  return stages.find(({ status }) => status === 'in_progress')?.name ?? current_stage
}

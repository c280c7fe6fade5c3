import type { Output } from '../../api/call.ts'
import { changeStageWord, isOpenStatus } from '../change-labels.ts'
import type { ChangeRow } from '../change-types.ts'

export interface ChangeColumn {
  readonly key: string
  readonly title: string
  readonly changes: readonly ChangeRow[]
  /** How many there are, those that are not loaded too. */
  readonly total: number
}

type Total = Output<'change.list'>['totals'][number]

/** The changes that are loaded, and how many there are. */
interface LoadedChanges {
  readonly changes: readonly ChangeRow[]
  readonly totals: readonly Total[]
}

const OPENING: readonly string[] = ['describe', 'propose', 'scope']
const STAGES: readonly string[] = ['context-check', 'spec', 'clarify', 'design', 'tasks', 'verify']
const FINISHED = 'finished'
const ORDER: readonly ChangeRow['status'][] = ['active', 'paused', 'completed', 'cancelled', 'archived']

/** The board by flow: one column for each type, also for those that have no change yet. */
export function byType({ changes, totals }: LoadedChanges, types: readonly string[]): ChangeColumn[] {
  const all = new Set([...types, ...totals.map(({ type }) => type), ...changes.map(({ type }) => type)])
  return [...all].map(type =>
    column(type, changeStageWord(type), {
      changes: changes.filter(change => change.type === type),
      totals: totals.filter(total => total.type === type),
    }),
  )
}

/** The board by stage: where open work stands now, and what is finished. */
export function byStage({ changes, totals }: LoadedChanges): ChangeColumn[] {
  const open = changes.filter(isOpenStatus)
  const counted = totals.filter(total => total.open)
  const own = [...new Set([...open.map(({ current_stage }) => current_stage), ...counted.map(({ stage }) => stage)])]
  const added = own.filter(stage => !OPENING.includes(stage) && !STAGES.includes(stage))
  const at = (stages: readonly string[]): LoadedChanges => ({
    changes: open.filter(({ current_stage }) => stages.includes(current_stage)),
    totals: counted.filter(({ stage }) => stages.includes(stage)),
  })
  const middle = [...STAGES.slice(0, -1), ...added, ...STAGES.slice(-1)]
  return [
    column('opening', 'Opening', at(OPENING)),
    ...middle.map(stage => column(stage, changeStageWord(stage), at([stage]))),
    column(FINISHED, 'Finished', {
      changes: changes.filter(change => !isOpenStatus(change)),
      totals: totals.filter(total => !total.open),
    }),
  ]
}

function column(key: string, title: string, { changes, totals }: LoadedChanges): ChangeColumn {
  const total = totals.reduce((sum, { count }) => sum + count, 0)
  return { key, title, changes: [...changes].sort(openFirst), total }
}

/** What is worked on stands above what is not; the rest keeps the order of the list, newest first. */
function openFirst(one: ChangeRow, other: ChangeRow): number {
  return rank(one) - rank(other)
}

function rank({ status }: ChangeRow): number {
  return Math.min(ORDER.indexOf(status), 2)
}

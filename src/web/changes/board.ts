import { isOpen, stageWord } from './look.ts'
import type { ChangeRow } from './types.ts'

export interface Column {
  readonly key: string
  readonly title: string
  readonly changes: readonly ChangeRow[]
}

const OPENING: readonly string[] = ['describe', 'propose', 'scope']
const STAGES: readonly string[] = ['context-check', 'spec', 'clarify', 'design', 'tasks', 'verify']
const FINISHED = 'finished'
const ORDER: readonly ChangeRow['status'][] = ['active', 'paused', 'completed', 'cancelled', 'archived']

/** The board by flow: one column for each type, also for those that have no change yet. */
export function byType(changes: readonly ChangeRow[], types: readonly string[]): Column[] {
  const all = new Set([...types, ...changes.map(({ type }) => type)])
  return [...all].map(type =>
    column(
      type,
      stageWord(type),
      changes.filter(change => change.type === type),
    ),
  )
}

/** The board by stage: where open work stands now, and what is finished. */
export function byStage(changes: readonly ChangeRow[]): Column[] {
  const open = changes.filter(isOpen)
  const own = [...new Set(open.map(({ current_stage }) => current_stage))]
  const added = own.filter(stage => !OPENING.includes(stage) && !STAGES.includes(stage))
  const at = (stages: readonly string[]) => open.filter(({ current_stage }) => stages.includes(current_stage))
  const middle = [...STAGES.slice(0, -1), ...added, ...STAGES.slice(-1)]
  return [
    column('opening', 'Opening', at(OPENING)),
    ...middle.map(stage => column(stage, stageWord(stage), at([stage]))),
    column(
      FINISHED,
      'Finished',
      changes.filter(change => !isOpen(change)),
    ),
  ]
}

function column(key: string, title: string, changes: readonly ChangeRow[]): Column {
  return { key, title, changes: [...changes].sort(openFirst) }
}

/** What is worked on stands above what is not; the rest keeps the order of the list, newest first. */
function openFirst(one: ChangeRow, other: ChangeRow): number {
  return rank(one) - rank(other)
}

function rank({ status }: ChangeRow): number {
  return Math.min(ORDER.indexOf(status), 2)
}

import type { LogEntry } from '../../store/journal/log.ts'
import type { JournalStep } from '../../store/journal/steps.ts'
import type { Store } from '../../store/store.ts'
import type { LogEntryView } from './model.ts'

export function viewEntry(store: Store, entry: LogEntry): LogEntryView {
  const { steps, actor, at, ...rest } = entry
  const { kind, id, door } = actor
  return {
    ...rest,
    actor: { kind, id, door },
    at: new Date(at).toISOString(),
    files: steps.map(viewStep),
    undoable: entry.undone_by === undefined && store.whyNotUndoable(entry).length === 0,
  }
}

function viewStep(step: JournalStep): LogEntryView['files'][number] {
  if (step.kind === 'rename') return { path: step.path, change: 'moved', to: step.target }
  if (step.kind === 'remove') return { path: step.path, change: 'removed' }
  return { path: step.path, change: step.before === null ? 'created' : 'changed' }
}

export function renderEntry({ id, operation, summary, actor, at, files, undone_by }: LogEntryView): string {
  const what = summary === undefined ? operation : `${operation}: ${summary}`
  const state = undone_by === undefined ? '' : ' (undone)'
  return [
    `${at.slice(0, 19).replace('T', ' ')}  **${what}**${state}`,
    `  ${id} by ${actor.id} through ${actor.door}`,
    ...files.map(({ path, change, to }) => `  ${change} ${path}${to === undefined ? '' : ` to ${to}`}`),
  ].join('\n')
}

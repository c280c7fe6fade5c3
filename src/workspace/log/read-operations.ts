import { unifiedDiff } from '../../shared/diff.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { JournalStep } from '../../store/journal/steps.ts'
import type { Store } from '../../store/store.ts'
import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { renderEntry, viewEntry } from './view-operation.ts'

export const log = implement(() => contracts.log, {
  async run({ store }, { limit, cursor }) {
    await store.settled()
    const rows = store.log({ limit: limit + 1, ...(cursor !== undefined && { before: cursor }) })
    const entries = rows.slice(0, limit).map(entry => viewEntry(store, entry))
    const last = rows.length > limit ? entries.at(-1)?.id : undefined
    return { entries, ...(last !== undefined && { next: last }) }
  },
  render: ({ entries, next }) =>
    entries.length === 0
      ? 'Nothing has been done here through Furrow yet.'
      : [
          ...entries.map(renderEntry),
          ...(next === undefined ? [] : [`More: ${shell`furrow log --cursor ${next}`}`]),
        ].join('\n\n'),
})

export const show = implement(() => contracts.show, {
  async run({ store }, { id }) {
    await store.settled()
    const entry = store.entry(id)
    const diff = entry.steps.map(step => diffOf(store, step)).filter(text => text !== '')
    const reasons = store
      .whyNotUndoable(entry)
      .map(({ code, message, fix }) => ({ code, message, ...(fix !== undefined && { fix }) }))
    return { ...viewEntry(store, entry), diff: diff.join('\n'), reasons }
  },
  render: entry => [renderEntry(entry), ...(entry.diff === '' ? [] : ['```diff', entry.diff, '```'])].join('\n'),
})

function diffOf(store: Store, step: JournalStep): string {
  if (step.kind === 'rename') return `rename ${step.path}\n    to ${step.target}`
  const text = (revision: string | null) => (revision === null ? '' : (store.image(revision)?.toString('utf8') ?? ''))
  return unifiedDiff(text(step.before), step.kind === 'write' ? text(step.after) : '', step.path)
}

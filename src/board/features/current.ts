import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'

/** The feature that this worktree is about, as somebody said; it is nobody's but this machine's. */
export function currentFeature({ store }: Pick<Call, 'store'>): string | undefined {
  const row = store.state.prepare('SELECT value FROM facts WHERE name = ?').get(keyOf(store.worktree))
  return (row as { value: string } | undefined)?.value
}

/** What names no feature means the current one. */
export function requireCurrent(call: Pick<Call, 'store'>): string {
  const current = currentFeature(call)
  if (current !== undefined) return current
  throw refuse('usage', 'No feature is named, and none is the current one.', {
    target: 'feature',
    fix: shell`furrow feature list`,
  })
}

export function setCurrent({ store }: Pick<Call, 'store'>, id: string): void {
  store.state
    .prepare('INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(keyOf(store.worktree), id)
}

function keyOf(worktree: string): string {
  return `current-feature:${worktree}`
}

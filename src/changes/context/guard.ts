import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Change } from '../model.ts'

/** The context check's stage takes content only for what was really looked at, as it is now. */
export function whyNotChecked(change: Change, now: Readonly<Record<string, string>>): Reason[] {
  const check = change.context_check
  if (check === undefined) return [again(change, 'has not been checked against what exists already')]
  if (check.description !== change.description) return [again(change, 'was checked with another description')]
  const changed = Object.keys(check.artifacts).filter(path => now[path] !== check.artifacts[path])
  return changed.length > 0 ? [again(change, `was checked before ${changed.join(', ')} changed`, changed)] : []
}

/** Every conflict that the check found is answered by its name. */
export function whyNotAnswered(change: Change, content: string): Reason[] {
  const unnamed = (change.context_check?.conflicts ?? []).filter(shared => !content.includes(shared))
  return unnamed.map(shared => ({
    code: 'conflict_unanswered',
    ids: [change.id, shared],
    message: `${shared} is also in other open work, and the content does not say what comes of it.`,
    fix: shell`furrow context-check`,
  }))
}

function again({ id }: Change, what: string, ids: readonly string[] = []): Reason {
  return { code: 'context_unchecked', ids: [id, ...ids], message: `${id} ${what}.`, fix: shell`furrow context-check` }
}

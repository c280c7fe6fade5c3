import { refuse } from '../../operation/errors.ts'
import { whyNotId, whyNotRepoPath } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { Cause } from './model.ts'
import type { CauseKind, Lead } from './walk.ts'

const BECAUSE = 'you asked for it'
const STAMPED = /^(?:[\w@:.-]+\/)?\d{8}-\d{6}-[0-9a-z]{3}$/

/** What somebody asks about: a card, a run, a change, a decision or a place in a file. */
export function parseReference(what: string, isChange: (id: string) => boolean): Lead {
  const [, kind = '', rest = ''] = /^([a-z]+):(.+)$/.exec(what) ?? []
  if (isKind(kind) && rest !== '' && !/^\d+$/.test(rest)) return lead(kind, rest)
  if (/^ADR-\d+$/.test(what)) return lead('decision', what)
  if (/^(?:FR|NFR|BR)-\d+$/.test(what)) return lead('requirement', what)
  if (/^[\w-]+\/T\d+$/.test(what)) return lead('task', what)
  if (STAMPED.test(what)) return lead('interaction', what)
  if (whyNotId(what) === undefined && isChange(what)) return lead('change', what)
  const reason = whyNotRepoPath(what.replace(/:\d+$/, ''))
  if (reason === undefined) return lead('line', what)
  throw refuse('usage', `${what} ${reason}.`, { target: 'what', fix: shell`furrow why --help` })
}

export function isKind(word: string): word is CauseKind {
  return (Cause.shape.kind.options as readonly string[]).includes(word)
}

function lead(kind: CauseKind, id: string): Lead {
  return { kind, id, because: BECAUSE }
}

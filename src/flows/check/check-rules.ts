import type { Change } from '../../changes/model.ts'
import { shell } from '../../shared/shell/shell.ts'
import { changesNamedIn } from '../../workspace/commits/change-trailer.ts'
import type { CheckFinding } from './model.ts'

type CheckLevel = CheckFinding['level'] | 'off'

/** What the config makes of code without a change, and of a change without proof. */
export interface CheckPolicy {
  readonly edit: CheckLevel
  readonly proof: CheckLevel
  /** Something could prove a change: gates, or commands that a person accepted. */
  readonly gates: boolean
}

export interface CheckedCommit {
  readonly hash: string
  readonly subject: string
  readonly message: string
  readonly files: readonly string[]
}

/** The texts of the pipelines belong to no change of code. */
const OWN = /^(?:sdd|\.sow|\.sdlc)\//

export function codeAmong(files: readonly string[]): string[] {
  return files.filter(file => !OWN.test(file))
}

export function judgeActive(active: readonly { change: Change; folder: string }[]): CheckFinding[] {
  const [first, second] = active
  if (first === undefined || second === undefined) return []
  const message = `${first.change.id} and ${second.change.id} are both active; one change is worked on at a time.`
  const fix = shell`furrow change switch ${first.change.id}`
  return [{ kind: 'two_active_changes', level: 'block', message, path: `${second.folder}/change.json`, line: 1, fix }]
}

/** Edits that are not committed yet. */
export function judgeEdits(files: readonly string[], { edit }: CheckPolicy, hasActive: boolean): CheckFinding[] {
  const [first, ...more] = codeAmong(files)
  if (first === undefined || hasActive || edit === 'off') return []
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  const message = `${first}${others} changed, and no change is active.`
  return [
    { kind: 'edited_without_change', level: edit, message, path: first, line: 1, fix: shell`furrow start --help` },
  ]
}

/** A commit of code names its change, and one that exists. */
export function judgeCommit(
  { hash, subject, message, files }: CheckedCommit,
  { edit }: CheckPolicy,
  known: ReadonlySet<string>,
) {
  const named = changesNamedIn(message)
  const [path = '.'] = codeAmong(files)
  const where = { path, line: 1, commit: hash }
  const unknown = named.filter(id => !known.has(id))
  const findings: CheckFinding[] = unknown.map(id => ({
    kind: 'unknown_change',
    level: 'block',
    message: `${hash.slice(0, 10)} (${subject}) names the change ${id}, which is not here.`,
    fix: shell`furrow change list --history`,
    ...where,
  }))
  if (named.length > 0 || path === '.' || edit === 'off') return findings
  const text = `${hash.slice(0, 10)} (${subject}) changes code and names no change.`
  return [
    ...findings,
    {
      kind: 'commit_without_change' as const,
      level: edit,
      message: text,
      fix: shell`furrow init --git-hooks`,
      ...where,
    },
  ]
}

/** Where something could prove a change, work is not done without that proof. */
export function judgeProof(
  { change, folder }: { change: Change; folder: string },
  policy: CheckPolicy,
): CheckFinding[] {
  const { id, status, proof, current_stage: stage, accepted_commands: accepted = [] } = change
  if (policy.proof === 'off' || (!policy.gates && accepted.length === 0) || status === 'cancelled') return []
  if (proof !== undefined && proof.kind !== 'none') return []
  const state = status === 'completed' || status === 'archived' ? `is ${status}` : `is at the stage ${stage}`
  const message = `${id} ${state} and has no proof.`
  const fix = status === 'archived' ? shell`furrow change status ${id}` : shell`furrow change reopen ${id} verify`
  const open = status === 'active' || status === 'paused'
  return [
    {
      kind: 'unproven_change',
      level: policy.proof,
      message,
      path: `${folder}/change.json`,
      line: 1,
      fix: open ? shell`furrow change status ${id}` : fix,
    },
  ]
}

import { type ChangeFiles, readChangeFolder } from '../../changes/record/change-files.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { refuse } from '../../operation/errors.ts'
import { printSarif } from '../../operation/sarif.ts'
import { readGates } from '../../runs/gates/read-gates.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { changesNamedIn } from '../../workspace/commits/change-trailer.ts'
import { readConfig } from '../../workspace/config/read-config.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { type CheckPolicy, judgeActive, judgeCommit, judgeEdits, judgeProof } from './check-rules.ts'
import * as contracts from './contracts.ts'
import { commitsSince, editedFiles, stagedFiles } from './git.ts'
import type { CheckFinding } from './model.ts'

export const run = implement(() => contracts.run, {
  async run(call, { staged, since, format }) {
    await call.store.settled()
    if (staged && since !== undefined)
      return refuse('usage', 'staged and since look at different things; give one.', {
        target: 'since',
        fix: shell`furrow check --help`,
      })
    const findings = since === undefined ? await lookAtEdits(call, staged) : await lookAtCommits(call, since)
    const blocking = findings.filter(({ level }) => level === 'block').length
    const looked_at = since === undefined ? (staged ? 'what is staged' : 'all edits') : `commits since ${since}`
    return { findings, blocking, looked_at, format, version: call.manifest.version }
  },
  render: renderCheck,
})

/** Before a commit: the files, and the change they belong to. */
async function lookAtEdits(call: Call, staged: boolean): Promise<CheckFinding[]> {
  const { kept, damaged } = readChangeFolder(filesOf(call))
  const active = kept.filter(({ change }) => change.status === 'active')
  const files = staged ? await stagedFiles(call) : await editedFiles(call)
  const known = active.length > 0 || damaged.length > 0
  return [...damaged.map(damagedFinding), ...judgeActive(active), ...judgeEdits(files, policyOf(call), known)]
}

/** Before a merge: what each commit says, and whether the changes they name are proven. */
async function lookAtCommits(call: Call, since: string): Promise<CheckFinding[]> {
  const { kept, damaged } = readChangeFolder(filesOf(call), { history: true })
  const policy = policyOf(call)
  const commits = await commitsSince(call, since)
  const ids = new Set([...kept.map(({ change }) => change.id), ...damaged.map(({ id }) => id)])
  const named = new Set(commits.flatMap(({ message }) => changesNamedIn(message)))
  return [
    ...damaged.map(damagedFinding),
    ...judgeActive(kept.filter(({ change }) => change.status === 'active')),
    ...commits.flatMap(commit => judgeCommit(commit, policy, ids)),
    ...kept.filter(isNamed(named)).flatMap(each => judgeProof(each, policy)),
  ]
}

function isNamed(named: ReadonlySet<string>): (kept: ChangeFiles) => boolean {
  return ({ change }) => named.has(change.id)
}

function policyOf(call: Call): CheckPolicy {
  const config = readConfig(call)
  const edit = config.get('hooks.edit').value
  return {
    edit: edit === 'block' ? 'block' : edit === 'off' ? 'off' : 'advise',
    proof: config.get('hooks.stop').value === 'off' ? 'off' : 'block',
    gates: readGates(call).gates.length > 0,
  }
}

function damagedFinding({ path, message, fix }: { path: string; message: string; fix: ShellText }): CheckFinding {
  const line = Number(/:(\d+) /.exec(message)?.[1] ?? 1)
  return { kind: 'damaged_change', level: 'block', message, path, line, fix }
}

function renderCheck({ findings, blocking, looked_at, format, version }: OutputOf<typeof contracts.run>): string {
  if (format === 'json') return JSON.stringify({ findings, blocking, looked_at }, null, 2)
  if (format === 'sarif') return printSarif(findings, { version })
  if (findings.length === 0) return `Nothing to object to in ${looked_at}.`
  return [
    ...findings.map(
      ({ level, message, fix }) =>
        `- ${level === 'block' ? '**blocks**' : 'advises'}: ${message}${fix === undefined ? '' : ` \`${fix}\``}`,
    ),
    '',
    `${findings.length} found in ${looked_at}, ${blocking} of them blocking.`,
  ].join('\n')
}

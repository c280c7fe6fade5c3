import fs from 'node:fs'
import { refuse } from '../../operation/errors.ts'
import type { Run } from '../../runs/model.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type GitOptions, runGit } from '../../store/git/git-run.ts'
import { commitAt } from '../../store/git/git-write.ts'
import type { Call, EnvironmentContext } from '../../workspace/call.ts'
import { agentWorktree, ensureOwnGitDir } from './git-dir.ts'
import { RESULTS } from './place.ts'
import { type SnapshotRequest, snapshot, type WorktreeSnapshot } from './snapshot.ts'

/** What a write run has made so far, as a commit on top of its snapshot. */
export interface Result extends WorktreeSnapshot {
  readonly base: string
}

/** Of the worktree as it is now, or, when that is gone, as the run left it. */
export async function resultOf(call: Call, run: Run, { keep = false } = {}): Promise<Result> {
  const { worktree, snapshot: base } = run.agent ?? {}
  const ref = `${RESULTS}/${run.id}`
  if (base === undefined) throw nothingWritten(run)
  if (worktree !== undefined && fs.existsSync(worktree))
    return { ...(await snapshot(request(call, worktree, { run, base, keep, ref }), { env: call.env })), base }
  const commit = await commitAt(call.workspace.root, ref, { env: call.env })
  if (commit === undefined) throw nothingWritten(run)
  return { commit, tree: await gitTreeOf(call, commit), base, leftOut: run.agent?.left_out ?? [] }
}

interface ResultCapture {
  readonly run: Run
  readonly base: string
  readonly keep: boolean
  readonly ref: string
}

function request(call: Call, worktree: string, { run, base, keep, ref }: ResultCapture): SnapshotRequest {
  const place = agentWorktree(call, worktree)
  ensureOwnGitDir(place, base)
  const { root, own } = place
  return { root, own, message: `What the agent run ${run.id} made`, parent: base, ...(keep && { ref }) }
}

export async function gitTreeOf({ workspace: { root }, env }: EnvironmentContext, commit: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`]
  return (await runGit(root, args, { env })).stdout.trim()
}

export interface ChangedFile {
  readonly path: string
  readonly change: 'added' | 'changed' | 'removed'
  /** As git has it: 100644, 100755, 120000. */
  readonly mode: string
  /** The object; nothing when it was removed. */
  readonly object: string | undefined
}

/** What differs between two trees, file by file; a moved one is a removed and an added one. */
export async function changedFiles(call: EnvironmentContext, from: string, to: string): Promise<ChangedFile[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options', from, to]
  const { stdout } = await runGit(call.workspace.root, args, { env: call.env })
  const parts = stdout.split('\0')
  const rows: ChangedFile[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) rows.push(rowOf(parts[at] ?? '', parts[at + 1] ?? ''))
  return rows
}

const CHANGES = { A: 'added', D: 'removed' } as const

function rowOf(raw: string, path: string): ChangedFile {
  const [, mode = '', , object = '', letter = ''] = raw.split(' ')
  const change = CHANGES[letter as keyof typeof CHANGES] ?? 'changed'
  return { path, change, mode, object: change === 'removed' ? undefined : object }
}

const MOST_DIFF = 2 ** 20

/** The difference as a patch to read. A long one is cut in its longest files: none is hidden behind another. */
export async function patchBetween(
  call: EnvironmentContext,
  from: string,
  to: string,
): Promise<{ text: string; cut: boolean }> {
  const options: GitOptions = { maxBytes: 64 * MOST_DIFF, env: call.env }
  const { stdout } = await runGit(call.workspace.root, ['diff', ...PLAIN, '--end-of-options', from, to, '--'], options)
  return stdout.length > MOST_DIFF ? { text: cutEach(stdout), cut: true } : { text: stdout, cut: false }
}

/** Of `git diff`: what neither a setting nor an attribute of the repository decides about. */
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short']

const LEAST_OF_FILE = 2 ** 10

function cutEach(patch: string): string {
  const files = patch.split(/^(?=diff --git )/m)
  let [left, open] = [MOST_DIFF, files.length]
  let most = LEAST_OF_FILE
  for (const length of files.map(file => file.length).sort((one, other) => one - other)) {
    most = Math.max(LEAST_OF_FILE, Math.floor(left / open))
    if (length > most) break
    left -= length
    open -= 1
  }
  return files
    .map(file => (file.length > most ? `${file.slice(0, most)}\n[the rest of this file is cut]\n` : file))
    .join('')
}

function nothingWritten(run: Run) {
  return refuse('invalid_state', `The run ${run.id} has no changes of its own: it did not write.`, {
    target: run.id,
    fix: shell`furrow runs show ${run.id}`,
  })
}

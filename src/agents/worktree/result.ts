import fs from 'node:fs'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Run } from '../../runs/model.ts'
import { type GitOptions, runGit } from '../../store/git-run.ts'
import { commitAt } from '../../store/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { agentWorktree, ensureOwnGitDir } from './git-dir.ts'
import { RESULTS } from './place.ts'
import { type Snapshot, type SnapshotRequest, snapshot } from './snapshot.ts'

/** What a write run has made so far, as a commit on top of its snapshot. */
export interface Result extends Snapshot {
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
  return { commit, tree: await treeOf(call, commit), base }
}

interface Kept {
  readonly run: Run
  readonly base: string
  readonly keep: boolean
  readonly ref: string
}

function request(call: Call, worktree: string, { run, base, keep, ref }: Kept): SnapshotRequest {
  const place = agentWorktree(call, worktree)
  ensureOwnGitDir(place, base)
  const { root, own } = place
  return { root, own, message: `What the agent run ${run.id} made`, parent: base, ...(keep && { ref }) }
}

type Asking = Pick<Call, 'workspace' | 'env'>

export async function treeOf({ workspace: { root }, env }: Asking, commit: string): Promise<string> {
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
export async function changedFiles(call: Asking, from: string, to: string): Promise<ChangedFile[]> {
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

/** The difference as a patch to read; a long one is cut. */
export async function patchBetween(call: Asking, from: string, to: string): Promise<{ text: string; cut: boolean }> {
  const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short']
  const options: GitOptions = { maxBytes: 64 * MOST_DIFF, env: call.env }
  const args = ['diff', ...plain, '--end-of-options', from, to, '--']
  const { stdout } = await runGit(call.workspace.root, args, options)
  return stdout.length > MOST_DIFF ? { text: stdout.slice(0, MOST_DIFF), cut: true } : { text: stdout, cut: false }
}

function nothingWritten(run: Run) {
  return refuse('invalid_state', `The run ${run.id} has no changes of its own: it did not write.`, {
    target: run.id,
    fix: shell`furrow runs show ${run.id}`,
  })
}

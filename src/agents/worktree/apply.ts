import fs from 'node:fs'
import path from 'node:path'
import { type Refused, refuse } from '../../operation/errors.ts'
import { whyNotRepoPath } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import { treeOfBytes } from './byte-tree.ts'
import { type ChangedFile, changedFiles } from './result.ts'
import { snapshot } from './snapshot.ts'
import { verifyObjects } from './verify-objects.ts'

export interface Application {
  /** What both sides go out from: the same commit is the parent of `theirs`. */
  readonly base: string
  readonly theirs: string
  readonly summary: string
  /** Where the files of `theirs` are, as long as they are there. */
  readonly worktree?: string | undefined
  onConflict(paths: readonly string[]): Refused
  /** Before anything is written: the tree as it is, and as it will be, in the bytes of the files. */
  applied(before: string, after: string): Promise<void>
}

const TRIES = 3

/**
 * Brings what differs between two commits into the person's worktree, three ways: what they changed since stays, and where
 * both changed the same lines nothing is written. The index and the branch stay as they are; the files go through the journal.
 */
export async function applyBetween(call: Call, application: Application): Promise<ChangedFile[]> {
  const { root } = call.workspace
  const { base, theirs } = application
  for (let attempt = 1; ; attempt += 1) {
    const ours = await snapshot({ root, message: 'As it is now', parent: base }, { env: call.env })
    await verifyObjects(call, [
      [base, theirs],
      [base, ours.commit],
    ])
    const merged = await threeWay(call, ours.commit, theirs)
    if ('conflicts' in merged) throw application.onConflict(merged.conflicts)
    const files = await changedFiles(call, ours.tree, merged.tree)
    await verifyObjects(call, [[ours.tree, merged.tree]])
    refuseOdd(files, application)
    const bytes = new Map(files.map(file => [file.path, readAt(root, file.path)]))
    // What was seen belongs to the tree that was merged only if that is still the tree.
    const again = await snapshot({ root, message: 'As it is now', parent: base }, { env: call.env })
    if (again.tree === ours.tree) {
      const contents = await contentsOf(call, files)
      const replaced = await changedFiles(call, merged.tree, ours.tree)
      await application.applied(
        await treeOfBytes(call, { tree: ours.tree, files: replaced }, bytes),
        await treeOfBytes(call, { tree: merged.tree, files }, contents),
      )
      const seen = new Map([...bytes].map(([file, content]) => [file, content && revisionOf(content)]))
      await writeFiles(call, { files, seen, contents, summary: application.summary })
      return files
    }
    if (attempt === TRIES) throw busy()
  }
}

type Merged = { readonly tree: string } | { readonly conflicts: string[] }

async function threeWay({ workspace: { root }, env }: Call, ours: string, theirs: string): Promise<Merged> {
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', '--end-of-options', ours, theirs]
  const { code, stdout } = await runGit(root, args, { env, answers: [1] })
  const [tree = '', ...names] = stdout.split('\0').filter(part => part !== '')
  return code === 0 ? { tree } : { conflicts: names }
}

const MODES: Readonly<Record<string, number>> = { '100644': 0o644, '100755': 0o755 }

const LINK = '120000'

/**
 * All of them are named. Git itself takes over what Furrow does not, and a repository can be taken out of the worktree of
 * the run; then the rest can be merged.
 */
export function refuseOdd(
  files: readonly ChangedFile[],
  { theirs, worktree }: Pick<Application, 'theirs' | 'worktree'>,
): void {
  const odd = files.flatMap(file => {
    const reason = whyNotTaken(file)
    return reason === undefined ? [] : [{ ...file, reason, way: wayOn(file) }]
  })
  const [first] = odd
  if (first === undefined) return
  const paths = odd.filter(({ way }) => way === first.way).map(({ path }) => path)
  const fixes = {
    removed: shell`rm -- ${paths}`,
    restored: shell`git --literal-pathspecs restore --source=${theirs} -- ${paths}`,
    nested:
      worktree !== undefined && fs.existsSync(worktree)
        ? shell`rm -rf -- ${paths.map(nested => path.join(worktree, nested))}`
        : shell`git show --stat ${theirs}`,
  }
  const reasons = odd.slice(0, MOST_NAMED).map(file => `${file.path} ${file.reason}`)
  const more = odd.length > MOST_NAMED ? ` and ${odd.length - MOST_NAMED} more` : ''
  throw refuse('unsupported', `${reasons.join('; ')}${more}; nothing was written. ${ADVICE[first.way]}`, {
    target: first.path,
    fix: fixes[first.way],
    details: { files: odd.map(file => file.path) },
  })
}

const MOST_NAMED = 5

type UnmergeableChange = 'removed' | 'restored' | 'nested'

const ADVICE: Readonly<Record<UnmergeableChange, string>> = {
  removed: 'Look at it, remove it yourself, then merge again.',
  restored: 'Look at it, take it over with git, then merge again.',
  nested: 'Move it out of the worktree of the run if you need it, remove it there, then merge again.',
}

function wayOn({ mode, change }: ChangedFile): UnmergeableChange {
  if (change === 'removed') return 'removed'
  return MODES[mode] !== undefined || mode === LINK ? 'restored' : 'nested'
}

function whyNotTaken({ path, mode, change }: ChangedFile): string | undefined {
  if (change !== 'removed' && mode === LINK) return 'is a symbolic link, which Furrow does not create'
  if (change !== 'removed' && MODES[mode] === undefined) return 'is a repository of its own'
  return whyNotRepoPath(path)
}

async function contentsOf(call: Call, files: readonly ChangedFile[]): Promise<Map<string, Buffer>> {
  const { root } = call.workspace
  const contents = new Map<string, Buffer>()
  for (const { path: file, object } of files) {
    if (object === undefined) continue
    const options = { env: call.env, encoding: 'latin1', maxBytes: 256 * 2 ** 20 } as const
    // Line endings and encodings as the person has them: by the attributes of the person's own worktree.
    const { stdout } = await runGit(root, ['cat-file', '--filters', `--path=${file}`, object], options)
    contents.set(file, withLineEndingsOf(readAt(root, file), Buffer.from(stdout, 'latin1')))
  }
  return contents
}

/** A file that ends every line in CRLF goes on doing so, whatever the settings say. */
export function withLineEndingsOf(before: Buffer | undefined, after: Buffer): Buffer {
  const [old, text] = [before?.toString('latin1') ?? '', after.toString('latin1')]
  if (!old.includes('\r\n') || /[^\r]\n/.test(old) || text.includes('\r') || text.includes('\0')) return after
  return Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1')
}

interface WorktreeWrite {
  readonly files: readonly ChangedFile[]
  readonly seen: ReadonlyMap<string, string | undefined>
  readonly contents: ReadonlyMap<string, Buffer>
  readonly summary: string
}

export async function writeFiles(call: Call, { files, seen, contents, summary }: WorktreeWrite): Promise<void> {
  if (files.length === 0) return
  await call.store.transact(call, tx => {
    for (const { path: file, mode } of files) {
      if (tx.read(file)?.revision !== seen.get(file)) throw busy(file)
      const bytes = contents.get(file)
      if (bytes === undefined) tx.remove(file, { prune: firstFolder(call.workspace.root, file) })
      else tx.write(file, bytes, { mode: MODES[mode] ?? 0o644 })
    }
    tx.describe(summary)
  })
}

/** Folders that a removed file leaves empty go with it, as git would have it. */
function firstFolder(root: string, file: string): string | null {
  const [first = '', ...rest] = file.split('/')
  return rest.length === 0 ? null : path.join(root, first)
}

export function readAt(root: string, file: string): Buffer | undefined {
  const place = path.join(root, file)
  return fs.lstatSync(place, { throwIfNoEntry: false })?.isFile() === true ? readBytes(place) : undefined
}

function busy(file?: string) {
  return refuse('conflict', `${file ?? 'The worktree'} is being changed; nothing was written.`, {
    ...(file !== undefined && { target: file }),
    fix: shell`furrow runs list --kind agent`,
  })
}

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Refused } from '../../operation/errors.ts'
import { revisionOf } from '../../store/files/files.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import { readAt, refuseOdd, withLineEndingsOf, writeFiles } from './apply.ts'
import { blobId } from './byte-tree.ts'
import { type ChangedFile, changedFiles } from './result.ts'
import { verifyObjects } from './verify-objects.ts'

export interface Restoration {
  /** The commits with the bytes that a merge found, and with those that it wrote. */
  readonly before: string
  readonly merged: string
  readonly summary: string
  onConflict(paths: readonly string[]): Refused
}

/**
 * Takes a merge back, byte for byte: no attribute of the worktree has a say, since the merged ones are the agent's. What
 * the person changed in these files since stays; where that is the same lines, nothing is written.
 */
export async function restoreBefore(call: Call, restoration: Restoration): Promise<ChangedFile[]> {
  const { before, merged, summary } = restoration
  await verifyObjects(call, [[merged, before]])
  const wanted = await changedFiles(call, merged, before)
  refuseOdd(wanted, { theirs: before })
  const written = new Map((await changedFiles(call, before, merged)).map(file => [file.path, file]))
  const seen = new Map<string, string | undefined>()
  const contents = new Map<string, Buffer>()
  const files: ChangedFile[] = []
  const conflicts: string[] = []
  for (const file of wanted) {
    const now = readAt(call.workspace.root, file.path)
    const restored = await takeBack(call, { now, before: file.object, after: written.get(file.path)?.object })
    if (restored === 'conflict') conflicts.push(file.path)
    if (restored === 'conflict' || restored === 'done') continue
    seen.set(file.path, now === undefined ? undefined : revisionOf(now))
    files.push(file)
    if (restored !== 'removed') contents.set(file.path, restored)
  }
  if (conflicts.length > 0) throw restoration.onConflict(conflicts)
  await writeFiles(call, { files, seen, contents, summary })
  return wanted
}

interface Versions {
  readonly now: Buffer | undefined
  /** Objects of git. */
  readonly before: string | undefined
  readonly after: string | undefined
}

async function takeBack(
  call: Call,
  { now, before, after }: Versions,
): Promise<Buffer | 'removed' | 'done' | 'conflict'> {
  if (isThere(now, before)) return 'done'
  if (isThere(now, after)) return before === undefined ? 'removed' : blobOf(call, before)
  if (now === undefined || before === undefined || after === undefined) return 'conflict'
  // A checkout since may have given every line another end.
  const [from, to] = [
    withLineEndingsOf(now, await blobOf(call, after)),
    withLineEndingsOf(now, await blobOf(call, before)),
  ]
  return now.equals(from) ? to : mergeFiles(call, { now, before: to, after: from })
}

function isThere(now: Buffer | undefined, object: string | undefined): boolean {
  return now === undefined || object === undefined ? now === object : blobId(now, object) === object
}

const CONFLICTS = Array.from({ length: 255 }, (_, index) => index + 1)

/** Line by line, by the bytes alone: `git merge-file` reads no attributes. */
async function mergeFiles(
  call: Call,
  { now, before, after }: Readonly<Record<keyof Versions, Buffer>>,
): Promise<Buffer | 'conflict'> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-undo-'))
  try {
    const files = [now, after, before].map((bytes, index) => {
      const file = path.join(folder, String(index))
      fs.writeFileSync(file, bytes, { mode: 0o600 })
      return file
    })
    const options = { env: call.env, encoding: 'latin1', maxBytes: MOST_BYTES, answers: CONFLICTS } as const
    const { code, stdout } = await runGit(call.workspace.root, ['merge-file', '-p', '--quiet', ...files], options)
    return code === 0 ? Buffer.from(stdout, 'latin1') : 'conflict'
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const MOST_BYTES = 256 * 2 ** 20

async function blobOf(call: Call, object: string): Promise<Buffer> {
  const options = { env: call.env, encoding: 'latin1', maxBytes: MOST_BYTES } as const
  const { stdout } = await runGit(call.workspace.root, ['cat-file', 'blob', object], options)
  return Buffer.from(stdout, 'latin1')
}

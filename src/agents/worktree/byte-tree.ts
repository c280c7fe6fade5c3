import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { tempName } from '../../store/files/files.ts'
import { gitFolderFor } from '../../store/git/config/config-files.ts'
import { type GitOptions, runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import type { ChangedFile } from './result.ts'

type FileBytes = ReadonlyMap<string, Buffer | undefined>

/**
 * The tree with these files byte for byte as they are on the disk. What git makes of a file by its attributes would
 * depend on the `.gitattributes` of the day, and an agent's may be the one that is merged.
 */
export async function treeOfBytes(
  call: Call,
  { tree, files }: { readonly tree: string; readonly files: readonly ChangedFile[] },
  bytes: FileBytes,
): Promise<string> {
  const lines: string[] = []
  for (const { path: file, mode, object } of files) {
    const content = bytes.get(file)
    if (object === undefined || content === undefined || blobId(content, object) === object) continue
    lines.push(`${mode} ${await writeBlob(call, content)}\t${file}\0`)
  }
  return lines.length === 0 ? tree : treeWith(call, tree, lines.join(''))
}

/** In the hash that the repository uses, which the length of its ids tells. */
export function blobId(content: Buffer, { length }: string): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex')
}

async function writeBlob({ workspace: { root }, env }: Call, content: Buffer): Promise<string> {
  const { stdout } = await runGit(root, ['hash-object', '-w', '--no-filters', '--stdin'], { env, input: content })
  return stdout.trim()
}

async function treeWith({ workspace: { root, repository }, env }: Call, tree: string, input: string): Promise<string> {
  const folder = path.join(gitFolderFor(repository.commonDir, env), tempName())
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const options: GitOptions = { env, index: path.join(folder, 'index') }
    await runGit(root, ['read-tree', tree], options)
    await runGit(root, ['update-index', '-z', '--index-info'], { ...options, input })
    return (await runGit(root, ['write-tree'], options)).stdout.trim()
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

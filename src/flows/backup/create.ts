import fs from 'node:fs'
import path from 'node:path'
import { memoryIn } from '../../memory/open.ts'
import { refuse } from '../../operation/errors.ts'
import { stampedId } from '../../operation/names/naming.ts'
import { makeFolder, revisionOf, syncFolder, tempName, writeStaged } from '../../store/files/files.ts'
import { hasCode, ioRefusal } from '../../store/files/io-refusal.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { memoryFile } from '../../workspace/memory-file.ts'
import {
  type BackupFile,
  documentPlaces,
  isWritable,
  MEMORY,
  recordPlaces,
  secretsPlaces,
  settingsPlaces,
} from './backup-folders.ts'
import * as contracts from './contracts.ts'
import type { BackupManifest } from './model.ts'
import { backupsFolder, backupViewOf } from './read-backups.ts'

type BackedUpFile = BackupManifest['files'][number]

export const create = implement(() => contracts.create, {
  async run(call, { to, with_key }) {
    const base = to === undefined ? backupsFolder(call) : path.resolve(call.workspace.root, to)
    makeFolder(base, 0o700)
    const id = stampedId(call.clock.now(), call.random)
    const folder = path.join(base, id)
    if (fs.existsSync(folder)) throw refuse('conflict', `${folder} exists already.`, { target: folder })
    const partial = path.join(base, tempName())
    try {
      const { manifest, leftOut } = await fill(call, partial, { id, with_key })
      fs.renameSync(partial, folder)
      syncFolder(base)
      return { ...backupViewOf(folder, manifest), ...(leftOut.length > 0 && { left_out: leftOut }) }
    } catch (error) {
      throw ioRefusal(error, folder)
    } finally {
      fs.rmSync(partial, { recursive: true, force: true })
    }
  },
  render: ({ id, folder, files, bytes, with_key, left_out = [] }) =>
    [
      `Backup **${id}**: ${files} files, ${Math.ceil(bytes / 1024)} KiB, in ${folder}.`,
      with_key
        ? 'It holds the key of your secrets: keep it where only you can read it.'
        : 'The key of your secrets is not in it; `furrow backup --with-key` would put it there.',
      ...left_out.map(name => `Not in it, because Furrow does not write files of this name: ${name}`),
    ].join('\n'),
})

/** Everything is down on the disk before the folder gets its name. */
async function fill(
  call: Call,
  folder: string,
  { id, with_key }: { id: string; with_key: boolean },
): Promise<{ manifest: BackupManifest; leftOut: string[] }> {
  makeFolder(folder, 0o700)
  const memory = await copyMemory(call, folder)
  const leftOut: string[] = []
  const taken = (places: readonly BackupFile[]) => {
    leftOut.push(...places.filter(place => !isWritable(place)).map(place => place.path))
    return places.filter(isWritable).flatMap(place => copy(place, folder))
  }
  // Under the lock, so that no operation is half in it. Records only ever grow, and may be many.
  const documents = await call.store.exclusively(() => taken(documentPlaces(call)))
  const others = taken([...settingsPlaces(call), ...secretsPlaces(call, with_key), ...recordPlaces(call)])
  const manifest: BackupManifest = {
    schema_version: 1,
    id,
    made_at: new Date(call.clock.now()).toISOString(),
    repository: call.workspace.repository.id,
    worktree: call.workspace.root,
    with_key,
    files: [...memory, ...documents, ...others],
  }
  writeStaged(path.join(folder, 'manifest.json'), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 0o600)
  syncFolder(folder)
  return { manifest, leftOut }
}

async function copyMemory(call: Call, folder: string): Promise<BackedUpFile[]> {
  if (!fs.existsSync(memoryFile(call.home))) return []
  const target = path.join(folder, 'memory', MEMORY)
  makeFolder(path.dirname(target), 0o700)
  await memoryIn(call).backUp(target)
  return [entryOf({ part: 'memory', path: MEMORY }, fs.readFileSync(target))]
}

/** Nothing, when it was removed since it was listed. */
function copy(place: BackupFile, folder: string): BackedUpFile[] {
  const bytes = bytesOf(place.file)
  if (bytes === undefined) return []
  const target = path.join(folder, place.part, place.path)
  makeFolder(path.dirname(target), 0o700)
  writeStaged(target, bytes, 0o600)
  return [entryOf(place, bytes)]
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readBytes(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function entryOf({ part, path: name }: Pick<BackupFile, 'part' | 'path'>, bytes: Buffer): BackedUpFile {
  return { part, path: name, bytes: bytes.length, sha256: revisionOf(bytes) }
}

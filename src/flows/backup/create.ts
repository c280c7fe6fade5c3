import fs from 'node:fs'
import path from 'node:path'
import { memoryIn } from '../../memory/open.ts'
import { refuse } from '../../operation/errors.ts'
import { stampedId } from '../../operation/naming.ts'
import {
  hasCode,
  ioRefusal,
  makeFolder,
  readBytes,
  revisionOf,
  stage,
  syncFolder,
  tempName,
} from '../../store/files.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'
import type { Manifest } from './model.ts'
import { documentPlaces, MEMORY, type Place, recordPlaces, secretsPlaces, settingsPlaces } from './places.ts'
import { backupsFolder, viewOf } from './read.ts'

type Entry = Manifest['files'][number]

export const create = implement(contracts.create, {
  async run(call, { to, with_key }) {
    const base = to === undefined ? backupsFolder(call) : path.resolve(call.workspace.root, to)
    makeFolder(base, 0o700)
    const id = stampedId(call.clock.now(), call.random)
    const folder = path.join(base, id)
    if (fs.existsSync(folder)) throw refuse('conflict', `${folder} exists already.`, { target: folder })
    const partial = path.join(base, tempName())
    try {
      const manifest = await fill(call, partial, { id, with_key })
      fs.renameSync(partial, folder)
      syncFolder(base)
      return viewOf(folder, manifest)
    } catch (error) {
      throw ioRefusal(error, folder)
    } finally {
      fs.rmSync(partial, { recursive: true, force: true })
    }
  },
  render: ({ id, folder, files, bytes, with_key }) =>
    [
      `Backup **${id}**: ${files} files, ${Math.ceil(bytes / 1024)} KiB, in ${folder}.`,
      with_key
        ? 'It holds the key of your secrets: keep it where only you can read it.'
        : 'The key of your secrets is not in it; `furrow backup --with-key` would put it there.',
    ].join('\n'),
})

/** Everything is down on the disk before the folder gets its name. */
async function fill(
  call: Call,
  folder: string,
  { id, with_key }: { id: string; with_key: boolean },
): Promise<Manifest> {
  makeFolder(folder, 0o700)
  const memory = await copyMemory(call, folder)
  // Under the lock, so that no operation is half in it. Records only ever grow, and may be many.
  const documents = await call.store.exclusively(() => documentPlaces(call).flatMap(place => copy(place, folder)))
  const others = [...settingsPlaces(call), ...secretsPlaces(call, with_key), ...recordPlaces(call)]
  const manifest: Manifest = {
    schema_version: 1,
    id,
    made_at: new Date(call.clock.now()).toISOString(),
    repository: call.workspace.repository.id,
    worktree: call.workspace.root,
    with_key,
    files: [...memory, ...documents, ...others.flatMap(place => copy(place, folder))],
  }
  stage(path.join(folder, 'manifest.json'), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 0o600)
  syncFolder(folder)
  return manifest
}

async function copyMemory(call: Call, folder: string): Promise<Entry[]> {
  if (!fs.existsSync(path.join(call.home.dir, MEMORY))) return []
  const target = path.join(folder, 'memory', MEMORY)
  makeFolder(path.dirname(target), 0o700)
  await memoryIn(call).backUp(target)
  return [entryOf({ part: 'memory', path: MEMORY }, fs.readFileSync(target))]
}

/** Nothing, when it was removed since it was listed. */
function copy(place: Place, folder: string): Entry[] {
  const bytes = bytesOf(place.file)
  if (bytes === undefined) return []
  const target = path.join(folder, place.part, place.path)
  makeFolder(path.dirname(target), 0o700)
  stage(target, bytes, 0o600)
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

function entryOf({ part, path: name }: Pick<Place, 'part' | 'path'>, bytes: Buffer): Entry {
  return { part, path: name, bytes: bytes.length, sha256: revisionOf(bytes) }
}

import path from 'node:path'
import { memoryIn } from '../../memory/open.ts'
import { exportRows } from '../../memory/sqlite/transfer.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { makeKept } from '../../runs/folder.ts'
import { folderOf as secretsFolder } from '../../secrets/places.ts'
import { createDurably, makeFolder, readBytes } from '../../store/files.ts'
import { readDatabase } from '../../store/sqlite.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'
import { type Manifest, PARTS, type Part } from './model.ts'
import { documentPlaces, isDocument, KEY, MEMORY, recordFolders, settingNames } from './places.ts'
import { bytesIn, openBackup } from './read.ts'

interface Taken {
  readonly folder: string
  readonly manifest: Manifest
}

interface Done {
  readonly files: number
  readonly left?: string[]
}

const BRING_BACK: Readonly<Record<Part, (call: Call, taken: Taken) => Promise<Done>>> = {
  memory: restoreMemory,
  settings: async (call, taken) => addMissing(taken, 'settings', name => settingPlace(call, name)),
  secrets: async (call, taken) => addMissing(taken, 'secrets', name => secretPlace(call, name)),
  documents: restoreDocuments,
  records: restoreRecords,
}

export const restore = implement(contracts.restore, {
  async run(call, { part, ...which }) {
    const taken = openBackup(call, which)
    refuseForeign(call, taken)
    refuseChanged(taken)
    const restored: { part: Part; files: number }[] = []
    const left: string[] = []
    for (const name of PARTS.filter(known => part.length === 0 || part.includes(known))) {
      const done = await BRING_BACK[name](call, taken)
      restored.push({ part: name, files: done.files })
      left.push(...(done.left ?? []))
    }
    const wrote = restored.some(row => row.part === 'documents' && row.files > 0)
    return { backup: taken.manifest.id, restored, left, ...(wrote && { undo: shell`furrow undo ${call.operationId}` }) }
  },
  render: ({ backup, restored, left, undo }) =>
    [
      `Backup ${backup} is back:`,
      ...restored.map(({ part, files }) => `- ${part}: ${files} brought back`),
      ...left.map(line => `- left as it is: ${line}`),
      ...(undo === undefined ? [] : ['', `The documents as they were before: \`${undo}\``]),
    ].join('\n'),
})

function refuseForeign({ workspace }: Call, { manifest }: Taken): void {
  if (manifest.repository === workspace.repository.id) return
  // The name of a clone elsewhere differs; what was taken from another project must not be mixed in unseen.
  const [theirs, ours] = [manifest.worktree, workspace.root].map(folder => path.basename(folder))
  if (theirs === ours) return
  throw refuse('conflict', `Backup ${manifest.id} is of ${manifest.worktree}, not of this workspace.`, {
    target: manifest.id,
    fix: shell`furrow backup list`,
  })
}

/** Nothing is brought back from a backup that is not what was taken. */
function refuseChanged({ folder, manifest }: Taken): void {
  const changed = manifest.files.filter(file => bytesIn(folder, file) === undefined)
  if (changed.length === 0) return
  const names = changed.map(({ part, path: name }) => `${part}/${name}`)
  throw refuse('damaged', `Backup ${manifest.id} was changed since it was made: ${names.slice(0, 5).join(', ')}.`, {
    target: folder,
    fix: shell`furrow backup list`,
    details: { files: names },
  })
}

/** Records that are missing are added, with everything running; what was edited since stays as it is. */
async function restoreMemory(call: Call, { folder, manifest }: Taken): Promise<Done> {
  if (!manifest.files.some(({ part }) => part === 'memory')) return { files: 0 }
  using backup = readDatabase(path.join(folder, 'memory', MEMORY))
  const { added } = await memoryIn(call).importRows(exportRows(backup, {}))
  return { files: added }
}

/** All or nothing, and one entry of the log. */
async function restoreDocuments(call: Call, { folder, manifest }: Taken): Promise<Done> {
  const wanted = new Map(
    manifest.files
      .filter(({ part, path: name }) => part === 'documents' && isDocument(name))
      .map(file => [file.path, bytesIn(folder, file) ?? Buffer.alloc(0)]),
  )
  return call.store.transact(call, tx => {
    const changed = [...wanted].filter(([name, bytes]) => tx.read(name)?.bytes.equals(bytes) !== true)
    for (const [name, bytes] of changed) tx.write(name, bytes)
    const surplus = documentPlaces(call).filter(({ path: name }) => !wanted.has(name))
    for (const { path: name } of surplus) if (tx.read(name) !== undefined) tx.remove(name)
    tx.describe(`Documents restored from backup ${manifest.id}`)
    return { files: changed.length + surplus.length }
  })
}

async function restoreRecords(call: Call, taken: Taken): Promise<Done> {
  const folders = new Map(recordFolders(call))
  for (const folder of folders.values()) makeKept(call, folder)
  return addMissing(taken, 'records', name => {
    const [kind = '', ...rest] = name.split('/')
    const folder = folders.get(kind)
    return folder === undefined ? undefined : path.join(folder, ...rest)
  })
}

/** A folder from elsewhere may name anything: tokens and sessions are never brought back. */
function settingPlace({ home, workspace }: Call, name: string): string | undefined {
  return settingNames(workspace.repository.id).includes(name) ? path.join(home.dir, name) : undefined
}

function secretPlace(call: Call, name: string): string | undefined {
  if (name === KEY) return path.join(call.home.dir, 'secrets', KEY)
  const [, sealed] = /^sealed\/([^/]+)$/.exec(name) ?? []
  return sealed === undefined ? undefined : path.join(secretsFolder(call), sealed)
}

function addMissing({ folder, manifest }: Taken, part: Part, placeOf: (name: string) => string | undefined): Done {
  const left: string[] = []
  let files = 0
  for (const file of manifest.files.filter(row => row.part === part)) {
    const [place, bytes] = [placeOf(file.path), bytesIn(folder, file) ?? Buffer.alloc(0)]
    if (place === undefined) continue
    makeFolder(path.dirname(place), 0o700)
    if (createDurably(place, bytes)) files += 1
    else if (part !== 'records' && readBytes(place)?.equals(bytes) !== true) left.push(`${place} has changed since`)
  }
  return { files, left }
}

import fs from 'node:fs'
import path from 'node:path'
import { memoryIn } from '../../memory/open.ts'
import type { ExportRow } from '../../memory/port.ts'
import { MEMORY_MIGRATIONS } from '../../memory/sqlite/schema.ts'
import { exportRows } from '../../memory/sqlite/transfer.ts'
import { refuse } from '../../operation/errors.ts'
import { makePrivateFolder } from '../../runs/record/record-folders.ts'
import { folderOf as secretsFolder } from '../../secrets/secret-folders.ts'
import { shell } from '../../shared/shell/shell.ts'
import { openDatabase } from '../../store/database/sqlite.ts'
import { createDurably, makeFolder, tempName } from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { type Call, implement } from '../../workspace/call.ts'
import {
  backupRecordFolders,
  documentPlaces,
  isDocument,
  isRecord,
  isWritable,
  KEY,
  MEMORY,
  settingNames,
} from './backup-folders.ts'
import * as contracts from './contracts.ts'
import { BACKUP_PARTS, type BackupManifest, type BackupPart } from './model.ts'
import { bytesIn, openBackup } from './read-backups.ts'

interface OpenedBackup {
  readonly folder: string
  readonly manifest: BackupManifest
}

interface RestoredPart {
  readonly files: number
  readonly left?: string[]
}

const BRING_BACK: Readonly<Record<BackupPart, (call: Call, taken: OpenedBackup) => Promise<RestoredPart>>> = {
  memory: restoreMemory,
  settings: async (call, taken) => addMissing(taken, 'settings', name => settingPlace(call, name)),
  secrets: async (call, taken) => addMissing(taken, 'secrets', name => secretPlace(call, name)),
  documents: restoreDocuments,
  records: restoreRecords,
}

export const restore = implement(() => contracts.restore, {
  async run(call, { part, ...which }) {
    const opened = openBackup(call, which)
    refuseForeign(call, opened)
    refuseChanged(opened)
    const restored: { part: BackupPart; files: number }[] = []
    const { taken, left } = withoutForeignNames(opened)
    for (const name of BACKUP_PARTS.filter(known => part.length === 0 || part.includes(known))) {
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

function refuseForeign({ workspace }: Call, { manifest }: OpenedBackup): void {
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
function refuseChanged({ folder, manifest }: OpenedBackup): void {
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
async function restoreMemory(call: Call, { folder, manifest }: OpenedBackup): Promise<RestoredPart> {
  if (!manifest.files.some(({ part }) => part === 'memory')) return { files: 0 }
  const scratch = path.join(call.home.dir, tempName())
  makeFolder(scratch, 0o700)
  try {
    const copy = path.join(scratch, MEMORY)
    fs.copyFileSync(path.join(folder, 'memory', MEMORY), copy)
    const { added } = await memoryIn(call).importRows(rowsOf(copy))
    return { files: added }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

/** An earlier version has fewer tables, so the copy is converted before it is read. */
function rowsOf(copy: string): ExportRow[] {
  const database = openDatabase(copy, { migrations: MEMORY_MIGRATIONS })
  try {
    return exportRows(database, {})
  } finally {
    database.close()
  }
}

/** What 0.1 took along although Furrow does not write files of such names; the worktrees of agents are checkouts. */
function withoutForeignNames({ folder, manifest }: OpenedBackup): { taken: OpenedBackup; left: string[] } {
  const files = manifest.files.filter(({ part, path: name }) => part !== 'records' || isRecord(name))
  return {
    taken: { folder, manifest: { ...manifest, files: files.filter(isWritable) } },
    left: files.filter(file => !isWritable(file)).map(file => `${file.path}, a name that Furrow does not write`),
  }
}

/** All or nothing, and one entry of the log. */
async function restoreDocuments(call: Call, { folder, manifest }: OpenedBackup): Promise<RestoredPart> {
  const wanted = new Map(
    manifest.files
      .filter(({ part, path: name }) => part === 'documents' && isDocument(name))
      .map(file => [file.path, bytesIn(folder, file) ?? Buffer.alloc(0)]),
  )
  return call.store.transact(call, tx => {
    const changed = [...wanted].filter(([name, bytes]) => tx.read(name)?.bytes.equals(bytes) !== true)
    for (const [name, bytes] of changed) tx.write(name, bytes)
    const surplus = documentPlaces(call).filter(place => isWritable(place) && !wanted.has(place.path))
    for (const { path: name } of surplus) if (tx.read(name) !== undefined) tx.remove(name)
    tx.describe(`Documents restored from backup ${manifest.id}`)
    return { files: changed.length + surplus.length }
  })
}

async function restoreRecords(call: Call, taken: OpenedBackup): Promise<RestoredPart> {
  const folders = new Map(backupRecordFolders(call))
  for (const folder of folders.values()) makePrivateFolder(call, folder)
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

function addMissing(
  { folder, manifest }: OpenedBackup,
  part: BackupPart,
  placeOf: (name: string) => string | undefined,
): RestoredPart {
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

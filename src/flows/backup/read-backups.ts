import fs from 'node:fs'
import path from 'node:path'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { isSqliteError, readDatabase, typedStatement } from '../../store/database/sqlite.ts'
import { damaged } from '../../store/documents/document.ts'
import { openJson } from '../../store/documents/json/json.ts'
import { revisionOf } from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { MEMORY } from './backup-folders.ts'
import * as contracts from './contracts.ts'
import { BackupManifest, type BackupView } from './model.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    return { backups: listBackups(call) }
  },
  render: ({ backups }) =>
    backups.length === 0
      ? 'There is no backup yet: `furrow backup` makes one.'
      : [
          '| backup | files | KiB | |',
          '| --- | --- | --- | --- |',
          ...backups.map(
            ({ id, files, bytes, problem }) => `| ${id} | ${files} | ${Math.ceil(bytes / 1024)} | ${problem ?? ''} |`,
          ),
        ].join('\n'),
})

export const verify = implement(() => contracts.verify, {
  async run(call, input) {
    const { folder, manifest } = openBackup(call, input)
    const problems = manifest.files.flatMap(file => problemsOf(folder, file))
    return { backup: backupViewOf(folder, manifest), sound: problems.length === 0, problems }
  },
  render: ({ backup, sound, problems }) =>
    sound
      ? `Backup ${backup.id} is whole: ${backup.files} files, ${backup.made_at}.`
      : [`Backup ${backup.id} is damaged:`, ...problems.map(problem => `- ${problem}`)].join('\n'),
})

/** Newest first; one that cannot be read is a row that says so. */
export function listBackups(call: Call): BackupView[] {
  return foldersIn(backupsFolder(call)).map(rowFor)
}

export function backupsFolder({ home }: Call): string {
  return path.join(home.dir, 'backups')
}

export function openBackup(
  call: Call,
  { backup, from }: { backup: string; from?: string | undefined },
): { folder: string; manifest: BackupManifest } {
  const base = from === undefined ? backupsFolder(call) : path.resolve(call.workspace.root, from)
  const folder = path.join(base, backup)
  const file = path.join(folder, 'manifest.json')
  const bytes = readBytes(file)
  if (bytes === undefined)
    throw refuse('not_found', `There is no backup ${backup} in ${base}.`, {
      target: backup,
      fix: shell`furrow backup list`,
    })
  const result = BackupManifest.safeParse(openJson(bytes, file).data())
  if (result.success) return { folder, manifest: result.data }
  throw damaged(file, `is no manifest of a backup: ${result.error.issues[0]?.message}`, { field: '' })
}

/** What a file of a backup was when it was taken; nothing when it is no longer that. */
export function bytesIn(
  folder: string,
  { part, path: name, sha256 }: BackupManifest['files'][number],
): Buffer | undefined {
  const bytes = readBytes(path.join(folder, part, name))
  return bytes !== undefined && revisionOf(bytes) === sha256 ? bytes : undefined
}

export function backupViewOf(folder: string, { id, made_at, files, with_key }: BackupManifest): BackupView {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { id, folder, made_at, files: files.length, bytes, with_key }
}

function foldersIn(base: string): string[] {
  if (!fs.existsSync(base)) return []
  const entries = fs.readdirSync(base, { withFileTypes: true })
  const names = entries.filter(entry => entry.isDirectory() && /^\d{8}-\d{6}-/.test(entry.name)).map(({ name }) => name)
  return names
    .sort()
    .reverse()
    .map(name => path.join(base, name))
}

function rowFor(folder: string): BackupView {
  const file = path.join(folder, 'manifest.json')
  try {
    const bytes = readBytes(file)
    return backupViewOf(folder, BackupManifest.parse(bytes === undefined ? {} : openJson(bytes, file).data()))
  } catch (error) {
    const problem = isRefused(error) ? error.message : `${file} cannot be read.`
    return { id: path.basename(folder), folder, made_at: '', files: 0, bytes: 0, with_key: false, problem }
  }
}

function problemsOf(folder: string, file: BackupManifest['files'][number]): string[] {
  const name = `${file.part}/${file.path}`
  if (bytesIn(folder, file) === undefined) return [`${name} is missing or was changed`]
  return file.path === MEMORY ? databaseProblems(path.join(folder, name)) : []
}

function databaseProblems(file: string): string[] {
  try {
    using database = readDatabase(file)
    const rows = typedStatement<{ integrity_check: string }>(database, 'PRAGMA integrity_check').all()
    return rows.flatMap(({ integrity_check: says }) => (says === 'ok' ? [] : [`${MEMORY}: ${says}`]))
  } catch (error) {
    if (isRefused(error) || isSqliteError(error)) return [`${MEMORY}: ${(error as Error).message}`]
    throw error
  }
}

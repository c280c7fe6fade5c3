import fs from 'node:fs'
import path from 'node:path'
import { whyNotRepoPath } from '../../operation/names/naming.ts'
import { interactionsFolder, runsFolder } from '../../runs/record/record-folders.ts'
import { AGENT_WORKTREES } from '../../runs/record/retention.ts'
import { folderOf as secretsFolder } from '../../secrets/secret-folders.ts'
import { hasCode } from '../../store/files/io-refusal.ts'
import type { Call } from '../../workspace/call.ts'
import type { BackupPart } from './model.ts'

/** A file that belongs to a backup: where it is, and its name there. */
export interface BackupFile {
  readonly part: BackupPart
  readonly path: string
  readonly file: string
}

export const MEMORY = 'memory.db'
export const KEY = 'identity.txt'
/** What Furrow keeps in a worktree. */
export const DOCUMENTS = ['sdd', '.sow', '.sdlc'] as const
/** Made anew when it is missing, or somebody else's. */
const NOT_DOCUMENTS = /^\.sdlc\/(?:\.runs|tool-interactions|tools\/[^/]+\/(?:index|node_modules))(?:\/|$)/

export function settingsPlaces({ home, workspace }: Call): BackupFile[] {
  return settingNames(workspace.repository.id)
    .map(name => ({ part: 'settings' as const, path: name, file: path.join(home.dir, name) }))
    .filter(({ file }) => fs.existsSync(file))
}

export function settingNames(repository: string): string[] {
  return ['config.yaml', `trust/${repository}.json`]
}

/** The key opens them all, so it comes along only when it is asked for. */
export function secretsPlaces(call: Call, withKey: boolean): BackupFile[] {
  const folder = secretsFolder(call)
  const key = { part: 'secrets' as const, path: KEY, file: path.join(call.home.dir, 'secrets', KEY) }
  const sealed = filesBelow(folder).map(name => ({
    part: 'secrets' as const,
    path: `sealed/${name}`,
    file: path.join(folder, name),
  }))
  return [...sealed, ...(withKey && fs.existsSync(key.file) ? [key] : [])]
}

export function documentPlaces({ workspace }: Call): BackupFile[] {
  return DOCUMENTS.flatMap(folder =>
    filesBelow(path.join(workspace.root, folder))
      .map(name => `${folder}/${name}`)
      .filter(isDocument)
      .map(name => ({ part: 'documents' as const, path: name, file: path.join(workspace.root, name) })),
  )
}

export function recordPlaces(call: Call): BackupFile[] {
  return backupRecordFolders(call).flatMap(([name, folder]) =>
    filesBelow(folder)
      .map(file => ({ part: 'records' as const, path: `${name}/${file}`, file: path.join(folder, file) }))
      .filter(record => isRecord(record.path)),
  )
}

export function backupRecordFolders(call: Call): [string, string][] {
  return [
    ['runs', runsFolder(call)],
    ['interactions', interactionsFolder(call)],
  ]
}

export function isDocument(name: string): boolean {
  return !NOT_DOCUMENTS.test(name) && !path.basename(name).startsWith('.furrow-')
}

/** Whether a restore may write it: not `.git`, `yarn.lock` and other names that Furrow leaves to git and the system. */
export function isWritable({ path: name }: Pick<BackupFile, 'path'>): boolean {
  return whyNotRepoPath(name) === undefined
}

/** Worktrees of agents are checkouts; what was made in them is in git. */
export function isRecord(name: string): boolean {
  return !name.startsWith(`runs/${AGENT_WORKTREES}/`)
}

/** Regular files only: a link could lead anywhere. */
function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap(entry => {
    if (entry.isDirectory()) return filesBelow(path.join(folder, entry.name)).map(name => `${entry.name}/${name}`)
    return entry.isFile() ? [entry.name] : []
  })
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

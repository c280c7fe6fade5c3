import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasCode } from '../../store/files/io-refusal.ts'
import { isDeadTag, processTag } from '../../store/locks/processes.ts'
import { entriesIn } from './links.ts'

const PREFIX = 'furrow-temporary-'

interface TemporaryFolder extends Disposable {
  readonly folder: string
}

/** What an agent and its commands have for `/tmp`, until the run ends; those that killed processes left are removed. */
export function makeTemporaryFolder(): TemporaryFolder {
  const base = fs.realpathSync(os.tmpdir())
  for (const name of fs.readdirSync(base).filter(each => each.startsWith(PREFIX)))
    if (isDeadTag(name.slice(PREFIX.length))) removeLeftover(path.join(base, name))
  const folder = fs.mkdtempSync(path.join(base, `${PREFIX}${processTag()}-`))
  return { folder, [Symbol.dispose]: () => removeFolder(folder) }
}

/** Everybody has folders in `/tmp`, and another run may be removing the same one. */
function removeLeftover(folder: string): void {
  try {
    if (fs.statSync(folder).uid === process.getuid?.()) removeFolder(folder)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTEMPTY')) throw error
  }
}

function removeFolder(folder: string): void {
  openFolders(folder)
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Folders that may not be written, like those of Go's module cache, could not be emptied. */
function openFolders(folder: string): void {
  fs.chmodSync(folder, 0o700)
  for (const entry of entriesIn(folder)) if (entry.isDirectory()) openFolders(path.join(folder, entry.name))
}

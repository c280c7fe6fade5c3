import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isDeadTag, processTag } from '../../../store/locks/processes.ts'
import { INDEX_FOLDER } from './index-folder.ts'

const PREFIX = 'furrow-index-'

/** Whether the index can be kept in the worktree: on a disk that can be written to, in a folder that is ours. */
export function isWritable(root: string): boolean {
  let folder = path.join(root, INDEX_FOLDER)
  while (folder !== root && !fs.existsSync(folder)) folder = path.dirname(folder)
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A folder of this process alone; those that killed processes left behind are removed. */
export function makeTemporaryIndexFolder(): string {
  const base = os.tmpdir()
  for (const name of fs.readdirSync(base).filter(each => each.startsWith(PREFIX)))
    if (isDeadTag(name.slice(PREFIX.length))) fs.rmSync(path.join(base, name), { recursive: true, force: true })
  return fs.mkdtempSync(path.join(base, `${PREFIX}${processTag()}-`))
}

import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { diskRefusal } from '../../store/files.ts'
import type { Memory } from '../port.ts'

const KEPT = 7
/** Copying a larger file would keep the caller waiting; doctor says so and the person decides when. */
const MOST_BYTES = 64 * 1024 * 1024

/** One copy a day, made by the first write of that day that finds room for it; the newest seven are kept. */
export async function backUpDaily(memory: Memory, file: string, now: number): Promise<void> {
  try {
    await backUp(memory, file, now)
  } catch (error) {
    const why = diskRefusal(error)
    // What was written is saved already.
    if (!isRefused(why) || why.code !== 'disk_full') throw error
  }
}

async function backUp(memory: Memory, file: string, now: number): Promise<void> {
  const folder = folderFor(file)
  const target = path.join(folder, `memory-${new Date(now).toISOString().slice(0, 10)}.db`)
  if (fs.existsSync(target) || fs.statSync(file).size > MOST_BYTES) return
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  await memory.backUp(target)
  for (const old of backupsOf(file).slice(KEPT)) fs.rmSync(old)
}

/** Newest first. */
export function backupsOf(file: string): string[] {
  const folder = folderFor(file)
  if (!fs.existsSync(folder)) return []
  const names = fs.readdirSync(folder).filter(name => /^memory-\d{4}-\d\d-\d\d\.db$/.test(name))
  return names
    .sort()
    .reverse()
    .map(name => path.join(folder, name))
}

function folderFor(file: string): string {
  return path.join(path.dirname(file), 'backups')
}

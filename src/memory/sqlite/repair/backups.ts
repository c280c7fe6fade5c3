import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../../operation/errors.ts'
import { diskRefusal } from '../../../store/files/io-refusal.ts'
import type { Memory } from '../../port.ts'

const KEPT = 7
/** Copying a larger file would keep the caller waiting; doctor says so and the person decides when. */
const MOST_BYTES = 64 * 1024 * 1024

/** One copy a day, made by the first write of that day that finds room for it; the newest seven are kept. */
export async function backUpDaily(memory: Memory, places: BackupPlaces, now: number): Promise<void> {
  const day = dayOf(now)
  if (seenTo.get(places.file) === day) return
  // In a tool they are out of sight; the next write outside leaves the copy.
  if (!canWrite(places.folder)) return
  try {
    await backUp(memory, places, day)
    seenTo.set(places.file, day)
  } catch (error) {
    const why = diskRefusal(error)
    // What was written is saved already.
    if (!isRefused(why) || why.code !== 'disk_full') throw error
  }
}

export interface BackupPlaces {
  readonly file: string
  readonly folder: string
}

function canWrite(folder: string): boolean {
  try {
    fs.accessSync(fs.existsSync(folder) ? folder : path.dirname(folder), fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The day whose copy this process made, found or could not make because the file is too large. */
const seenTo = new Map<string, string>()

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

async function backUp(memory: Memory, { file, folder }: BackupPlaces, day: string): Promise<void> {
  const target = path.join(folder, `memory-${day}.db`)
  if (fs.existsSync(target) || fs.statSync(file).size > MOST_BYTES) return
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  await memory.backUp(target)
  for (const old of memoryBackupsIn(folder).slice(KEPT)) fs.rmSync(old)
}

/** Newest first. */
export function memoryBackupsIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  const names = fs.readdirSync(folder).filter(name => /^memory-\d{4}-\d\d-\d\d\.db$/.test(name))
  return names
    .sort()
    .reverse()
    .map(name => path.join(folder, name))
}

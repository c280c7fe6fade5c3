import fs from 'node:fs'
import path from 'node:path'
import type { Refused } from '../operation/errors.ts'
import { whyReadOnly } from '../store/database/open-stored.ts'
import { isPlaceholderDatabase, writePlaceholderIfFree } from '../store/relocated/placeholder-database.ts'
import { relocateDatabase, stagedCopy } from '../store/relocated/relocate-database.ts'
import type { Home } from './home.ts'

/** In a folder of its own: tools may write to memory, and to nothing that is beside it in the person's folder. */
export const MEMORY_FOLDER = 'memory'
const MEMORY_NAME = 'memory.db'

type HomeFolder = Pick<Home, 'dir'>

/** Where memory is: where 0.1 had it, as long as it could not be moved. Nothing is made or moved. */
export function memoryFile(home: HomeFolder): string {
  const [file, old] = [newPlace(home), oldPlace(home)]
  if (fs.existsSync(file)) return file
  if (isMemory(old)) return old
  // Whoever moved it was killed before the last step.
  return fs.existsSync(old) && fs.existsSync(stagedCopy(file)) ? stagedCopy(file) : file
}

/** A memory at the old place beside the one in use: an older Furrow, or a restored copy, put it there. */
export function secondMemory(home: HomeFolder): string | undefined {
  const [file, old] = [newPlace(home), oldPlace(home)]
  return fs.existsSync(file) && isMemory(old) ? old : undefined
}

export function memoryBackups(home: HomeFolder): string {
  return path.join(home.dir, 'backups')
}

export interface SettledMemory {
  readonly file: string
  /** Why it is not at its new place, and cannot be written to. */
  readonly refusal?: Refused
}

/** What 0.1 wrote is moved to its folder, before anything is written to it. */
export function settleMemory(home: HomeFolder): SettledMemory {
  const [file, old] = [newPlace(home), oldPlace(home)]
  if (memoryFile(home) === file) {
    if (fs.existsSync(home.dir)) writePlaceholderIfFree(old)
    return { file }
  }
  if (whyReadOnly(old) !== undefined) return { file: memoryFile(home) }
  const moved = relocateDatabase(old, file, patience())
  if (moved.kind === 'damaged') return { file: old }
  return moved.kind === 'refused' ? { file: old, refusal: moved.refusal } : { file }
}

const WAIT_MS = 2000
let hasWaited = false

/** A command that is about to end is waited for, once; a server answers its next callers at once. */
function patience(): number {
  const wait = hasWaited ? 0 : WAIT_MS
  hasWaited = true
  return wait
}

function newPlace({ dir }: HomeFolder): string {
  return path.join(dir, MEMORY_FOLDER, MEMORY_NAME)
}

function oldPlace({ dir }: HomeFolder): string {
  return path.join(dir, MEMORY_NAME)
}

function isMemory(file: string): boolean {
  return fs.existsSync(file) && !isPlaceholderDatabase(file)
}

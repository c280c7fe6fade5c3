import path from 'node:path'
import { filesHash } from './copy.ts'
import type { Notes, ReadToolFile } from './shipped-notes.ts'

/** What comes with Furrow under one name: the kit or a tool. Paths are relative to the folder of tools. */
export interface ShippedSet {
  readonly name: string
  readonly files: ReadonlyMap<string, Buffer>
  /** Once added it belongs to its repository: only a newer one replaces it, while what is built in is always as it ships. */
  readonly added: boolean
}

export interface FileRefresh {
  readonly file: string
  readonly before: Uint8Array | undefined
  /** Nothing: it is no part of this version. */
  readonly after: Buffer | undefined
  /** What is there is neither this version nor what Furrow wrote. */
  readonly edited: boolean
}

/** What makes the files that are there those that ship. */
export function refresh(set: ShippedSet, notes: Notes, read: ReadToolFile): FileRefresh[] {
  if (set.added && !isNewerShipped(set, notes)) return []
  const names = [...set.files.keys(), ...(set.added ? formerFiles(set, notes) : [])]
  return names.flatMap(file => {
    const [before, after] = [read(file), set.files.get(file)]
    const hash = before === undefined ? undefined : filesHash(before)
    if (hash === (after === undefined ? undefined : filesHash(after))) return []
    if (before !== undefined && isConfig(file)) return []
    return [{ file, before, after, edited: hash !== undefined && hash !== notes.get(file) }]
  })
}

/** Whether Furrow ships something else than what it once wrote here. */
export function isNewerShipped(set: ShippedSet, notes: Notes): boolean {
  const differs = [...set.files].some(([file, bytes]) => notes.get(file) !== filesHash(bytes))
  return differs || formerFiles(set, notes).length > 0
}

function formerFiles({ name, files }: ShippedSet, notes: Notes): string[] {
  return [...notes.keys()].filter(file => file.startsWith(`${name}/`) && !files.has(file))
}

/** The config of a tool is its user's, and only made where there is none. */
function isConfig(file: string): boolean {
  return path.basename(file) === 'config.yaml'
}

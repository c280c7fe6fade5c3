import fs from 'node:fs'

/** The file behind an open database. */
export type Inode = bigint | undefined

export function inodeOf(file: string): Inode {
  return fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.ino
}

/** Whether another file stands at its place by now: what is written through the open one nobody would ever find. */
export function isReplaced(file: string, opened: Inode): boolean {
  return opened !== undefined && inodeOf(file) !== opened
}

import fs from 'node:fs'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'

/** The files that SQLite opens by name for one database. */
const PARTS = ['', '-wal', '-shm', '-journal'] as const

/**
 * SQLite would open, write and change the mode of what a link in the place of a database, or of its log, leads to. Furrow
 * makes no such links; a tool that can write beside a database can.
 */
export function refuseLinked(file: string): void {
  for (const part of PARTS) {
    const place = `${file}${part}`
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw refuse('damaged', `${place} is a symbolic link; nothing is read or written through it. Move it away.`, {
        target: place,
        fix: shell`mv ${place} ${`${place}.link`}`,
      })
  }
}

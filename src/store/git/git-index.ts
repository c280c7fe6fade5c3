import fs from 'node:fs'
import { readRegularFile } from '../files/read-file.ts'

/** An index knows which files are unchanged, so that not all of them are read again. */
export function copyIndex(from: string, to: string): void {
  if (!fs.existsSync(from)) return
  // Git compares files that are as new as their index byte for byte; a copy must not look newer than it is.
  const { atimeMs, mtimeMs } = fs.statSync(from)
  fs.writeFileSync(to, readRegularFile(from))
  fs.utimesSync(to, atimeMs / 1000, Math.floor(mtimeMs / 1000))
}

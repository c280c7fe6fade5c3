import fs from 'node:fs'
import path from 'node:path'
import { writeDurably } from './files.ts'

/** Puts a text that lost a conflict where its author finds it again; returns the place. */
export function keepConflictCopy(folder: string, name: string, bytes: Uint8Array): string {
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, '_').slice(-100)
  const stamp = new Date().toISOString().replace(/[-:.]/g, '').slice(0, 18)
  for (let n = 1; ; n += 1) {
    const file = path.join(folder, `${stamp}-${n}-${safe}`)
    if (fs.existsSync(file)) continue
    writeDurably(file, bytes)
    return file
  }
}

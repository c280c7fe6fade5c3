import fs from 'node:fs'
import path from 'node:path'
import { clearDamage } from '../database/write-guard.ts'
import { syncFile, syncFolder, tempName } from '../files/files.ts'
import { ioRefusal } from '../files/io-refusal.ts'
import { refuseLinked } from '../inside/refuse-linked.ts'

/**
 * Makes a new database beside a damaged one and puts it in its place once it is whole and on the disk. The damaged one
 * is kept, with its log; until the last step it is where it was. `build` leaves nothing in the log of the new one.
 */
export function replaceDamaged<T>(
  file: string,
  now: number,
  build: (fresh: string) => T,
): { readonly kept: string; readonly built: T } {
  const folder = path.dirname(file)
  const work = path.join(folder, tempName())
  try {
    fs.mkdirSync(work, { mode: 0o700 })
    const fresh = path.join(work, path.basename(file))
    const built = build(fresh)
    // A copy: connections that have the one just built open must not be found behind the new file.
    const placed = path.join(work, 'placed.db')
    fs.copyFileSync(fresh, placed)
    fs.chmodSync(placed, 0o600)
    syncFile(placed)
    const kept = putAside(file, now)
    fs.renameSync(placed, file)
    clearDamage(file)
    syncFolder(folder)
    return { kept, built }
  } catch (error) {
    throw ioRefusal(error, file)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/** A second name for the damaged file; its log goes there too, since a new database must not find it. */
function putAside(file: string, now: number): string {
  const kept = freeName(`${file}.damaged-${new Date(now).toISOString().replace(/[-:.]/g, '').slice(0, 15)}`)
  if (fs.existsSync(file)) fs.linkSync(file, kept)
  for (const suffix of ['-wal', '-shm'])
    if (fs.existsSync(`${file}${suffix}`)) fs.renameSync(`${file}${suffix}`, `${kept}${suffix}`)
  syncFolder(path.dirname(file))
  return kept
}

function freeName(name: string): string {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}-${n}`
    if (!fs.existsSync(candidate)) return candidate
  }
}

/** The bytes of a database and of its log, as they lie on the disk. */
export function bytesOf(file: string): { readonly file: Buffer; readonly wal: Buffer | undefined } {
  refuseLinked(file)
  const read = (name: string) => (fs.existsSync(name) ? fs.readFileSync(name) : undefined)
  return { file: read(file) ?? Buffer.alloc(0), wal: read(`${file}-wal`) }
}

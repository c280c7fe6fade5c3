import fs from 'node:fs'
import path from 'node:path'
import { tempName } from './files.ts'

export interface UnusedEntries {
  /** Only names of this form are looked at. */
  readonly named: RegExp
  /** Whether it can go; its age is known already. */
  readonly isUnused?: (place: string) => boolean
  readonly olderThanMs: number
}

/** So that whoever makes an entry never waits long for those of others. */
const MOST_AT_ONCE = 20

/**
 * Removes entries of a cache that nobody has touched for long, and returns their names. Each is moved aside first: a process
 * that makes the same one meanwhile makes it whole, and of two that sweep only one gets it. A cache that cannot be written is left alone.
 */
export function sweepUnused(folder: string, { named, isUnused = () => true, olderThanMs }: UnusedEntries): string[] {
  const swept: string[] = []
  try {
    for (const name of fs.readdirSync(folder)) {
      if (swept.length === MOST_AT_ONCE) break
      const place = path.join(folder, name)
      if (!named.test(name) || !isOlder(place, olderThanMs) || !isUnused(place)) continue
      const aside = path.join(folder, tempName())
      fs.renameSync(place, aside)
      fs.rmSync(aside, { recursive: true, force: true })
      swept.push(name)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return swept
}

function isOlder(place: string, ms: number): boolean {
  const stats = fs.lstatSync(place, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs < Date.now() - ms
}

const DAY_MS = 24 * 60 * 60 * 1000
export const UNUSED_MS = 90 * DAY_MS

/** Says that an entry is used. Once a day is enough, and one that cannot be written is nobody's to sweep. */
export function touchUsed(place: string): void {
  if (!isOlder(place, DAY_MS)) return
  try {
    const now = new Date()
    fs.utimesSync(place, now, now)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

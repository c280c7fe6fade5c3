import fs from 'node:fs'
import { type CoveredPackage, type SnapshotRoots, type ToolSnapshot, takeSnapshot } from './snapshot.ts'

/** What a snapshot says, without its bytes. */
export interface Closure {
  readonly hash: string
  /** The tool's own files and what they import beside them, absolute. */
  readonly files: readonly string[]
  readonly packages: readonly CoveredPackage[]
}

/** What files look like, each looked at once: for one answer about many tools that share some. */
export type FileStamps = Map<string, string>

/** Read again only where something looks different. */
export function closureOf(folder: string, { base, root }: SnapshotRoots, looks: FileStamps = new Map()): Closure {
  const known = closureAsBefore(folder, base, looks)
  if (known !== undefined) return known
  const began = Date.now()
  const snapshot = takeSnapshot(folder, { base, root })
  const closure = withoutBytes(snapshot)
  const places = [...new Set([...snapshot.seen, ...snapshot.looked])]
  const key = keyOf(folder, base)
  const look = lookOf(places, new Map())
  // One that changed just now may change again without looking any different.
  if (changedAt(places) < began - UNSURE_MS) remembered.set(key, { closure, places, look })
  else remembered.delete(key)
  return closure
}

/** The closure of before, where nothing looks different. */
export function closureAsBefore(folder: string, base: string, looks: FileStamps): Closure | undefined {
  const known = remembered.get(keyOf(folder, base))
  return known !== undefined && known.look === lookOf(known.places, looks) ? known.closure : undefined
}

/** The same, read again whatever it looks like: before something is executed. */
export function closureNow(folder: string, place: SnapshotRoots): Closure {
  return withoutBytes(takeSnapshot(folder, place))
}

function withoutBytes({ hash, files, packages }: ToolSnapshot): Closure {
  return { hash, files, packages }
}

/** Some file systems count in steps of two seconds. */
const UNSURE_MS = 2000

interface Remembered {
  readonly closure: Closure
  readonly places: readonly string[]
  readonly look: string
}

const remembered = new Map<string, Remembered>()

function keyOf(folder: string, base: string): string {
  return `${folder}\0${base}`
}

/** Sizes, times and places: nobody changes a file without changing one of them, but for the clock itself. */
function lookOf(places: readonly string[], looks: FileStamps): string {
  let all = ''
  for (const place of places) {
    let look = looks.get(place)
    if (look === undefined) {
      const stat = fs.statSync(place, { throwIfNoEntry: false })
      look = stat === undefined ? 'gone,' : `${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}:${stat.ino},`
      looks.set(place, look)
    }
    all += look
  }
  return all
}

/** The latest change; where nothing is, nothing changed. */
function changedAt(places: readonly string[]): number {
  return places.reduce((latest, place) => {
    const stat = fs.statSync(place, { throwIfNoEntry: false })
    return stat === undefined ? latest : Math.max(latest, stat.mtimeMs, stat.ctimeMs)
  }, 0)
}

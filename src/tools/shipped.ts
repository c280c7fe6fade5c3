import fs from 'node:fs'
import path from 'node:path'
import { packageRoot } from '../store/installation/package-root.ts'
import { type Closure, closureOf } from './files/closure.ts'
import { shippedTools, type ToolPlace } from './files/tool-folders.ts'

/** The hash under which a tool ships with this Furrow, whose own files stay as they are while it runs. */
export function shippedHash(name: string): string | undefined {
  places ??= new Map(shippedTools().map(place => [place.name, place]))
  const place = places.get(name)
  if (place === undefined) return undefined
  const hash = hashes.get(name) ?? closureOf(place.folder, { base: place.base, root: place.base }).hash
  hashes.set(name, hash)
  return hash
}

let places: ReadonlyMap<string, ToolPlace> | undefined
const hashes = new Map<string, string>()

/** What a tool says about itself as it ships; the build has asked it. */
export function shippedMeta(name: string, closure: Closure): Record<string, unknown> | undefined {
  return shippedHash(name) === closure.hash ? shippedMetas()[name] : undefined
}

let known: Record<string, Record<string, unknown>> | undefined

/** What each of them says about itself, by name. */
export function shippedMetas(): Readonly<Record<string, Record<string, unknown>>> {
  const file = path.join(packageRoot(), 'dist/tool-metas.json')
  known ??= fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  return known ?? {}
}

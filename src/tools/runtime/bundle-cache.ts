import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { makeFolder, tempName, writeDurably } from '../../store/files/files.ts'
import { hasCode } from '../../store/files/io-refusal.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { sweepUnused, touchUsed, UNUSED_MS } from '../../store/files/sweep-unused.ts'
import type { Home } from '../../workspace/home.ts'
import type { SnapshotFile, ToolSnapshot } from '../files/snapshot.ts'

/** A bundle, beside it the files that it loads when it runs. */
export interface Built {
  readonly name: 'tool.cjs' | 'tool.mjs'
  readonly code: Uint8Array
  /** Packages that cannot be part of one text are loaded from beside it. */
  readonly loadsPackages: boolean
}

/** Where the files of a snapshot are while a bundle is made of them, and where it will be afterwards. */
export interface BuildFolder extends Disposable {
  readonly folder: string
  readonly files: string
  /** Where the bundle will be run from. */
  readonly target: string
  readonly key: string
}

/** The files of the tool, as below the root of a repository. */
export const FILES = 'files'

/** What a finished bundle consists of. It is with what is trusted, where no tool can write, and apart from the cache. */
const Sums = z.object({
  schema_version: z.literal(1),
  bundle: z.enum(['tool.cjs', 'tool.mjs']),
  /** SHA-256 by path; of a link, of where it leads. */
  sums: z.record(z.string(), z.string()),
})
type Sums = z.infer<typeof Sums>

/** The bundle that is kept, when each byte of it and of what it loads is the one that was made. */
export function verifiedBundle(home: Home, key: string): string | undefined {
  const sums = readSums(home, key)
  if (sums === undefined) return undefined
  const folder = cacheFolder(home, key)
  if (!isWhole(folder, sums.sums)) return undefined
  touchUsed(folder)
  return path.join(folder, sums.bundle)
}

/** With the snapshot in it. Inside another tool the cache can only be read: then it is where that tool may write. */
export function openBuildFolder(home: Home, key: string, snapshot: ToolSnapshot): BuildFolder {
  const workplace = cachedBuildFolder(home, key) ?? temporaryBuildFolder(key)
  for (const [place, file] of snapshot.contents) write(path.join(workplace.files, place), file)
  for (const [place, target] of snapshot.links)
    link(path.join(workplace.files, place), path.join(workplace.files, target))
  // Ends the search for a description of the code, which would go on in the folders above.
  if (!snapshot.contents.has(DESCRIPTION)) write(path.join(workplace.files, DESCRIPTION), ANONYMOUS)
  return workplace
}

const DESCRIPTION = 'package.json'
const ANONYMOUS: SnapshotFile = { bytes: Buffer.from('{"private":true}\n'), isExecutable: false }

function cachedBuildFolder(home: Home, key: string): BuildFolder | undefined {
  try {
    const target = cacheFolder(home, key)
    const folder = path.join(path.dirname(target), tempName())
    makeFolder(path.dirname(target), 0o700)
    // Not `recursive`: of a read-only file system Node would say that the folder does not exist.
    fs.mkdirSync(folder, { mode: 0o700 })
    return { folder, files: path.join(folder, FILES), target, key, [Symbol.dispose]: () => remove(folder) }
  } catch (error) {
    if (hasCode(error, 'EROFS')) return undefined
    throw error
  }
}

function temporaryBuildFolder(key: string): BuildFolder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-tool-'))
  return { folder, files: path.join(folder, FILES), target: folder, key, [Symbol.dispose]: () => undefined }
}

/** The sums are those of the bytes in memory: whatever becomes of the files, they are compared with these. */
export function cacheBundle(
  home: Home,
  workplace: BuildFolder,
  made: { snapshot: ToolSnapshot; built: Built },
): string {
  const { folder, target, key } = workplace
  const { snapshot, built } = made
  const kept = built.loadsPackages ? snapshot : ownPart(snapshot)
  if (!built.loadsPackages) removePackages(workplace, snapshot)
  write(path.join(folder, built.name), { bytes: Buffer.from(built.code), isExecutable: false })
  if (target === folder) return path.join(folder, built.name)
  const sums: Sums = { schema_version: 1, bundle: built.name, sums: sumsOf(kept, built) }
  place(workplace, sums.sums)
  writeDurably(sumsFile(home, key), Buffer.from(`${JSON.stringify(sums)}\n`))
  forgetUnused(home)
  return path.join(target, built.name)
}

/** Every edit of a tool leaves a bundle behind, and what it says of itself. */
function forgetUnused(home: Home): void {
  const swept = sweepUnused(cacheFolder(home, ''), { named: /^[\da-f]{16,}/, olderThanMs: UNUSED_MS })
  for (const key of swept) remove(path.join(home.dir, ...sumsPlace(key)))
}

/** Another process that made the same at the same time may be running it: what is whole stays where it is. */
function place({ folder, target }: BuildFolder, sums: Sums['sums']): void {
  if (isWhole(target, sums)) return
  try {
    remove(target)
    fs.renameSync(folder, target)
  } catch (error) {
    if (!isWhole(target, sums)) throw error
  }
}

type OwnFiles = Pick<ToolSnapshot, 'contents' | 'links'>

function ownPart({ contents, packages }: ToolSnapshot): OwnFiles {
  const isOwn = (place: string) => !packages.some(({ path: folder }) => place.startsWith(`${folder}/`))
  return { contents: new Map([...contents].filter(([place]) => isOwn(place))), links: new Map() }
}

function removePackages({ files }: BuildFolder, { packages, links }: ToolSnapshot): void {
  for (const place of [...links.keys(), ...packages.map(({ path: folder }) => folder)]) remove(path.join(files, place))
}

function sumsOf({ contents, links }: OwnFiles, built: Built): Record<string, string> {
  const described = contents.has(DESCRIPTION) ? [] : [[DESCRIPTION, ANONYMOUS] as const]
  const files = [...contents, ...described].map(([place, { bytes }]) => [`${FILES}/${place}`, sumOf(bytes)] as const)
  const linked = [...links].map(([place, target]) => [`${FILES}/${place}`, sumOf(linkText(place, target))] as const)
  return Object.fromEntries([...files, ...linked, [built.name, sumOf(built.code)]])
}

/** Nothing is missing, changed or added. */
function isWhole(folder: string, sums: Readonly<Record<string, string>>): boolean {
  const found = entriesIn(folder)
  if (found === undefined || found.length !== Object.keys(sums).length) return false
  return found.every(({ place, isLink }) => {
    const expected = sums[path.relative(folder, place).split(path.sep).join('/')]
    return expected !== undefined && expected === sumOf(isLink ? fs.readlinkSync(place) : fs.readFileSync(place))
  })
}

function entriesIn(folder: string): { place: string; isLink: boolean }[] | undefined {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
      const place = path.join(folder, entry.name)
      return entry.isDirectory() ? (entriesIn(place) ?? []) : [{ place, isLink: entry.isSymbolicLink() }]
    })
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

function readSums(home: Home, key: string): Sums | undefined {
  const bytes = readBytes(path.join(home.dir, ...sumsPlace(key)))
  if (bytes === undefined) return undefined
  try {
    return Sums.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch {
    // Unreadable sums verify nothing: the bundle is made again.
    return undefined
  }
}

function sumsPlace(key: string): [string, string, string] {
  return ['trust', 'bundles', `${key}.json`]
}

function sumsFile(home: Home, key: string): string {
  return home.file(...sumsPlace(key))
}

function cacheFolder(home: Home, key: string): string {
  return path.join(home.dir, 'caches', 'tools', key)
}

function sumOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function write(file: string, { bytes, isExecutable }: SnapshotFile): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  fs.writeFileSync(file, bytes, { mode: isExecutable ? 0o700 : 0o600 })
}

function link(place: string, target: string): void {
  fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
  fs.symlinkSync(linkText(place, target), place)
}

function linkText(place: string, target: string): string {
  return path.relative(path.dirname(place), target)
}

function remove(place: string): void {
  fs.rmSync(place, { recursive: true, force: true })
}

import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { isInside } from '../../store/files/contain.ts'
import { readRegularFile } from '../../store/files/read-file.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import { importsOf, isScriptFile } from './imports.ts'
import { describePackage, filesOfPackage, findPackage, type Installed } from './packages.ts'
import { isReservedFolder, TOOLS } from './tool-folders.ts'

/** A package that the code of a tool reaches; all of its files are covered. */
export interface CoveredPackage {
  readonly name: string
  readonly version: string
  readonly files: number
  readonly isNative: boolean
  /** As a path of the snapshot. */
  readonly path: string
}

/**
 * Everything that decides what a tool does when it runs, each file read once, found without running anything. What
 * runs is made of these bytes and of nothing else.
 */
export interface ToolSnapshot {
  readonly hash: string
  /** The tool's own files and what they import beside them, absolute. */
  readonly files: readonly string[]
  readonly packages: readonly CoveredPackage[]
  /** By path as below the root of a repository: `.sdlc/tools/build/tool.ts`, `node_modules/x/index.js`. */
  readonly contents: ReadonlyMap<string, SnapshotFile>
  /** Links between packages, by path, to a path. */
  readonly links: ReadonlyMap<string, string>
  /** Files and folders that have to look the same for the hash to be the same. */
  readonly seen: readonly string[]
  /** Where packages were looked for, found or not. */
  readonly looked: readonly string[]
}

export interface SnapshotFile {
  readonly bytes: Buffer
  readonly isExecutable: boolean
}

export interface SnapshotRoots {
  readonly base: string
  readonly root: string
}

/** Of the tool itself. */
const OWN = { files: 2000, bytes: 20 * 2 ** 20 }
/** With its packages. */
const ALL = { files: 30_000, bytes: 256 * 2 ** 20 }

/** Texts for people and for tests decide nothing. */
const APART = /^(?:node_modules|tests?|\.git|README\.md|CHANGELOG\.md|\.furrow-.*)$/i

/**
 * The tool's own folder, what its code imports beside it, and every file of each package that it reaches. More than an
 * exact closure, so that a file that is loaded by a computed name is covered as well.
 */
export function takeSnapshot(folder: string, { base, root }: SnapshotRoots): ToolSnapshot {
  const taking: SnapshotBuild = {
    folder,
    base,
    root: isInside(root, base) ? root : base,
    contents: new Map(),
    links: new Map(),
    packages: new Map(),
    looked: new Set(),
    seen: new Set(),
    bytes: 0,
  }
  const { files, packages } = takeOwn(taking)
  takePackages(taking, packages)
  return {
    hash: hashOf(taking),
    files: files.sort(),
    packages: [...taking.packages.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    contents: taking.contents,
    links: taking.links,
    seen: [...taking.seen],
    looked: [...taking.looked],
  }
}

interface SnapshotBuild extends SnapshotRoots {
  readonly folder: string
  readonly contents: Map<string, SnapshotFile>
  readonly links: Map<string, string>
  readonly packages: Map<string, CoveredPackage>
  readonly looked: Set<string>
  readonly seen: Set<string>
  bytes: number
}

/** A package that code in a folder names. */
interface ImportedPackage {
  readonly name: string
  readonly from: string
}

function takeOwn(taking: SnapshotBuild): { files: string[]; packages: ImportedPackage[] } {
  const { folder, root, base } = taking
  const [files, packages]: [string[], ImportedPackage[]] = [[], []]
  const waiting = ownFiles(taking, folder).filter(
    file => isScriptFile(file) || !isReservedFolder(folder, topOf(folder, file)),
  )
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (taking.contents.has(pathOf(taking, file))) continue
    refuseForeign(file, [root, base])
    const bytes = take(taking, file, OWN)
    taking.seen.add(path.dirname(file))
    files.push(file)
    if (!isScriptFile(file)) continue
    const found = importsOf(file, bytes.toString(), root)
    waiting.push(...found.files)
    packages.push(...found.packages.map(name => ({ name, from: path.dirname(file) })))
  }
  return { files, packages }
}

function takePackages(taking: SnapshotBuild, wanted: readonly ImportedPackage[]): void {
  const waiting = [...wanted]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = findPackage(next.name, next.from, taking)
    if (found === undefined) continue
    const place = pathOf(taking, found.folder)
    if (found.link !== undefined) taking.links.set(pathOf(taking, found.link), place)
    if (taking.packages.has(place)) continue
    const { covered, needs } = takePackage(taking, found, place)
    taking.packages.set(place, covered)
    waiting.push(...needs.map(name => ({ name, from: found.folder })))
  }
}

function takePackage(taking: SnapshotBuild, { name, folder }: Installed, place: string) {
  if (isInside(folder, taking.base))
    throw refuse('usage', `${name} is this repository itself. Import the file by its path.`, { target: name })
  const { files, folders } = filesOfPackage(folder)
  for (const below of folders) taking.seen.add(below)
  for (const file of files) take(taking, file, ALL)
  const text = taking.contents.get(`${place}/package.json`)?.bytes.toString() ?? ''
  const { version, needs, isNative } = describePackage(
    text,
    files.map(file => path.relative(folder, file)),
  )
  return { covered: { name, version, files: files.length, isNative, path: place }, needs }
}

function take(taking: SnapshotBuild, file: string, most: typeof OWN): Buffer {
  const place = pathOf(taking, file)
  const known = taking.contents.get(place)
  if (known !== undefined) return known.bytes
  const bytes = readRegularFile(file)
  taking.bytes += bytes.length
  if (taking.contents.size >= most.files || taking.bytes > most.bytes) throw tooLarge(taking, most)
  taking.contents.set(place, { bytes, isExecutable: (fs.statSync(file).mode & 0o100) !== 0 })
  taking.seen.add(file)
  return bytes
}

function tooLarge({ folder, root }: SnapshotBuild, most: typeof OWN): Error {
  const what = most === OWN ? 'is larger than a tool may be' : 'and its packages are larger than a tool may be'
  const said = `${path.relative(root, folder)} ${what} (${most.files} files, ${most.bytes / 2 ** 20} MiB).`
  return refuse('too_large', said, { target: folder })
}

/** Where it would be if the tools were at the usual place of a repository. */
function pathOf({ base }: SnapshotRoots, file: string): string {
  const place = path.posix.normalize(path.posix.join(TOOLS, path.relative(base, file).split(path.sep).join('/')))
  if (place === '..' || place.startsWith('../'))
    throw refuse('usage', `${file} is outside of the repository.`, { target: file })
  return place
}

/** Names are relative to the folder of tools, so that the same code has the same hash in every worktree. */
function hashOf({ contents, links }: SnapshotBuild): string {
  const nameOf = (place: string) => path.posix.relative(TOOLS, place)
  const files = [...contents].map(([place, { bytes }]) => [nameOf(place), bytes] as const)
  const linked = [...links].map(([place, target]) => [`link\0${nameOf(place)}`, nameOf(target)] as const)
  const sorted = [...files, ...linked].sort(([a], [b]) => (a < b ? -1 : 1))
  return contentHash(...sorted.flat())
}

/** `index` of `index/1.db` */
function topOf(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep)[0] ?? ''
}

function ownFiles(taking: SnapshotBuild, folder: string): string[] {
  taking.seen.add(folder)
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (APART.test(entry.name)) return []
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return ownFiles(taking, file)
    return entry.isFile() || entry.isSymbolicLink() ? [file] : []
  })
}

/** A link that leaves the repository would bring in what nobody can see in it. */
function refuseForeign(file: string, roots: readonly string[]): void {
  const real = fs.realpathSync(file)
  if (!roots.some(root => isInside(fs.realpathSync(root), real)))
    throw refuse('usage', `${file} leads outside of the repository.`, { target: file })
  if (fs.statSync(real).isDirectory())
    throw refuse('usage', `${file} is a link to a folder. Import its files by their path.`, { target: file })
}

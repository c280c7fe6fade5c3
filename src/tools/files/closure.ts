import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { isInside } from '../../store/contain.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import { isApart } from './places.ts'

/** Everything that decides what a tool does when it runs, found without running anything. */
export interface Closure {
  readonly hash: string
  /** Absolute. */
  readonly files: readonly string[]
}

const MOST_FILES = 2000
const MOST_BYTES = 20 * 2 ** 20
/** Texts for people and for tests decide nothing. */
const APART = /^(?:node_modules|tests?|\.git|README\.md|CHANGELOG\.md|\.furrow-.*)$/i

interface Place {
  readonly base: string
  readonly root: string
}

/** What files look like, each looked at once: for one answer about many tools that share some. */
export type Looks = Map<string, string>

/**
 * The tool's own folder, what its code imports beside it, and the lockfile of the packages it uses. More than an exact
 * closure in the folder itself, so that a file that is loaded by a computed name is covered as well.
 */
export function closureOf(folder: string, { base, root }: Place, looks: Looks = new Map()): Closure {
  const known = closureAsBefore(folder, base, looks)
  if (known !== undefined) return known
  const began = Date.now()
  const closure = walk(folder, { base, root })
  const places = [
    ...new Set([...closure.files, ...closure.files.map(file => path.dirname(file)), ...foldersIn(folder)]),
  ]
  const key = keyOf(folder, base)
  const look = lookOf(places, new Map())
  // One that changed just now may change again without looking any different.
  if (changedAt(places) < began - UNSURE_MS) remembered.set(key, { closure, places, look })
  else remembered.delete(key)
  return closure
}

/** The closure of before, where nothing looks different. */
export function closureAsBefore(folder: string, base: string, looks: Looks): Closure | undefined {
  const known = remembered.get(keyOf(folder, base))
  return known !== undefined && known.look === lookOf(known.places, looks) ? known.closure : undefined
}

/** The same, read again whatever it looks like: before something is executed. */
export function closureNow(folder: string, place: Place): Closure {
  return walk(folder, place)
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

function walk(folder: string, { base, root }: Place): Closure {
  const found = new Map<string, Buffer>()
  const waiting = filesIn(folder).filter(file => isCode(file) || !isApart(folder, topOf(folder, file)))
  let bytes = 0
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    refuseForeign(file, [root, base])
    const content = fs.readFileSync(file)
    bytes += content.length
    if (found.size >= MOST_FILES || bytes > MOST_BYTES)
      throw refuse('too_large', `${path.relative(root, folder)} holds more than a tool may.`, { target: folder })
    found.set(file, content)
    if (isCode(file)) waiting.push(...importsOf(file, content.toString()))
  }
  const sorted = [...found].map(([file, content]) => [path.relative(base, file), content] as const).sort(byName)
  return { hash: contentHash(...sorted.flat()), files: [...found.keys()].sort() }
}

/** `index` of `index/1.db` */
function topOf(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep)[0] ?? ''
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function filesIn(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (APART.test(entry.name)) return []
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(file)
    return entry.isFile() || entry.isSymbolicLink() ? [file] : []
  })
}

/** A link that leaves the repository would bring in what nobody can see in it. */
function refuseForeign(file: string, roots: readonly string[]): void {
  const real = fs.realpathSync(file)
  if (roots.some(root => isInside(fs.realpathSync(root), real))) return
  throw refuse('usage', `${file} leads outside of the repository.`, { target: file })
}

function isCode(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file)
}

const IMPORTS =
  /(?:\bfrom\s*|\bimport\s*|\bimport\s*\(\s*|\brequire\s*\(\s*|\bimport\.meta\.resolve\s*\(\s*)(['"`])([^'"`\n]+)\1/g

function importsOf(file: string, source: string): string[] {
  const specifiers = Array.from(source.matchAll(IMPORTS), ([, , specifier = '']) => specifier)
  const local = specifiers.filter(isRelative).flatMap(specifier => resolved(path.dirname(file), specifier) ?? [])
  const usesPackages = specifiers.some(specifier => !isRelative(specifier) && !/^(?:node|bun|npm|jsr):/.test(specifier))
  return usesPackages ? [...local, ...lockfileAbove(path.dirname(file))] : local
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../')
}

const ENDINGS = ['', '.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

/** `./x.js` may mean `x.ts`, as TypeScript has it. */
function resolved(folder: string, specifier: string): string | undefined {
  const place = path.resolve(folder, specifier)
  const candidates = [...ENDINGS.map(ending => `${place}${ending}`), place.replace(/\.([cm]?)js$/, '.$1ts')]
  return candidates.find(file => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
}

const LOCKFILES = ['package-lock.json', 'bun.lock', 'bun.lockb', 'pnpm-lock.yaml', 'yarn.lock', 'deno.lock']

/** Beside the `node_modules` from which packages resolve. */
function lockfileAbove(folder: string): string[] {
  if (fs.existsSync(path.join(folder, 'node_modules')))
    return LOCKFILES.map(name => path.join(folder, name)).filter(file => fs.existsSync(file))
  const parent = path.dirname(folder)
  return parent === folder ? [] : lockfileAbove(parent)
}

/** Sizes, times and places: nobody changes a file without changing one of them, but for the clock itself. */
function lookOf(places: readonly string[], looks: Looks): string {
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

function changedAt(places: readonly string[]): number {
  const stats = places.map(place => fs.statSync(place, { throwIfNoEntry: false }))
  return Math.max(
    ...stats.map(stat => (stat === undefined ? Number.POSITIVE_INFINITY : Math.max(stat.mtimeMs, stat.ctimeMs))),
  )
}

/** A new file changes its folder. */
function foldersIn(folder: string): string[] {
  const below = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !APART.test(entry.name))
  return [folder, ...below.flatMap(({ name }) => foldersIn(path.join(folder, name)))]
}

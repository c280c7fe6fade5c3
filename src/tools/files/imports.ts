import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { readRegularFile } from '../../store/files/read-file.ts'

/** What the code of one file names, as far as its text says so. */
export interface Imports {
  /** Files beside it, absolute. */
  readonly files: readonly string[]
  /** Packages, by name. */
  readonly packages: readonly string[]
}

export function isScriptFile(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file)
}

const IMPORTS =
  /(?:\bfrom\s*|\bimport\s*|\bimport\s*\(\s*|\brequire\s*\(\s*|\bimport\.meta\.resolve\s*\(\s*)(['"`])([^'"`\n]+)\1/g

/** What a function is called with: one that `createRequire` made may have any name. */
const CALLED_WITH = /[\w)]\s*\(\s*(['"`])([^'"`\n]+)\1/g

/** `root`: where the search for a `package.json` with `imports` ends. */
export function importsOf(file: string, source: string, root: string): Imports {
  const patterns = source.includes('createRequire') ? [IMPORTS, CALLED_WITH] : [IMPORTS]
  const matches = patterns.flatMap(pattern => Array.from(source.matchAll(pattern), ([, , specifier = '']) => specifier))
  const specifiers = new Set(matches)
  const found = [...specifiers].map(specifier => named(specifier, path.dirname(file), root))
  return { files: found.flatMap(({ files }) => files), packages: found.flatMap(({ packages }) => packages) }
}

const NOTHING: Imports = { files: [], packages: [] }

function named(specifier: string, folder: string, root: string): Imports {
  if (specifier.startsWith('#')) return subpathImports(folder, root)
  if (/^\.\.?(?:\/|$)/.test(specifier)) return { files: localFiles(folder, specifier), packages: [] }
  const name = packageName(specifier)
  return name === undefined || isBuiltin(specifier) ? NOTHING : { files: [], packages: [name] }
}

/** `@scope/name` of `@scope/name/deep.js`. */
function packageName(specifier: string): string | undefined {
  return /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?=\/|$)/.exec(specifier)?.[0]
}

const ENDINGS = ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx', '.json']
const INDEXES = ['index.ts', 'index.tsx', 'index.js', 'index.json', 'package.json']

/** Each file that it may mean: `./x.js` may be `x.ts`, as TypeScript has it. */
function localFiles(folder: string, specifier: string): string[] {
  const place = path.resolve(folder, specifier)
  const there = fs.statSync(place, { throwIfNoEntry: false })
  if (there?.isFile() === true) return [place]
  const inside = there?.isDirectory() === true ? INDEXES.map(name => path.join(place, name)) : []
  const beside = ENDINGS.map(ending => `${place}${ending}`)
  return [...inside, ...beside, place.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')].filter(isFile)
}

/** `#x` means what the nearest `package.json` says under `imports`. */
function subpathImports(folder: string, root: string): Imports {
  const file = path.join(folder, 'package.json')
  if (!isFile(file))
    return folder === root || path.dirname(folder) === folder ? NOTHING : subpathImports(path.dirname(folder), root)
  const targets = textsIn(described(readRegularFile(file).toString('utf8'))['imports']).filter(
    target => !target.startsWith('#'),
  )
  const found = targets.map(target => named(target, folder, root))
  return {
    files: [file, ...found.flatMap(({ files }) => files)],
    packages: found.flatMap(({ packages }) => packages),
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A `package.json`; one that is broken describes nothing. */
export function described(text: string): Readonly<Record<string, unknown>> {
  try {
    const said = JSON.parse(text) as unknown
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

import fs from 'node:fs'
import path from 'node:path'
import { isInside } from '../../store/files/contain.ts'
import { described } from './imports.ts'

/** A package where it is installed, links followed. */
export interface Installed {
  readonly name: string
  readonly folder: string
  /** Where it was looked for, when that is a link. */
  readonly link: string | undefined
}

export interface PackageSearch {
  /** Nothing above it is looked at. */
  readonly root: string
  /** Every place that was looked at, there or not: another answer there is another package. */
  readonly looked: Set<string>
}

/** As Node looks for it: `node_modules` here, and in each folder above. What lies outside of the root is not found. */
export function findPackage(name: string, from: string, { root, looked }: PackageSearch): Installed | undefined {
  for (let folder = from; isInside(root, folder); folder = path.dirname(folder)) {
    if (path.basename(folder) === 'node_modules') continue
    const place = path.join(folder, 'node_modules', name)
    looked.add(place)
    if (fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true) return installedAt(name, place, root)
  }
  return undefined
}

function installedAt(name: string, place: string, root: string): Installed | undefined {
  const realRoot = fs.realpathSync(root)
  const real = fs.realpathSync(place)
  if (!isInside(realRoot, real)) return undefined
  const folder = path.join(root, path.relative(realRoot, real))
  return { name, folder, link: folder === place ? undefined : place }
}

/** Every file of it; the packages that are installed below it are others. */
export function filesOfPackage(folder: string): { files: string[]; folders: string[] } {
  const [files, folders]: [string[], string[]] = [[], [folder]]
  for (const below of folders) {
    for (const entry of fs.readdirSync(below, { withFileTypes: true })) {
      const place = path.join(below, entry.name)
      if (below === folder && (entry.name === 'node_modules' || entry.name === '.git')) continue
      if (entry.isDirectory()) folders.push(place)
      else if (entry.isFile() || isLinkToFile(entry, { place, folder })) files.push(place)
    }
  }
  return { files, folders }
}

/** A link that leaves its package is not followed, so what is behind it cannot be loaded. */
function isLinkToFile(entry: fs.Dirent, { place, folder }: { place: string; folder: string }): boolean {
  if (!entry.isSymbolicLink() || fs.statSync(place, { throwIfNoEntry: false })?.isFile() !== true) return false
  return isInside(fs.realpathSync(folder), fs.realpathSync(place))
}

const DEPENDS = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const

export interface PackageDescription {
  readonly version: string
  /** Packages that it may load, by name. */
  readonly needs: readonly string[]
  readonly isNative: boolean
}

/** What a package says of itself; `files` are relative to it. */
export function describePackage(text: string, files: readonly string[]): PackageDescription {
  const said = described(text)
  return {
    version: typeof said['version'] === 'string' ? said['version'] : '',
    needs: [...new Set(DEPENDS.flatMap(key => Object.keys(Object(said[key]))))],
    isNative:
      ['gypfile', 'napi', 'binary'].some(key => said[key] !== undefined) ||
      files.some(file => file === 'binding.gyp' || file.startsWith('prebuilds/') || file.endsWith('.node')),
  }
}

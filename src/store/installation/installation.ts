import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { findRepository } from '../git/find-repository.ts'
import { whyNotPlace } from '../programs/find-program.ts'
import { packageRoot } from './package-root.ts'

/** How this copy of Furrow got here, as far as its folder tells. */
export type Installation =
  | { readonly kind: 'clone'; readonly root: string }
  /** `node_modules` of a project, of a global prefix, or of the cache of npx. */
  | { readonly kind: 'package'; readonly root: string; readonly npm: NpmPlace; readonly source: string | undefined }
  | { readonly kind: 'unpacked'; readonly root: string }

interface NpmPlace {
  readonly prefix: string
  readonly isGlobal: boolean
}

export function installationAt(root: string = packageRoot()): Installation {
  const modules = path.dirname(root)
  if (path.basename(modules) === 'node_modules') {
    const npm = npmPlaceOf(modules)
    return { kind: 'package', root, npm, source: npm.isGlobal ? undefined : sourceIn(modules, npm.prefix) }
  }
  return { kind: fs.existsSync(path.join(root, '.git')) ? 'clone' : 'unpacked', root }
}

/** How to bring a copy up to date: a command when its source is known and a repository cannot swap it, else words. */
export interface UpdateAdvice {
  readonly says: string
  readonly fix?: ShellText
}

export function adviseUpdate(installation: Installation = installationAt()): UpdateAdvice {
  const copy = `This copy is ${describeInstallation(installation)}.`
  const fix = updateCommand(installation)
  return fix === undefined ? { says: `${copy} ${updateByHand(installation)}` } : { says: copy, fix }
}

/**
 * What brings this very copy up to date. The name is never looked up in a registry, where anybody could have taken it,
 * and no file is named by a relative path, which an opened repository could provide: the source is the clone, the
 * repository that npm noted, or the file that npm noted when no repository holds it.
 */
export function updateCommand(installation: Installation = installationAt()): ShellText | undefined {
  const { root } = installation
  switch (installation.kind) {
    case 'clone':
      return shell`git -C ${root} pull --ff-only && npm --prefix ${root} ci --ignore-scripts && npm --prefix ${root} run build`
    case 'unpacked':
      return undefined
    case 'package': {
      const { npm, source } = installation
      // Of what is installed globally npm notes no source.
      if (source === undefined || !(isRemoteRepository(source) || isOwnFile(source))) return undefined
      return shell`npm install --prefix ${npm.prefix} ${source}`
    }
  }
}

function updateByHand(installation: Installation): string {
  const newer = 'To update it, get a newer furrow.tgz from where you got this one and'
  if (installation.kind !== 'package') return `${newer} unpack it over ${installation.root}.`
  const { prefix, isGlobal } = installation.npm
  return `${newer} let npm install that file, by its full path, with the prefix ${prefix}${isGlobal ? ' (global)' : ''}.`
}

function describeInstallation(installation: Installation): string {
  const { root } = installation
  switch (installation.kind) {
    case 'clone':
      return `the git clone ${root}`
    case 'unpacked':
      return `an unpacked furrow.tgz in ${root}`
    case 'package': {
      const { npm, source } = installation
      if (npm.isGlobal) return `a global npm package below ${npm.prefix}, from a furrow.tgz`
      return `an npm package in ${npm.prefix}, from ${source ?? 'a furrow.tgz'}`
    }
  }
}

/** A project has its package.json beside `node_modules`; a global prefix has `lib/node_modules`, on Windows neither. */
function npmPlaceOf(modules: string): NpmPlace {
  const folder = path.dirname(modules)
  if (fs.existsSync(path.join(modules, '.package-lock.json'))) return { prefix: folder, isGlobal: false }
  if (path.basename(folder) === 'lib') return { prefix: path.dirname(folder), isGlobal: true }
  return { prefix: folder, isGlobal: process.platform === 'win32' }
}

/** Where npm noted to have it from: a file, a repository or an address. */
function sourceIn(modules: string, prefix: string): string | undefined {
  const noted = notedBy(path.join(modules, '.package-lock.json'))
  if (noted === undefined) return undefined
  return noted.startsWith('file:') ? path.resolve(prefix, noted.slice('file:'.length)) : noted.replace(/#.*$/, '')
}

function isRemoteRepository(source: string): boolean {
  return /^git(?:\+(?:ssh|https))?:\/\//.test(source)
}

/** A file outside of every repository that only its owner can write. */
function isOwnFile(source: string): boolean {
  const stats = path.isAbsolute(source) ? fs.lstatSync(source, { throwIfNoEntry: false }) : undefined
  return stats?.isFile() === true && !isInRepository(path.dirname(source)) && whyNotPlace(source, []) === undefined
}

function isInRepository(folder: string): boolean {
  try {
    return findRepository(folder) !== undefined
  } catch (error) {
    // One that is damaged is a repository too.
    if (isRefused(error)) return true
    throw error
  }
}

function notedBy(file: string): string | undefined {
  try {
    const { packages } = JSON.parse(fs.readFileSync(file, 'utf8')) as PackageLock
    return packages?.['node_modules/furrow']?.resolved
  } catch (error) {
    // Without its notes npm has none of them; what is left is the file that the person got.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return undefined
    throw error
  }
}

interface PackageLock {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>
}

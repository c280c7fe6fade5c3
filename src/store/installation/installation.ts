import fs from 'node:fs'
import path from 'node:path'
import { type ShellText, shell } from '../../operation/shell.ts'
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
    const npm = placeOf(modules)
    return { kind: 'package', root, npm, source: npm.isGlobal ? undefined : sourceIn(modules, npm.prefix) }
  }
  return { kind: fs.existsSync(path.join(root, '.git')) ? 'clone' : 'unpacked', root }
}

/**
 * What brings this very copy up to date. The name is never looked up in a registry, where anybody could have taken it:
 * the source is the clone, the repository that npm noted, or the newer furrow.tgz that the person has.
 */
export function updateCommand(installation: Installation = installationAt()): ShellText {
  const { root } = installation
  switch (installation.kind) {
    case 'clone':
      return shell`git -C ${root} pull --ff-only && npm --prefix ${root} ci --ignore-scripts && npm --prefix ${root} run build`
    case 'unpacked':
      return shell`tar --extract --strip-components=1 --directory ${root} --file ./furrow.tgz && npm --prefix ${root} install --omit=dev --ignore-scripts`
    case 'package': {
      const { isGlobal, prefix } = installation.npm
      const source = isRepository(installation.source) ? installation.source : './furrow.tgz'
      return isGlobal
        ? shell`npm install --global --prefix ${prefix} ${source}`
        : shell`npm install --prefix ${prefix} ${source}`
    }
  }
}

export function describeInstallation(installation: Installation = installationAt()): string {
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
function placeOf(modules: string): NpmPlace {
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

function isRepository(source: string | undefined): source is string {
  return source !== undefined && /^git(?:\+\w+)?:\/\//.test(source)
}

function notedBy(file: string): string | undefined {
  try {
    const { packages } = JSON.parse(fs.readFileSync(file, 'utf8')) as Noted
    return packages?.['node_modules/furrow']?.resolved
  } catch (error) {
    // Without its notes npm has none of them; what is left is the file that the person got.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return undefined
    throw error
  }
}

interface Noted {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>
}

import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { damaged } from '../../store/documents/document.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { revisionOf } from '../../store/files/files.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Home } from '../home.ts'
import type { Workspace } from '../workspace.ts'
import {
  type ConfigScope,
  type ConfigValue,
  definitionOf,
  expectation,
  formerValue,
  KEY_NAMES,
  type Key,
  toValue,
} from './keys.ts'

export const PROJECT_CONFIG = '.sdlc/config.yaml'
export const PERSON_CONFIG = 'config.yaml'

/** Sections that other domains read themselves; they are no settings, but no surprise either. */
const SECTIONS = ['schema_version', 'gates', 'flows', 'phases', 'tools', 'adr', 'agents', 'providers', 'forge'] as const

export interface ConfigFile {
  readonly scope: ConfigScope
  readonly path: string
  readonly revision?: string
  readonly values: ReadonlyMap<Key, ConfigValue>
  /** The whole file, for the domains that own a section of it. */
  readonly data: Readonly<Record<string, unknown>>
  /** Keys that nothing here reads; they are kept. */
  readonly unknown: readonly string[]
  /** Values of earlier versions that mean something else now. */
  readonly outdated: readonly OutdatedValue[]
}

interface OutdatedValue {
  readonly key: Key
  readonly says: string
}

export interface Setting {
  readonly value: ConfigValue | undefined
  readonly source: ConfigScope | 'default'
}

export interface Config {
  readonly project: ConfigFile
  readonly person: ConfigFile
  get(key: Key): Setting
}

export function readConfig({ home, workspace }: { home: Home; workspace: Workspace }): Config {
  const project = readFile('project', inProject(workspace.root))
  const person = readFile('person', path.join(home.dir, PERSON_CONFIG))
  return { project, person, get: key => effective(key, project, person) }
}

export interface ConfigProblem {
  readonly path: string
  readonly message: string
  readonly fix: ShellText
}

/** For what is only shown: a file that cannot be read counts as empty and is named. What acts asks `readConfig`. */
export function readableConfig({ home, workspace }: { home: Home; workspace: Workspace }): {
  config: Config
  problems: ConfigProblem[]
} {
  const problems: ConfigProblem[] = []
  const read = (scope: ConfigScope, file: string) => {
    try {
      return readFile(scope, file)
    } catch (error) {
      if (!isRefused(error)) throw error
      problems.push({ path: file, message: error.message, fix: shell`furrow doctor repair` })
      return emptyFile(scope, file)
    }
  }
  const project = read('project', inProject(workspace.root))
  const person = read('person', path.join(home.dir, PERSON_CONFIG))
  return { config: { project, person, get: key => effective(key, project, person) }, problems }
}

/** For what a call asks more than once and does not change itself. */
export function configDuring(call: { home: Home; workspace: Workspace; memo: Map<string, unknown> }): Config {
  const known = call.memo.get('config') as Config | undefined
  const config = known ?? readConfig(call)
  call.memo.set('config', config)
  return config
}

/** Where the settings of a project are. A link may lead to them, but not out of the project. */
function inProject(root: string): string {
  const place = path.join(root, PROJECT_CONFIG)
  return [path.dirname(place), place].some(isLink) ? resolveInside(root, PROJECT_CONFIG) : place
}

function isLink(place: string): boolean {
  return fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

export function readPersonConfig(home: Home): ConfigFile {
  return readFile('person', path.join(home.dir, PERSON_CONFIG))
}

/** A repository may set what is its own, and lower a limit; the person's word stands above it. */
function effective(key: Key, project: ConfigFile, person: ConfigFile): Setting {
  const { limit = false, fallback } = definitionOf(key)
  const [ours, theirs] = [person.values.get(key), project.values.get(key)]
  const allowed: Setting =
    ours === undefined ? { value: fallback, source: 'default' } : { value: ours, source: 'person' }
  if (theirs === undefined) return allowed
  if (!limit) return ours === undefined ? { value: theirs, source: 'project' } : allowed
  const isLower = allowed.value === undefined || Number(theirs) < Number(allowed.value)
  return isLower ? { value: theirs, source: 'project' } : allowed
}

/** As they were read last: one call asks for its settings again and again. */
const lastRead = new Map<string, ConfigFile>()

function readFile(scope: ConfigScope, file: string): ConfigFile {
  const bytes = readBytes(file)
  if (bytes === undefined) return emptyFile(scope, file)
  const last = lastRead.get(file)
  if (last?.scope === scope && last.revision === revisionOf(bytes)) return last
  const read = parseFile(scope, file, bytes)
  lastRead.set(file, read)
  return read
}

function emptyFile(scope: ConfigScope, file: string): ConfigFile {
  return { scope, path: file, values: new Map(), data: {}, unknown: [], outdated: [] }
}

function parseFile(scope: ConfigScope, file: string, bytes: Buffer): ConfigFile {
  const data = openYaml(bytes, file).data() ?? {}
  if (typeof data !== 'object' || Array.isArray(data)) throw damaged(file, 'is not a list of settings')
  const mapping = data as Record<string, unknown>
  const values = new Map<Key, ConfigValue>()
  const outdated: OutdatedValue[] = []
  for (const key of KEY_NAMES) {
    const found = valueAt(mapping, key)
    if (found === undefined || !definitionOf(key).scopes.includes(scope)) continue
    const former = formerValue(definitionOf(key), found)
    if (former !== undefined)
      outdated.push({ key, says: `${key} is ${String(found)}, which means ${former.value} now. ${former.why}` })
    const value = toValue(definitionOf(key), former?.value ?? found)
    if (value === undefined)
      throw damaged(file, `has ${key} set to something that is not ${expectation(definitionOf(key))}`, { field: key })
    values.set(key, value)
  }
  const unknown = unknownIn(mapping, scope)
  return { scope, path: file, revision: revisionOf(bytes), values, data: mapping, unknown, outdated }
}

function valueAt(data: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        at !== null && typeof at === 'object' && Object.hasOwn(at, part)
          ? (at as Record<string, unknown>)[part]
          : undefined,
      data,
    )
}

function unknownIn(data: Record<string, unknown>, scope: ConfigScope): string[] {
  const known = KEY_NAMES.filter(key => definitionOf(key).scopes.includes(scope))
  return leaves(data).filter(leaf => {
    const [section = ''] = leaf.split('.')
    return !(SECTIONS as readonly string[]).includes(section) && !(known as string[]).includes(leaf)
  })
}

function leaves(data: Record<string, unknown>, prefix = ''): string[] {
  return Object.entries(data).flatMap(([key, value]) =>
    prefix === '' && value !== null && typeof value === 'object' && !Array.isArray(value)
      ? leaves(value as Record<string, unknown>, `${key}.`)
      : [`${prefix}${key}`],
  )
}

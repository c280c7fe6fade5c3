import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Environment } from '../../../operation/environment.ts'
import { writeDurably } from '../../files/files.ts'
import { hasCode } from '../../files/io-refusal.ts'
import { readGitFile } from '../find-repository.ts'
import { allowedSettings } from './allowed.ts'
import { type GitSetting, sectionOf, subsectionOf } from './config-text.ts'

/** `git config --list` over the files of the person and of the system, with what they include for this repository. */
export type ListPersonSettings = () => Promise<string>

export interface SettingsRequest {
  readonly gitDir: string
  /** Where what was read is kept. */
  readonly folder: string
  /** What an include may depend on. */
  readonly repository: string
  readonly env: Environment
  readonly list: ListPersonSettings
}

interface CachedSettings {
  /** Every file that was read, or would have been if it were there. */
  readonly files: readonly string[]
  readonly state: string
  readonly settings: readonly GitSetting[]
}

const remembered = new Map<string, CachedSettings>()

/** What the person's own files say, as far as every call of git may know it. Asked of git when one of them has changed. */
export async function personSettings(request: SettingsRequest): Promise<readonly GitSetting[]> {
  const file = path.join(request.folder, `person-${keyOf(request)}.json`)
  const known = remembered.get(file) ?? readKnown(file)
  if (known !== undefined && known.state === stateOf(known.files)) {
    remembered.set(file, known)
    return known.settings
  }
  const listed = parseList(await request.list())
  const files = filesOf(request, listed)
  const settings = allowedSettings(
    listed.map(({ setting }) => setting),
    'person',
  )
  const now = { files, state: stateOf(files), settings }
  remembered.set(file, now)
  keep(file, now)
  return settings
}

/** What the person's own files say about more than that: never kept, asked each time. */
export async function askPersonSettings(
  list: ListPersonSettings,
  source: 'programs' | 'noted',
): Promise<readonly GitSetting[]> {
  const settings = parseList(await list()).map(({ setting }) => setting)
  return allowedSettings(settings, source)
}

interface ListedSetting {
  readonly origin: string
  readonly setting: GitSetting
}

/** Three parts each, as `--show-scope --show-origin --null` prints them; only the person's and the system's own count. */
function parseList(text: string): ListedSetting[] {
  const parts = text.split('\0')
  const listed: ListedSetting[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope, origin = '', said = ''] = parts.slice(at, at + 3)
    if (scope !== 'global' && scope !== 'system') continue
    const end = said.indexOf('\n')
    const [key, value] = end === -1 ? [said, 'true'] : [said.slice(0, end), said.slice(end + 1)]
    listed.push({ origin: origin.replace(/^file:/, ''), setting: { key, value } })
  }
  return listed
}

function filesOf({ gitDir, env }: SettingsRequest, listed: readonly ListedSetting[]): string[] {
  const home = env.HOME ?? os.homedir()
  const files = [
    path.join(home, '.gitconfig'),
    path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'git/config'),
    '/etc/gitconfig',
    ...listed.map(({ origin }) => origin),
    ...listed.flatMap(each => includedFile(each, home)),
    ...(listed.some(({ setting }) => /^includeif\.onbranch:/.test(setting.key)) ? [path.join(gitDir, 'HEAD')] : []),
  ]
  return [...new Set(files)].filter(file => path.isAbsolute(file))
}

/** Included or not this time: it may be there, or its condition may hold, the next time. */
function includedFile({ origin, setting: { key, value } }: ListedSetting, home: string): string[] {
  const section = sectionOf(key)
  if (section !== 'include' && !(section === 'includeif' && subsectionOf(key) !== undefined)) return []
  const file = value.startsWith('~/') ? path.join(home, value.slice(2)) : value
  return [path.resolve(path.dirname(origin), file)]
}

function stateOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(JSON.stringify([file, contentOf(file) ?? null]))
  return hash.digest('hex')
}

function contentOf(file: string): string | undefined {
  try {
    return readGitFile(file)
  } catch {
    // What cannot be read says nothing, to git as to us.
    return undefined
  }
}

function keyOf({ gitDir, repository, env }: SettingsRequest): string {
  const parts = [gitDir, repository, env.HOME, env.XDG_CONFIG_HOME]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

function readKnown(file: string): CachedSettings | undefined {
  try {
    const { files, state, settings } = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<CachedSettings>
    if (!Array.isArray(files) || typeof state !== 'string' || !Array.isArray(settings)) return undefined
    return { files, state, settings: allowedSettings(settings, 'person') }
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** A cache: where it cannot be written, git is asked again. */
function keep(file: string, known: CachedSettings): void {
  try {
    writeDurably(file, Buffer.from(JSON.stringify(known)), 0o600)
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

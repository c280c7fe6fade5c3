import fs from 'node:fs'
import path from 'node:path'
import type { Layer } from '../../runs/spawn/shield.ts'
import { isInside } from '../../store/contain.ts'
import { hasCode, makeFolder } from '../../store/files.ts'
import type { AgentConfig } from '../config.ts'
import { KNOWN, type KnownAgent } from '../known.ts'
import { CACHES, KEYS, SERVICES, SESSIONS, TEMPORARY, TERMINALS } from './personal-places.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Personal {
  /** Over a machine that is read-only. */
  readonly layers: readonly Layer[]
  readonly hidden: readonly string[]
}

/**
 * Of the person's own folder an agent reads everything but keys, and writes what is listed: its own folders and the caches
 * of package managers. Whatever else it makes there, where nothing was, goes with the run and never reaches the disk, so
 * that no shell, git, ssh or desktop of the person starts with it later.
 */
export function personalLayers(env: Env, agent?: AgentConfig): Personal {
  const home = homeIn(env)
  const given = (places: readonly string[] = []) => places.map(place => place.replace(/^~(?=\/|$)/, home ?? '~'))
  const sees = given(agent?.sees)
  const closed = (places: readonly string[]) => places.filter(place => !sees.includes(place))
  const own = [...temporaryIn(env), ...given(agent?.writes)]
  const machine: Layer[] = [
    ['writable', TEMPORARY],
    ['temporary', closed(placesIn(SESSIONS))],
  ]
  const services = closed([...SERVICES, ...placesIn('/tmp', TERMINALS)])
  if (home === undefined) return { layers: [...machine, ['writable', own]], hidden: services }
  const below = (names: readonly string[]) => names.map(name => placeOf(name, home, env))
  const { folders = [], files = [], settings = [] } = keptBy(agent)
  for (const folder of [...below(folders), ...own]) if (isInside(home, folder)) makeFolder(folder, 0o700)
  const writable = [...below([...folders, ...files, ...CACHES]), ...own]
  const opened = { writable, added: below(settings) }
  return {
    layers: [...machine, ...rootsOf(home, env).flatMap(root => showFolder(root, opened)), ['writable', writable]],
    hidden: [...closed(below(KEYS)), ...services],
  }
}

/** By its name or its program: a person may call it anything. */
function keptBy(agent: AgentConfig | undefined): Partial<KnownAgent['keeps']> {
  const program = path.basename(agent?.command ?? '')
  const known = KNOWN.find(({ starts }) => starts.some(({ command }) => command === program))
  return (known ?? KNOWN.find(({ name }) => name === agent?.name))?.keeps ?? {}
}

/** The root of the machine is nobody's folder. */
function homeIn({ HOME }: Env): string | undefined {
  return HOME === undefined || path.resolve(HOME) === '/' || !fs.existsSync(HOME) ? undefined : fs.realpathSync(HOME)
}

/** The person's own, where it is not one of those that everybody has. */
function temporaryIn({ TMPDIR }: Env): string[] {
  if (TMPDIR === undefined || TEMPORARY.some(place => isInside(place, TMPDIR))) return []
  return [TMPDIR]
}

function placesIn(folder: string, named = /^/): string[] {
  return entriesIn(folder).flatMap(({ name }) => (named.test(name) ? [path.join(folder, name)] : []))
}

/** Where a person keeps these instead. */
const MOVED = {
  '.config': 'XDG_CONFIG_HOME',
  '.cache': 'XDG_CACHE_HOME',
  '.local/share': 'XDG_DATA_HOME',
  '.local/state': 'XDG_STATE_HOME',
} as const

function placeOf(name: string, home: string, env: Env): string {
  const [folder, variable] = Object.entries(MOVED).find(([folder]) => isInside(folder, name)) ?? []
  const moved = variable === undefined ? undefined : movedTo(env[variable])
  return moved === undefined ? path.join(home, name) : path.join(moved, path.relative(folder ?? '', name))
}

function movedTo(place: string | undefined): string | undefined {
  if (place === undefined || !path.isAbsolute(place)) return undefined
  return fs.existsSync(place) ? fs.realpathSync(place) : place
}

/** The person's folder, and what lies elsewhere although it belongs there. */
function rootsOf(home: string, env: Env): string[] {
  const elsewhere = Object.values(MOVED).flatMap(variable => movedTo(env[variable]) ?? [])
  return [home, ...new Set(elsewhere.filter(place => !isInside(home, place) && fs.existsSync(place)))]
}

interface Opened {
  readonly writable: readonly string[]
  /** Folders that something can be added to, for as long as the run takes. */
  readonly added: readonly string[]
}

/**
 * A folder whose own entries are read-only, and in which new ones can be made that go with the run. One that holds something
 * writable further down is shown in the same way. Sockets and the like are left out: connecting to one writes no file.
 */
function showFolder(folder: string, opened: Opened): Layer[] {
  const { writable, added } = opened
  const entries = entriesIn(folder).map(entry => ({ entry, place: path.join(folder, entry.name) }))
  const others = entries.filter(({ place }) => !writable.includes(place))
  const holding = others.filter(
    ({ entry, place }) => entry.isDirectory() && [...writable, ...added].some(one => isInside(place, one)),
  )
  const whole = others.filter(one => !holding.includes(one))
  const placesWhere = (matches: (entry: fs.Dirent) => boolean) =>
    whole.filter(({ entry }) => matches(entry)).map(({ place }) => place)
  return [
    ['temporary', [folder]],
    ['linked', placesWhere(entry => entry.isSymbolicLink())],
    ['shown', placesWhere(entry => entry.isFile() || entry.isDirectory())],
    ...holding.flatMap(({ place }) => showFolder(place, opened)),
  ]
}

/** A folder that may not be read has nothing to show. */
function entriesIn(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (hasCode(error, 'EACCES') || hasCode(error, 'ENOENT')) return []
    throw error
  }
}

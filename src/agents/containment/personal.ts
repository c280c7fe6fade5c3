import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Environment } from '../../operation/environment.ts'
import { aliasesOf } from '../../runs/spawn/kernel/aliases.ts'
import type { Layer } from '../../runs/spawn/shield.ts'
import { isInside } from '../../store/files/contain.ts'
import { makeFolder } from '../../store/files/files.ts'
import { KNOWN, type KnownAgent } from '../config/known.ts'
import type { AgentConfig } from '../config/read-agents.ts'
import {
  CACHES,
  IDENTITY,
  NAME_SERVICES,
  SERVICES,
  SHARED_FOLDERS,
  TEMPORARY,
  TOOLCHAINS,
} from './contained-folders.ts'
import { entriesIn, type FollowLinks, followOutside } from './links.ts'
import { findProgramPlaces } from './programs.ts'

interface PersonalRequest {
  readonly env: Environment
  readonly agent: AgentConfig | undefined
  /** What Furrow itself needs in there. */
  readonly needed: readonly string[]
  /** Takes the place of every temporary folder; without it they are in memory. */
  readonly temporary: string | undefined
}

interface Personal {
  /** Over a machine that is read-only. */
  readonly layers: readonly Layer[]
  /** Where sockets stay reachable. */
  readonly allowed: readonly string[]
}

/**
 * Of the person's own folder an agent sees what is listed, and nothing else: its own folders, caches of package managers,
 * installed programs, who the person is to git, and what the config names. Of these it writes its own folders and the
 * caches. Whatever else it makes there goes with the run and never reaches the disk, so that no shell, git, ssh or desktop
 * of the person starts with it later. Temporary folders are its own, and of services it sees those that look up names.
 */
export function personalLayers({ env, agent, needed, temporary }: PersonalRequest): Personal {
  const home = homeIn(env)
  const own = rootsOf(home, env)
  // Also where a file system that is mounted twice shows them again.
  const roots = [...own, ...aliasesOf(own).filter(place => fs.statSync(place).isDirectory())]
  const below = (names: readonly string[]) =>
    home === undefined ? [] : names.map(name => personalFolder(name, home, env))
  const given = (places: readonly string[] = []) => places.map(place => place.replace(/^~(?=\/|$)/, home ?? '~'))
  const { folders = [], files = [], settings = [] } = keptBy(agent)
  const [writes, sees] = [given(agent?.writes), given(agent?.sees)]
  for (const folder of [...below(folders), ...writes])
    if (home !== undefined && isInside(home, folder)) makeFolder(folder, 0o700)
  const follow = followOutside([...below([...KNOWN_PLACES, ...folders, ...files, ...CACHES]), ...writes])
  const empty = emptyLayers(roots, env, temporary)
  const covered = empty.flatMap(([, places]) => places)
  const programs = findProgramPlaces({ path: env.PATH, agent, roots: covered, shared: below(SHARED_FOLDERS), follow })
  const view = viewOf({
    covered,
    shown: [...below([...TOOLCHAINS, ...IDENTITY]), ...programs, ...NAME_SERVICES, ...needed, ...sees],
    writable: [...below([...folders, ...files, ...CACHES]), ...writes],
    addable: below(settings),
    follow,
  })
  return {
    layers: [...empty, ...view],
    allowed: [...NAME_SERVICES, ...needed, ...sees].flatMap(place => follow(place).end ?? []),
  }
}

/** What any agent may have written, this one or another. */
const KNOWN_PLACES = KNOWN.flatMap(({ keeps: { folders, files = [] } }) => [...folders, ...files])

/** By its name or its program: a person may call it anything. */
function keptBy(agent: AgentConfig | undefined): Partial<KnownAgent['keeps']> {
  const program = path.basename(agent?.command ?? '')
  const known = KNOWN.find(({ starts }) => starts.some(({ command }) => command === program))
  return (known ?? KNOWN.find(({ name }) => name === agent?.name))?.keeps ?? {}
}

/** The root of the machine is nobody's folder. */
function homeIn({ HOME }: Environment): string | undefined {
  return HOME === undefined || path.resolve(HOME) === '/' || !fs.existsSync(HOME) ? undefined : fs.realpathSync(HOME)
}

/** Where a person keeps these instead. */
const MOVED = {
  '.config': 'XDG_CONFIG_HOME',
  '.cache': 'XDG_CACHE_HOME',
  '.local/share': 'XDG_DATA_HOME',
  '.local/state': 'XDG_STATE_HOME',
} as const

function personalFolder(name: string, home: string, env: Environment): string {
  const [folder, variable] = Object.entries(MOVED).find(([folder]) => isInside(folder, name)) ?? []
  const moved = variable === undefined ? undefined : movedTo(env[variable])
  return moved === undefined ? path.join(home, name) : path.join(moved, path.relative(folder ?? '', name))
}

function movedTo(place: string | undefined): string | undefined {
  if (place === undefined || !path.isAbsolute(place)) return undefined
  return fs.existsSync(place) ? fs.realpathSync(place) : place
}

/** The person's folder, what lies elsewhere although it belongs there, and what services have. */
function rootsOf(home: string | undefined, env: Environment): string[] {
  const moved = Object.values(MOVED).flatMap(variable => movedTo(env[variable]) ?? [])
  const elsewhere = moved.filter(place => home !== undefined && !isInside(home, place) && fs.existsSync(place))
  return [...new Set([...(home === undefined ? [] : [home]), ...accountHome(), ...elsewhere, SERVICES])]
}

/** Where HOME is set to another folder, as in many containers, the logins may lie in the one of the account all the same. */
function accountHome(): string[] {
  try {
    const { homedir, uid } = os.userInfo()
    const place = fs.realpathSync(homedir)
    return place !== '/' && fs.statSync(place).uid === uid ? [place] : []
  } catch {
    return []
  }
}

/** Each of these folders is empty at first. One may lie in another, so the outer one comes first. */
function emptyLayers(roots: readonly string[], { TMPDIR }: Environment, temporary: string | undefined): Layer[] {
  const person = TMPDIR === undefined || !path.isAbsolute(TMPDIR) || !fs.existsSync(TMPDIR) ? [] : [TMPDIR]
  const places = [...TEMPORARY, ...person].filter(place => fs.existsSync(place)).map(place => fs.realpathSync(place))
  const others = [...new Set(places)].filter(place => place !== '/' && !roots.includes(place))
  const layers: Layer[] = [
    ...others.map(
      (place): Layer => (temporary === undefined ? ['temporary', [place]] : ['replaced', [place], temporary]),
    ),
    ...roots.map((root): Layer => ['temporary', [root]]),
  ]
  return layers.toSorted(([, [one = '']], [, [other = '']]) => one.length - other.length)
}

interface ViewRequest {
  /** Folders that are empty at first. */
  readonly covered: readonly string[]
  readonly shown: readonly string[]
  readonly writable: readonly string[]
  /** Nothing of what is made in these is kept. */
  readonly addable: readonly string[]
  readonly follow: FollowLinks
}

/** What is there of the listed places, with the links that lead to it. */
function viewOf({ covered, shown, writable, addable, follow }: ViewRequest): Layer[] {
  const ways = [...shown, ...writable, ...addable].map(follow)
  const ends = (places: readonly string[]) => places.flatMap(place => follow(place).end ?? [])
  const open = ends(writable)
  const seen = outermost(ends(shown).filter(isWithin(covered))).filter(place => !isWithin(open)(place))
  const isHere = isWithin([...seen, ...open])
  const links = ways.flatMap(way => way.links).filter(link => isWithin(covered)(link) && !isHere(link))
  return [['shown', seen], ['linked', [...new Set(links)]], ['writable', open], ...ends(addable).flatMap(addableFolder)]
}

function isWithin(folders: readonly string[]): (place: string) => boolean {
  return place => folders.some(folder => isInside(folder, place))
}

function outermost(places: readonly string[]): string[] {
  const unique = [...new Set(places)]
  return unique.filter(place => !unique.some(other => other !== place && isInside(other, place)))
}

/** A folder whose own entries are read-only, and in which new ones can be made that go with the run. */
function addableFolder(folder: string): Layer[] {
  const entries = entriesIn(folder)
  const placesWhere = (matches: (entry: fs.Dirent) => boolean) =>
    entries.filter(matches).map(({ name }) => path.join(folder, name))
  return [
    ['temporary', [folder]],
    ['linked', placesWhere(entry => entry.isSymbolicLink())],
    ['shown', placesWhere(entry => entry.isFile() || entry.isDirectory())],
  ]
}

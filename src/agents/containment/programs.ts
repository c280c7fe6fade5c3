import fs from 'node:fs'
import path from 'node:path'
import { isInside } from '../../store/files/contain.ts'
import type { AgentConfig } from '../config/read-agents.ts'
import { entriesIn, type FollowLinks } from './links.ts'

interface AgentProgramSearch {
  readonly path: string | undefined
  readonly agent: AgentConfig | undefined
  /** Only what lies in one of these is looked for; the rest of the machine is visible anyway. */
  readonly roots: readonly string[]
  /** Folders that are never shown whole. */
  readonly shared: readonly string[]
  readonly follow: FollowLinks
}

/**
 * Where programs of the person's own lie: the folders on PATH, those that links in them lead to, and what the agent's own
 * command line names, each with the libraries beside it.
 */
export function findProgramPlaces(search: AgentProgramSearch): string[] {
  const inRoots = (place: string) => search.roots.some(root => isInside(root, place))
  const folders = (search.path ?? '').split(':').filter(folder => path.isAbsolute(folder) && inRoots(folder))
  const linked = folders.flatMap(folder => linkedFrom(folder, search))
  return [
    ...folders.flatMap(folder => withLibraries(folder, search)),
    ...linked.flatMap(program => placesOf(program, search)),
    ...placesOf(search.agent?.command ?? '', search),
    ...(search.agent?.args ?? []).flatMap(word => packageWith(word, search)),
  ]
}

function linkedFrom(folder: string, { follow }: AgentProgramSearch): string[] {
  const links = entriesIn(folder).filter(entry => entry.isSymbolicLink())
  return links.flatMap(({ name }) => follow(path.join(folder, name)).end ?? [])
}

/** A program with the package that it belongs to, or with its folder. */
function placesOf(program: string, search: AgentProgramSearch): string[] {
  const places = packageWith(program, search)
  const end = places.at(-1)
  return places.length > 1 || end === undefined ? places : [...places, ...withLibraries(path.dirname(end), search)]
}

/** A file that a command line names, with the package that it belongs to. */
function packageWith(word: string, search: AgentProgramSearch): string[] {
  const { end } = path.isAbsolute(word) ? search.follow(word) : {}
  if (end === undefined || !search.roots.some(root => isInside(root, word) || isInside(root, end))) return []
  const own = packageOf(path.dirname(end), search)
  return own === undefined ? [word] : [word, own]
}

function packageOf(folder: string, search: AgentProgramSearch): string | undefined {
  if (isShared(folder, search) || folder === '/') return undefined
  return fs.existsSync(path.join(folder, 'package.json')) ? folder : packageOf(path.dirname(folder), search)
}

const LIBRARIES = ['lib', 'lib64', 'libexec', 'include', 'share']

function withLibraries(folder: string, search: AgentProgramSearch): string[] {
  if (isShared(folder, search)) return []
  const parent = path.dirname(folder)
  if (path.basename(folder) !== 'bin' || isShared(parent, search)) return [folder]
  return [folder, ...LIBRARIES.map(name => path.join(parent, name))]
}

/** Also what such a folder lies in. */
function isShared(folder: string, { roots, shared }: AgentProgramSearch): boolean {
  return [...roots, ...shared].some(one => isInside(folder, one))
}

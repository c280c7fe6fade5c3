import fs from 'node:fs'
import path from 'node:path'
import { isInside } from '../../store/files/contain.ts'
import { hasCode } from '../../store/files/io-refusal.ts'

interface LinkTrail {
  /** Symbolic links that are followed, each at a real place. */
  readonly links: readonly string[]
  /** The real place it ends at, where there is one. */
  readonly end?: string
}

const MOST_LINKS = 40

export type FollowLinks = (place: string) => LinkTrail

/**
 * What an agent can write may hold links of its own making: one that lies in such a place leads nowhere, or it would choose
 * what the next agent is shown.
 */
export function followOutside(writable: readonly string[]): FollowLinks {
  const places = [...new Set(writable.flatMap(place => [place, followLinks(place).end ?? place]))]
  const isOfAgent = (link: string) => places.some(place => place !== link && isInside(place, link))
  return place => {
    const way = followLinks(place)
    return way.links.some(isOfAgent) ? { links: [] } : way
  }
}

/** How the system gets to a place, link by link: in a view where folders are missing, each link has to be made again. */
function followLinks(place: string): LinkTrail {
  const links: string[] = []
  let at = '/'
  let rest = partsOf(place)
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = path.join(at, name)
    const stats = statsOf(next)
    if (stats === undefined || links.length > MOST_LINKS) return { links }
    if (!stats.isSymbolicLink()) {
      at = next
      continue
    }
    links.push(next)
    rest = [...partsOf(path.resolve(at, fs.readlinkSync(next))), ...rest]
    at = '/'
  }
  return { links, end: at }
}

function partsOf(place: string): string[] {
  return path.resolve(place).split('/').filter(Boolean)
}

/** What lies in a folder that may not be entered counts as missing. */
function statsOf(place: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false })
  } catch (error) {
    if (hasCode(error, 'EACCES')) return undefined
    throw error
  }
}

/** A folder that may not be read has nothing to show. */
export function entriesIn(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (['EACCES', 'ENOENT', 'ENOTDIR'].some(code => hasCode(error, code))) return []
    throw error
  }
}

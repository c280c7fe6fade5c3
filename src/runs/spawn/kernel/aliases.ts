import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isWithinMount, type Mount, mountFinder, readMounts } from './read-mounts.ts'

/** Other places where a file system that is mounted twice shows a folder, or something in it. */
export function aliasesOf(places: readonly string[], mounts = ownMounts()): string[] {
  if (mounts.length < 2) return []
  const mountAt = mountFinder(mounts)
  const found = places.flatMap(place => {
    const origin = mountOriginOf(place, mountAt)
    return origin === undefined ? [] : mounts.flatMap(mount => aliasBy(mount, { place, origin, mountAt }) ?? [])
  })
  return [...new Set(found)].filter(alias => existsSync(alias))
}

/** Systems without this list have no bind mounts either. */
function ownMounts(): Mount[] {
  return existsSync('/proc/self/mountinfo') ? readMounts('self') : []
}

/** Where something is on its file system, whatever of that is mounted where. */
export interface MountOrigin {
  readonly device: string
  readonly path: string
}

type MountAt = ReturnType<typeof mountFinder>

export function mountOriginOf(place: string, mountAt: MountAt): MountOrigin | undefined {
  const mount = mountAt(place)
  return mount === undefined
    ? undefined
    : { device: mount.device, path: join(mount.root, relative(mount.place, place)) }
}

interface Sought {
  readonly place: string
  readonly origin: MountOrigin
  readonly mountAt: MountAt
}

/** Where this mount shows what is sought, unless that is its own place or another mount lies over it. */
export function aliasBy(mount: Mount, { place, origin, mountAt }: Sought): string | undefined {
  if (mount.device !== origin.device) return undefined
  if (isWithinMount(mount.root, origin.path)) {
    const alias = join(mount.place, relative(mount.root, origin.path))
    return alias !== place && mountAt(alias) === mount ? alias : undefined
  }
  const isPart = isWithinMount(origin.path, mount.root) && !isWithinMount(place, mount.place)
  return isPart && mountAt(mount.place) === mount ? mount.place : undefined
}

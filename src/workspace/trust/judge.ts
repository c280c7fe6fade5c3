import path from 'node:path'
import { isInside } from '../../store/files/contain.ts'
import type { Pins } from './model.ts'
import type { TrustSubject } from './subjects.ts'

/** `followed`: covered by a folder that the person follows, whatever it says. `changed`: trusted once, in other words. */
export type TrustState = 'trusted' | 'followed' | 'changed' | 'new'

/** Hashes are trusted, not names: what was trusted in one worktree is in another, where it is the same. */
export function judgeTrust(
  { name, hash, path: place }: Pick<TrustSubject, 'name' | 'hash' | 'path'>,
  pins: Pins,
  root: string,
): TrustState {
  const pinned = pins.pins.filter(pin => pin.subject === name)
  if (pinned.some(pin => pin.hash === hash)) return 'trusted'
  if (pins.follow.some(({ folder }) => isFollowed(folder, place, root))) return 'followed'
  return pinned.length > 0 ? 'changed' : 'new'
}

/** A person said of a folder that they follow that tools in it keep their grants. */
export function keepsGrants(place: string, { follow }: Pins, root: string): boolean {
  return follow.some(({ folder, keeps_grants: keeps }) => keeps === true && isFollowed(folder, place, root))
}

/** In the worktree where the person follows it: one that lies in that folder, like those of agents, is another one. */
function isFollowed(folder: string, place: string, root: string): boolean {
  return isInside(root, folder) && isInside(folder, path.join(root, place))
}

/** Furrow 0.1 hashed the files of a tool and not those of its packages. */
export function wasTrustedWithoutPackages(
  { name, covers }: Pick<TrustSubject, 'name' | 'covers'>,
  { pins }: Pins,
): boolean {
  const pinned = pins.filter(pin => pin.subject === name)
  return (covers?.packages ?? 0) > 0 && pinned.length > 0 && pinned.every(pin => pin.covers === undefined)
}

export const WITHOUT_PACKAGES = 'was trusted by Furrow 0.1, which did not cover its packages'

export function isTrusted(standing: TrustState): boolean {
  return standing === 'trusted' || standing === 'followed'
}

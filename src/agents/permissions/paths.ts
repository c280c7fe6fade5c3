import fs from 'node:fs'
import path from 'node:path'
import { isInside } from '../../store/files/contain.ts'

/** A path as rules see it: below the root as it really lies there, links followed; anything else as an absolute one. */
export function realPath(root: string, given: string): string {
  const absolute = path.resolve(root, given)
  const realRoot = fs.realpathSync(root)
  const real = realAncestor(absolute)
  return isInside(realRoot, real) ? path.relative(realRoot, real) || '.' : real
}

/** Where it really is, as far as it is there; the rest as it is spelled. */
function realAncestor(place: string): string {
  try {
    return fs.realpathSync(place)
  } catch {
    const above = path.dirname(place)
    return above === place ? place : path.join(realAncestor(above), path.basename(place))
  }
}

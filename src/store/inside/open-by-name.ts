import fs from 'node:fs'
import { outsideRoot, realTarget, resolveInside } from '../files/contain.ts'
import { hasCode, ioRefusal } from '../files/io-refusal.ts'

const { O_NOFOLLOW = 0 } = fs.constants
/** macOS refuses a path with any link in it when it is asked to. */
const NO_LINK_ANYWHERE = process.platform === 'darwin' ? 0x20000000 : 0

/**
 * For systems that cannot walk from folder to folder: opens by path, then looks whether what was opened is what is at
 * that place below the root, before a byte of it is used. Nothing when there is nothing.
 */
export function openByName(root: string, file: string, flags: number, write: boolean): number | undefined {
  const place = resolveInside(root, file, { write })
  const handle = openAtPath(realTarget(place) ?? place, flags | O_NOFOLLOW | NO_LINK_ANYWHERE)
  if (handle === undefined || isAt(root, file, handle)) return handle
  fs.closeSync(handle)
  throw outsideRoot(file, 'was swapped while it was opened')
}

function isAt(root: string, file: string, handle: number): boolean {
  const [opened, place] = [fs.fstatSync(handle, { bigint: true }), realTarget(resolveInside(root, file))]
  const found = place === undefined ? undefined : fs.lstatSync(place, { bigint: true, throwIfNoEntry: false })
  return found !== undefined && found.dev === opened.dev && found.ino === opened.ino
}

/** Nothing when there is nothing at that place. */
export function openAtPath(place: string, flags: number): number | undefined {
  try {
    return fs.openSync(place, flags)
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw ioRefusal(error, place)
  }
}

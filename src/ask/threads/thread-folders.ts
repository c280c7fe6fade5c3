import fs from 'node:fs'
import { isRefused } from '../../operation/errors.ts'
import { whyNotRepoPath } from '../../operation/names/naming.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { splitLines } from '../index/cut/cut.ts'
import { readText } from '../index/files/read-text.ts'
import type { NamedLocation, ShownThread, Thread } from './model.ts'

/** Somebody wrote `src/login.ts:8`: whoever reads it can go there, if there is such a line. */
export function withFileLocations(root: string, thread: Thread): ShownThread {
  const counted = new Map<string, number>()
  const linesIn = (path: string) => {
    const count = counted.get(path) ?? (counted.size < MOST_FILES ? countLines(root, path) : 0)
    counted.set(path, count)
    return count
  }
  const turns = thread.turns.map(turn => {
    const places = namedIn(turn.synthesis ?? '').filter(({ path, lines }) => lines[1] <= linesIn(path))
    return { ...turn, ...(places.length > 0 && { places }) }
  })
  return { ...thread, turns }
}

const MOST_FILES = 100
const MOST_BYTES = 4 * 2 ** 20
const NAMED =
  /(?<![\p{L}\p{N}_@./:~-])([\p{L}\p{N}_@.~][\p{L}\p{N}_@.+~/-]*):(\d{1,7})(?:[-–](\d{1,7}))?(?![\p{L}\p{N}_:])/gu

/** Each once, as it is spelled; whether there is such a file is not asked. */
export function namedIn(text: string): NamedLocation[] {
  const found = new Map<string, NamedLocation>()
  for (const [all, given = '', first = '', last = first] of text.matchAll(NAMED)) {
    const path = given.replace(/^\.\//, '')
    const lines: [number, number] = [Number(first), Number(last)]
    if (lines[0] >= 1 && lines[1] >= lines[0] && whyNotRepoPath(path) === undefined)
      found.set(all, { text: all, path, lines })
  }
  return [...found.values()]
}

function countLines(root: string, path: string): number {
  try {
    const { size } = fs.statSync(resolveInside(root, path), { throwIfNoEntry: false }) ?? {
      size: Number.POSITIVE_INFINITY,
    }
    const read = size > MOST_BYTES ? undefined : readText(root, path)
    return read?.kind === 'text' ? splitLines(read.text).length : 0
  } catch (error) {
    // Behind a link that leads away, or below a file: nowhere to go.
    if (isRefused(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return 0
    throw error
  }
}

import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { contain, containOpen } from '../../store/contain.ts'
import { readBytes } from '../../store/files.ts'

const MOST_BYTES = 10 * 2 ** 20

export interface ReadPart {
  readonly path: string
  /** From this line on, counted from 1. */
  readonly line?: number | null | undefined
  readonly limit?: number | null | undefined
}

/** A text of the folder of the run; nothing outside, whatever a link says. */
export function readText(root: string, { path: given, line, limit }: ReadPart): string {
  const file = inside(root, given)
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MOST_BYTES) throw refuse('too_large', `${given} has ${size} bytes.`, { target: given })
  const bytes = readBytes(file)
  if (bytes === undefined) throw refuse('not_found', `There is no file ${given}.`, { target: given })
  const text = bytes.toString('utf8')
  if (line === undefined && limit === undefined) return text
  const from = Math.max(0, (line ?? 1) - 1)
  return text
    .split('\n')
    .slice(from, from + (limit ?? Number.POSITIVE_INFINITY))
    .join('\n')
}

/** Not through a link, and checked again once it is open: a folder may be swapped for a link in between. */
export function writeText(root: string, given: string, content: string): void {
  const file = inside(root, given, { write: true })
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const { O_WRONLY, O_CREAT, O_NOFOLLOW } = fs.constants
  const handle = fs.openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o644)
  try {
    containOpen(root, handle, given)
    const bytes = Buffer.from(content)
    fs.ftruncateSync(handle, 0)
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(handle, bytes, at)
  } finally {
    fs.closeSync(handle)
  }
}

function inside(root: string, given: string, options: { write?: boolean } = {}): string {
  const relative = path.relative(fs.realpathSync(root), path.resolve(root, given))
  if (relative === '' || relative.split(path.sep)[0] === '.git')
    throw refuse('forbidden', `${given} is not for an agent.`, { target: given })
  return contain(root, relative, options)
}

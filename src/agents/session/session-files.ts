import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { readInside, replaceInside } from '../../store/files/safe-open.ts'

const MOST_BYTES = 10 * 2 ** 20

export interface ReadPart {
  readonly path: string
  /** From this line on, counted from 1. */
  readonly line?: number | null | undefined
  readonly limit?: number | null | undefined
}

/** A text of the folder of the run; nothing outside, whatever a link says and whenever it comes. */
export function readAgentText(root: string, { path: given, line, limit }: ReadPart): string {
  const bytes = readInside(root, below(root, given), { most: MOST_BYTES })
  if (bytes === undefined) throw refuse('not_found', `There is no file ${given}.`, { target: given })
  const text = bytes.toString('utf8')
  if (line === undefined && limit === undefined) return text
  const from = Math.max(0, (line ?? 1) - 1)
  return text
    .split('\n')
    .slice(from, from + (limit ?? Number.POSITIVE_INFINITY))
    .join('\n')
}

/** Not through a link, and whole or not at all. */
export function writeAgentText(root: string, given: string, content: string): void {
  replaceInside(root, below(root, given), Buffer.from(content), 0o644)
}

function below(root: string, given: string): string {
  const relative = path.relative(fs.realpathSync(root), path.resolve(root, given))
  if (relative === '' || relative.split(path.sep)[0] === '.git')
    throw refuse('forbidden', `${given} is not for an agent.`, { target: given })
  return relative
}

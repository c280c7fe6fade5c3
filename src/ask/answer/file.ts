import fs from 'node:fs'
import { dirname } from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { fenced } from '../../store/documents/markdown/fenced.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { readInside } from '../../store/files/safe-open.ts'
import { implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'

/** The innermost folder on the way that is there, below the root. */
function nearestFolder(root: string, path: string): string {
  const parent = dirname(path)
  return parent === '.' || fs.statSync(resolveInside(root, parent), { throwIfNoEntry: false })?.isDirectory() === true
    ? parent
    : nearestFolder(root, parent)
}

const MOST_LINES = 4000
const MOST_BYTES = 16 * 2 ** 20

export const file = implement(() => contracts.file, {
  async run(call, { path, from, to = from + MOST_LINES - 1 }) {
    const size = fs.statSync(resolveInside(call.workspace.root, path), { throwIfNoEntry: false })?.size ?? 0
    if (size > MOST_BYTES)
      return refuse('too_large', `${path} has ${size} bytes; up to ${MOST_BYTES} are shown.`, { target: path })
    const bytes = readInside(call.workspace.root, path)
    if (bytes === undefined)
      return refuse('not_found', `There is no file ${path}.`, {
        target: path,
        fix: shell`ls ${nearestFolder(call.workspace.root, path)}`,
      })
    if (bytes.subarray(0, 8192).includes(0))
      return refuse('unsupported_type', `${path} is not a text file.`, { target: path })
    const all = bytes.toString('utf8').split(/\r?\n/)
    if (all.at(-1) === '') all.pop()
    const last = Math.min(to, all.length, from + MOST_LINES - 1)
    return { path, from, to: Math.max(last, from), total: all.length, lines: all.slice(from - 1, last) }
  },
  render: ({ path, from, lines }) => `**${path}:${from}**\n\n${fenced(lines.join('\n'))}`,
})

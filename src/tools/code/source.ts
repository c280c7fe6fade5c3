import path from 'node:path'
import { fenced } from '../../store/documents/markdown/fenced.ts'
import { revisionOf } from '../../store/files/files.ts'
import { readRegularFile } from '../../store/files/read-file.ts'
import { implement } from '../../workspace/call.ts'
import { TOOL_FILE } from '../files/tool-folders.ts'
import { findTool } from '../find-tool.ts'
import * as contracts from './contracts.ts'

/** As much of the code as one answer holds. */
const MOST_BYTES = 2 * 2 ** 20

export const source = implement(() => contracts.source, {
  async run(call, { name }) {
    const { place, closure } = await findTool(call, name)
    const first = path.join(place.folder, TOOL_FILE)
    let room = MOST_BYTES
    const files = [...closure.files].sort(byPlace(first)).map(file => {
      const content = readRegularFile(file)
      const text = content.length > room ? undefined : textIn(content)
      room -= text === undefined ? 0 : content.length
      const shown = path.relative(place.source === 'repository' ? call.workspace.root : place.base, file)
      const isOwn = place.source === 'repository' && file.startsWith(`${place.folder}${path.sep}`)
      return {
        path: shown,
        bytes: content.length,
        ...(isOwn && { revision: revisionOf(content) }),
        ...(text !== undefined && { text }),
      }
    })
    return { name, hash: closure.hash, files }
  },
  render: ({ files }) =>
    files
      .map(
        ({ path: file, bytes, text }) =>
          `**${file}** (${bytes} bytes)${text === undefined ? '' : `\n\n${fenced(text.replace(/\n$/, ''), 'ts')}`}`,
      )
      .join('\n\n'),
})

/** The tool itself first, the rest by name. */
function byPlace(first: string): (a: string, b: string) => number {
  return (a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1)
}

function textIn(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

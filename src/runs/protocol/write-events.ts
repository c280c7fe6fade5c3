import { open } from 'node:fs/promises'
import { toLine } from '../log-lines.ts'
import type { ToolResult } from '../model.ts'
import { type LogPage, readLog } from '../output/reader.ts'
import { BEGIN } from '../output/segments.ts'
import { protocolEventOf } from './line-event.ts'

/** `<id>.log`: the whole log as the events of the protocol, one per line, the result last. */
export async function writeEvents(folder: string, file: string, result: ToolResult | undefined): Promise<void> {
  await using out = await open(file, 'w', 0o600)
  for (let page = await readLog(folder, BEGIN); !page.empty; page = await readLog(folder, page.next))
    await out.write(linesOf(page))
  if (result !== undefined) await out.write(`${JSON.stringify({ type: 'result', ...result })}\n`)
}

function linesOf(page: LogPage): string {
  return page.entries.map(entry => `${JSON.stringify(protocolEventOf(toLine(entry)))}\n`).join('')
}

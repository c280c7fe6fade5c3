import { open } from 'node:fs/promises'
import type { ToolResult } from '../model.ts'
import { toLine } from '../output/log-lines.ts'
import { type LogPage, LogReader } from '../output/reader.ts'
import { BEGIN } from '../output/segments.ts'
import { protocolEventOf } from './line-event.ts'

/** `<id>.log`: the whole log as the events of the protocol, one per line, the result last. */
export async function writeEvents(folder: string, file: string, result: ToolResult | undefined): Promise<void> {
  await using out = await open(file, 'w', 0o600)
  await using reader = new LogReader(folder, BEGIN)
  for (let page = await reader.read(); !page.empty; page = await reader.read()) await out.write(linesOf(page))
  if (result !== undefined) await out.write(`${JSON.stringify({ type: 'result', ...result })}\n`)
}

function linesOf(page: LogPage): string {
  let lines = ''
  for (const entry of page.eachEntry()) lines += `${JSON.stringify(protocolEventOf(toLine(entry)))}\n`
  return lines
}

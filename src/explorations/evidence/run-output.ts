import { readRunLog } from '../../runs/output/reader.ts'
import { BEGIN } from '../../runs/output/segments.ts'
import { logFolder } from '../../runs/record/record-files.ts'
import type { Call } from '../../workspace/call.ts'
import { isQuoted } from './standing.ts'

const MOST_READ = 16 * 2 ** 20

/** Whether a run put out these words. */
export async function outputQuotes(call: Call, id: string, excerpt: string): Promise<boolean> {
  const folder = logFolder(call, id)
  const lines: string[] = []
  let size = 0
  let next = BEGIN
  while (size < MOST_READ) {
    const page = await readRunLog(folder, next)
    if (page.empty) break
    for (const entry of page.entries) {
      if (entry.kind === 'cut') continue
      lines.push(entry.text)
      size += entry.text.length
    }
    next = page.next
  }
  return isQuoted(lines.join('\n'), excerpt)
}

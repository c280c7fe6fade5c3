import type { Run } from '../../runs/model.ts'
import { createJsonScanner, type JsonSpan } from '../../runs/result/json-scanner.ts'
import { locateInResult, resultChunks, resultFile, textBetween } from '../../runs/result/locate.ts'
import { beginningOf } from '../../runs/result/preview.ts'
import type { Call } from '../../workspace/call.ts'
import { LONGEST_LINE, MOST_LINES, SHOWN_RESULT, TEXT_DEPTH } from './derive.ts'

/** What becomes of a card when the result is too large to be held. */
export interface LargeText {
  /** The beginning of `data`, as much as a card shows, and how much more there is. */
  readonly data: string
  /** The last lines of its texts. */
  readonly texts: readonly string[]
}

const LONGEST_TEXT = 256 * 1024

export async function readLarge(call: Call, run: Run): Promise<LargeText | undefined> {
  const file = resultFile(call, run)
  if (file === undefined) return undefined
  const [span] = await locateInResult(file, [['data']])
  if (span === undefined) return undefined
  return { data: await shownOf(file, span), texts: await lastTexts(file, span) }
}

async function shownOf(file: string, { start, end, kind }: JsonSpan): Promise<string> {
  const most = Math.min(end, start + SHOWN_RESULT - 100)
  const more = most === end ? '' : `\n… ${end - most} more bytes`
  return `${beginningOf(await textBetween(file, start, most), kind)}${more}`
}

/** Every text near the surface of the data, line by line; the last ones stay. */
async function lastTexts(file: string, data: JsonSpan): Promise<string[]> {
  const spans: JsonSpan[] = []
  const scanner = createJsonScanner({
    deepest: TEXT_DEPTH,
    close(_, __, span) {
      if (span.kind !== 'string') return
      spans.push({ ...span, start: span.start + data.start, end: span.end + data.start })
      if (spans.length > 2 * MOST_LINES) spans.splice(0, MOST_LINES)
    },
  })
  for await (const chunk of resultChunks(file, data.start, data.end)) scanner.push(chunk)
  scanner.end()
  const texts: string[] = []
  for (const { start, end, kind } of spans.slice(-MOST_LINES))
    texts.push(beginningOf(await textBetween(file, Math.max(start, end - LONGEST_TEXT), end), kind))
  const lines = texts.flatMap(text => text.split('\n'))
  return lines.slice(-MOST_LINES).map(line => line.slice(0, LONGEST_LINE))
}

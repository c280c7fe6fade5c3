import type { Call } from '../../workspace/call.ts'
import type { Run, RunLine } from '../model.ts'
import { asWritten, cursorAt, toLine } from '../output/log-lines.ts'
import { type OutputPiece, piecesOf } from '../output/pieces.ts'
import { type LogPage, readRunLog } from '../output/reader.ts'
import { followLog } from '../output/replay.ts'
import { logFolder } from '../record/record-files.ts'
import { viewRun } from '../show/view-run.ts'
import { registerReader } from './backpressure.ts'
import { waitForEnd } from './wait-for-run.ts'

/** What a watcher is told: something of the log, or the end of the run. */
export type WatchedEvent<Something> = Something | { readonly kind: 'end'; readonly run: Run }
export type RunLinesEvent = WatchedEvent<{ readonly kind: 'lines'; readonly lines: readonly RunLine[] }>
export type RunOutputEvent = WatchedEvent<{ readonly kind: 'output'; readonly pieces: readonly OutputPiece[] }>

export interface WatchOptions {
  /** The first line wanted. */
  readonly from?: number
  /** A run of this process waits for this reader before lines are cut that it has not seen. */
  readonly lossless?: boolean
  readonly signal: AbortSignal
}

/**
 * The one stream of a run, for every door: its lines from a number on, as they come, and its end. Whoever was cut off
 * asks again from the line after the last one it got.
 */
export async function* watchRun(call: Call, id: string, options: WatchOptions): AsyncGenerator<RunLinesEvent> {
  for await (const news of pagesOf(call, id, options)) {
    if (news.kind === 'end') yield news
    const lines = news.kind === 'page' ? linesIn(news.page, options.from ?? 1) : []
    if (lines.length > 0) yield { kind: 'lines', lines }
  }
}

/** The same, as the bytes that the command wrote: for terminals and pipes, which look at no line. */
export async function* watchOutput(call: Call, id: string, options: WatchOptions): AsyncGenerator<RunOutputEvent> {
  for await (const news of pagesOf(call, id, options))
    yield news.kind === 'end' ? news : { kind: 'output', pieces: piecesIn(news.page) }
}

async function* pagesOf(
  call: Call,
  id: string,
  { from = 1, lossless = false, signal }: WatchOptions,
): AsyncGenerator<WatchedEvent<{ readonly kind: 'page'; readonly page: LogPage }>> {
  using reader = lossless ? registerReader(id) : undefined
  await viewRun(call, id)
  const folder = logFolder(call, id)
  const leave = new AbortController()
  const left = () => leave.abort()
  signal.addEventListener('abort', left)
  // Whoever left during the look above is not told again.
  if (signal.aborted) left()
  const over = waitForEnd(call, id, leave.signal)
  // A killed owner closes no log: then the record tells the end.
  const drained = new AbortController()
  const ended = () => drained.abort()
  over.then(ended, ended)
  try {
    let next = await cursorAt(folder, from)
    for await (const page of followLog(folder, { from: next, signal: drained.signal })) {
      next = page.next
      if (signal.aborted) return
      if (!page.empty) yield { kind: 'page', page }
      reader?.at(next.offset)
    }
    for (let page = await readRunLog(folder, next); !page.empty; page = await readRunLog(folder, page.next))
      yield { kind: 'page', page }
    if (!signal.aborted) yield { kind: 'end', run: await over }
  } finally {
    leave.abort()
    signal.removeEventListener('abort', left)
  }
}

function linesIn(page: LogPage, from: number): RunLine[] {
  return page.entries.map(toLine).filter(({ n }) => n >= from)
}

function piecesIn({ cut, bytes }: LogPage): OutputPiece[] {
  const gap = cut === undefined ? [] : [{ level: 'note' as const, bytes: Buffer.from(asWritten(toLine(cut))) }]
  return [...gap, ...piecesOf(bytes)]
}

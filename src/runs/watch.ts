import type { Call } from '../workspace/call.ts'
import { logFolder } from './folder.ts'
import { asWritten, cursorAt, toLine } from './log-lines.ts'
import type { Run, RunLine } from './model.ts'
import { type Piece, piecesOf } from './output/pieces.ts'
import { type LogPage, readLog } from './output/reader.ts'
import { follow } from './output/replay.ts'
import { joinReaders } from './pace.ts'
import { viewRun } from './view.ts'
import { waitForEnd } from './wait.ts'

export type RunNews =
  | { readonly kind: 'lines'; readonly lines: readonly RunLine[] }
  | { readonly kind: 'output'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'end'; readonly run: Run }

export interface WatchWish {
  /** The first line wanted. */
  readonly from?: number
  /** Give `output`, the bytes as they were written, in place of `lines`. */
  readonly raw?: boolean
  /** A run of this process waits for this reader before lines are cut that it has not seen. */
  readonly lossless?: boolean
}

export interface WatchOptions extends WatchWish {
  readonly signal: AbortSignal
}

/**
 * The one stream of a run, for every door: its lines from a number on, as they come, and its end. Whoever was cut off
 * asks again from the line after the last one it got.
 */
export async function* watchRun(call: Call, id: string, options: WatchOptions): AsyncGenerator<RunNews> {
  const { from = 1, signal } = options
  using reader = options.lossless === true ? joinReaders(id) : undefined
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
    for await (const page of follow(folder, { from: next, signal: drained.signal })) {
      next = page.next
      if (signal.aborted) return
      yield* newsIn(page, options)
      reader?.at(next.offset)
    }
    for (let page = await readLog(folder, next); !page.empty; page = await readLog(folder, page.next))
      yield* newsIn(page, options)
    if (!signal.aborted) yield { kind: 'end', run: await over }
  } finally {
    leave.abort()
    signal.removeEventListener('abort', left)
  }
}

function* newsIn(page: LogPage, { from = 1, raw = false }: WatchOptions): Generator<RunNews> {
  if (page.empty) return
  if (raw) {
    const cut =
      page.cut === undefined ? [] : [{ level: 'note' as const, bytes: Buffer.from(asWritten(toLine(page.cut))) }]
    yield { kind: 'output', pieces: [...cut, ...piecesOf(page.bytes)] }
    return
  }
  const lines = page.entries.map(toLine).filter(({ n }) => n >= from)
  if (lines.length > 0) yield { kind: 'lines', lines }
}

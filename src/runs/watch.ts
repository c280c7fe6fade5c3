import type { Call } from '../workspace/call.ts'
import { logFolder } from './folder.ts'
import { cursorAt, toLine } from './log-lines.ts'
import type { Run, RunLine } from './model.ts'
import { readLog } from './output/reader.ts'
import { follow } from './output/replay.ts'
import { joinReaders } from './pace.ts'
import { viewRun } from './view.ts'
import { waitForEnd } from './wait.ts'

export type RunNews =
  | { readonly kind: 'lines'; readonly lines: readonly RunLine[] }
  | { readonly kind: 'end'; readonly run: Run }

export interface WatchWish {
  /** The first line wanted. */
  readonly from?: number
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
      yield* linesOf(page.entries.map(toLine), from)
      reader?.at(next.offset)
    }
    for (let page = await readLog(folder, next); page.entries.length > 0; page = await readLog(folder, page.next))
      yield* linesOf(page.entries.map(toLine), from)
    if (!signal.aborted) yield { kind: 'end', run: await over }
  } finally {
    leave.abort()
    signal.removeEventListener('abort', left)
  }
}

function* linesOf(lines: readonly RunLine[], from: number): Generator<RunNews> {
  const wanted = lines.filter(({ n }) => n >= from)
  if (wanted.length > 0) yield { kind: 'lines', lines: wanted }
}

import type { SseMessage } from '../../../api/live/sse.ts'
import type { RunDetail } from '../../../api/types.ts'
import { progressAfter, type RunProgress } from '../../progress/progress.ts'
import { type Gap, jumpIn, LINES_PER_PAGE, type LogLine, LogLines } from './log-lines.ts'

/** Where the lines come from; the page gives the server, a test gives what it likes. */
export interface LogSource {
  /** May give fewer lines than asked for when they are long; lines that were cut out of the middle are passed over. */
  lines(from: number, count: number, signal: AbortSignal): Promise<{ lines: LogLine[]; total: number; gap?: Gap }>
  /** Follows what is written from a line on, until the run ends. */
  follow(
    from: () => number,
    on: { messages(batch: readonly SseMessage[]): 'done' | undefined },
    signal: AbortSignal,
  ): Promise<void>
  /** Calls back soon, at most ten times a second and not while the page is drawn. */
  soon(act: () => void): void
}

/** What a reader sees of the log; a new object whenever something changed. */
export interface LogState {
  readonly total: number
  readonly ready: boolean
  readonly whole: boolean
  readonly error?: unknown
  readonly ended?: RunDetail
  readonly progress?: RunProgress
}

/** Logs up to this long are held as a whole without being asked, which gives them their timeline. */
const SMALL = 50_000
const AT_ONCE = 5 * LINES_PER_PAGE
/** What was asked for and did not come (it was cut, or let go again) is asked for again after this long. */
const ASK_AGAIN_MS = 2_000

/** One run's log: what is held, what is on its way, and who is told. */
export class RunLog {
  readonly lines = new LogLines()
  state: LogState = { total: 0, ready: false, whole: false }
  readonly #source: LogSource
  #stop = new AbortController()
  readonly #watchers = new Set<() => void>()
  readonly #asked = new Map<number, number>()
  #scheduled = false
  #change: Partial<LogState> = {}
  #progress: RunProgress | undefined

  constructor(source: LogSource) {
    this.#source = source
  }

  /** Reads the place the reader wants to see, then whatever is written from now on. */
  async start(place: number | 'end'): Promise<void> {
    this.#stop = new AbortController()
    try {
      const first = place === 'end' ? 1 : Math.max(1, place - LINES_PER_PAGE / 2)
      await this.#fetch(first, LINES_PER_PAGE)
      if (place === 'end')
        await this.#fetchAll(this.lines.missing(this.lines.total - LINES_PER_PAGE / 2, this.lines.total))
      this.#tell({ ready: true })
      if (this.lines.total <= SMALL) void this.wantAll()
      await this.#source.follow(() => this.lines.total + 1, { messages: batch => this.#hear(batch) }, this.#stop.signal)
    } catch (error) {
      this.#failed(error)
    }
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** The reader looks at these lines. */
  want(from: number, to: number): void {
    void this.#fetchAll(this.lines.missing(from, to))
  }

  /** Searching and filtering need every line. */
  async wantAll(): Promise<void> {
    const tried = new Set<number>()
    for (;;) {
      const next = this.lines.missing(1, this.lines.total).find(start => !tried.has(start))
      if (next === undefined || this.#stop.signal.aborted || this.state.error !== undefined) return
      tried.add(next)
      await this.#fetchAll([next], AT_ONCE)
    }
  }

  stop(): void {
    this.#stop.abort()
  }

  async #fetchAll(starts: readonly number[], count = LINES_PER_PAGE): Promise<void> {
    const now = Date.now()
    const fresh = starts.filter(start => now - (this.#asked.get(start) ?? 0) > ASK_AGAIN_MS)
    for (const start of fresh) this.#asked.set(start, now)
    try {
      await Promise.all(fresh.map(start => this.#fetch(start, count)))
    } catch (error) {
      this.#failed(error)
    }
  }

  async #fetch(from: number, count: number): Promise<void> {
    for (let next = from; next < from + count; ) {
      const { lines, total, gap } = await this.#source.lines(next, from + count - next, this.#stop.signal)
      this.lines.add(lines)
      this.lines.total = Math.max(this.lines.total, total)
      this.lines.gap = gap ?? this.lines.gap
      this.#tell(this.#progressIn(lines))
      const last = lines.at(-1)
      if (last === undefined || last.n >= total) return
      next = last.n + 1
    }
  }

  #hear(batch: readonly SseMessage[]): 'done' | undefined {
    for (const message of batch) {
      if (message.event === 'lines') this.#take(JSON.parse(message.data) as LogLine[])
      else if (message.event === 'end') {
        this.#tell({ ended: JSON.parse(message.data) as RunDetail })
        return 'done'
      }
    }
    this.#tell({})
    return undefined
  }

  #take(lines: readonly LogLine[]): void {
    this.lines.add(lines)
    this.lines.gap ??= jumpIn(lines)
    this.#tell(this.#progressIn(lines))
  }

  #progressIn(lines: readonly LogLine[]): Pick<LogState, 'progress'> {
    this.#progress = progressAfter(this.#progress, lines)
    return this.#progress === undefined ? {} : { progress: this.#progress }
  }

  #failed(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#tell({ error, ready: true })
  }

  #tell(change: Partial<LogState>): void {
    this.#change = { ...this.#change, ...change }
    if (this.#scheduled) return
    this.#scheduled = true
    this.#source.soon(() => {
      this.#scheduled = false
      this.state = { ...this.state, ...this.#change, total: this.lines.total, whole: this.lines.isWhole() }
      this.#change = {}
      for (const watcher of [...this.#watchers]) watcher()
    })
  }
}

import { Problem } from '../problem.ts'
import { type SseMessage, sseReader } from './sse.ts'

export interface Stream {
  /** Opens one connection; called again after each loss, so it says itself from where to go on. */
  open(signal: AbortSignal): Promise<Response>
  /** Messages that arrived together; `done` ends the stream for good. */
  onMessages(messages: readonly SseMessage[]): 'done' | undefined
  onOpen?(): void
  onLost?(error: unknown): void
  readonly signal: AbortSignal
  /** A silent connection is taken for dead after this long; the server pings each 15 s. */
  readonly silenceMs?: number
  readonly wait?: (attempt: number, signal: AbortSignal) => Promise<void>
}

/** Reads a stream of events until it is done or aborted, opening it again whenever it is lost. */
export async function followEvents(stream: Stream): Promise<void> {
  const wait = stream.wait ?? waitBeforeRetry
  let attempt = 0
  while (!stream.signal.aborted) {
    const opened = () => {
      attempt = 0
      stream.onOpen?.()
    }
    try {
      if ((await readOnce(stream, opened)) === 'done') return
      stream.onLost?.(undefined)
    } catch (error) {
      if (stream.signal.aborted) return
      stream.onLost?.(error)
      if (isFinal(error)) return
    }
    await wait(attempt++, stream.signal)
  }
}

/** Half a second, doubling to eight, with a spread so that many tabs do not knock at once. */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(8_000, 500 * 2 ** Math.min(attempt, 10)) * (0.75 + random / 2)
}

async function readOnce(stream: Stream, opened: () => void): Promise<'done' | 'ended'> {
  const silence = watchdog(stream.silenceMs ?? 40_000, stream.signal)
  try {
    const response = await stream.open(silence.signal)
    opened()
    return await readBody(response, stream, silence)
  } finally {
    silence.stop()
  }
}

async function readBody(response: Response, stream: Stream, silence: Watchdog): Promise<'done' | 'ended'> {
  const reader = response.body?.getReader()
  if (reader === undefined) return 'ended'
  const decoder = new TextDecoder()
  const messages = sseReader()
  const breath = breather()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return 'ended'
    silence.heard()
    const batch = messages.push(decoder.decode(value, { stream: true }))
    if (batch.length > 0 && stream.onMessages(batch) === 'done') {
      await reader.cancel()
      return 'done'
    }
    await breath()
  }
}

/** Buffered chunks resolve one after the other without giving the page a turn; after 8 ms it gets one. */
function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < 8) return
    await new Promise(resolve => setTimeout(resolve, 0))
    since = performance.now()
  }
}

interface Watchdog {
  readonly signal: AbortSignal
  heard(): void
  stop(): void
}

function watchdog(ms: number, outer: AbortSignal): Watchdog {
  const silent = new AbortController()
  let last = Date.now()
  const check = () => {
    if (Date.now() - last >= ms) silent.abort(new Error('The server went silent.'))
  }
  const timer = setInterval(check, ms / 4)
  return {
    signal: AbortSignal.any([outer, silent.signal]),
    heard: () => {
      last = Date.now()
    },
    stop: () => clearInterval(timer),
  }
}

/** Knocking again does not help when the server refused for a reason of its own. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Problem)) return false
  return !['unreachable', 'internal', 'busy', 'io_error', 'rate_limited'].includes(error.body.code)
}

function waitBeforeRetry(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      clearTimeout(timer)
      for (const [target, event] of awaken()) target.removeEventListener(event, go)
      resolve()
    }
    const timer = setTimeout(go, retryDelay(attempt, Math.random()))
    for (const [target, event] of awaken()) target.addEventListener(event, go)
    signal.addEventListener('abort', go, { once: true })
  })
}

/** Signs that trying at once is worth it: the network is back, the page is looked at, "Try now" was pressed. */
function awaken(): [EventTarget, string][] {
  return [
    [window, 'online'],
    [window, 'focus'],
    [window, 'furrow:retry'],
    [document, 'visibilitychange'],
  ]
}

import { refuse } from '../../operation/errors.ts'
import type { OpenResource, ResourceRequest } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { type ProtocolEvent, protocolEventOf } from '../protocol/line-event.ts'
import { readRun } from '../record/records.ts'
import { type RunLinesEvent, watchRun } from './watch-run.ts'

/** Proxies and readers take a silent stream for a dead one. */
const PING_MS = 15_000

/**
 * `GET /api/runs/:id/events`: lines as they come, each event under the number of its last line, then the run at its end.
 * With `as=events` each line is the event of the tool protocol that it was: `progress`, `log`, `attachment`, and at last
 * `result`.
 */
export const events: OpenResource = async (call, request) => {
  const { id } = readRun(call, request.params.id ?? '')
  const from = firstLine(request)
  const frame = frameFor(request)
  return {
    headers: { 'Cache-Control': 'no-store' },
    body: framed(call.signal, { open: signal => watchRun(call, id, { from, signal }), frame }),
  }
}

type FrameEvent = (news: RunLinesEvent) => string

function frameFor({ query: { as = 'lines' } }: ResourceRequest): FrameEvent {
  if (as === 'lines') return linesFrame
  if (as === 'events') return eventFrames
  throw refuse('usage', `as is lines or events, not ${as}.`, { target: 'as' })
}

function firstLine({ query, headers }: ResourceRequest): number {
  const seen = headers['last-event-id']
  const given = seen ?? query.from ?? '1'
  if (!/^\d{1,15}$/.test(given))
    throw refuse('usage', `${given} is no line number.`, { target: seen === undefined ? 'from' : 'Last-Event-ID' })
  return seen === undefined ? Number(given) : Number(given) + 1
}

async function* framed(
  gone: AbortSignal,
  { open, frame }: { open: (signal: AbortSignal) => AsyncGenerator<RunLinesEvent>; frame: FrameEvent },
): AsyncGenerator<string> {
  const leave = new AbortController()
  // A generator is not left while it waits: without the reader's own signal a silent run would hold the server up.
  const news = open(AbortSignal.any([gone, leave.signal]))
  try {
    yield ': open\n\n'
    for (let next = news.next(); ; ) {
      const step = await within(PING_MS, next)
      if (step === undefined) {
        yield ': ping\n\n'
        continue
      }
      if (step.done === true) return
      yield frame(step.value)
      next = news.next()
    }
  } finally {
    // It waits for lines that may never come; only the signal wakes it up to leave.
    leave.abort()
    await news.return(undefined)
  }
}

/** What comes in time, or nothing. */
async function within<T>(ms: number, next: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([next, late])
  } finally {
    clearTimeout(timer)
  }
}

function linesFrame(news: RunLinesEvent): string {
  if (news.kind === 'end') return endFrame(news.run)
  return `id: ${news.lines.at(-1)?.n ?? 0}\nevent: lines\ndata: ${JSON.stringify(news.lines)}\n\n`
}

/** One frame for each event, with the number of its line, which is its place in the log. */
function eventFrames(news: RunLinesEvent): string {
  if (news.kind === 'lines')
    return news.lines.map(line => eventFrame(protocolEventOf(line), { n: line.n, t: line.t })).join('')
  const { result } = news.run.tool ?? {}
  return `${result === undefined ? '' : eventFrame({ ...result, type: 'result' })}${endFrame(news.run)}`
}

function eventFrame(event: ProtocolEvent, place?: { readonly n: number; readonly t: number }): string {
  const id = place === undefined ? '' : `id: ${place.n}\n`
  return `${id}event: ${event.type}\ndata: ${JSON.stringify({ ...event, ...place })}\n\n`
}

function endFrame(run: Run): string {
  return `event: end\ndata: ${JSON.stringify(run)}\n\n`
}

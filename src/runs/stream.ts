import { refuse } from '../operation/errors.ts'
import type { OpenResource, ResourceRequest } from '../workspace/call.ts'
import { readRun } from './records.ts'
import { type RunNews, watchRun } from './watch.ts'

/** Proxies and readers take a silent stream for a dead one. */
const PING_MS = 15_000

/** `GET /api/runs/:id/events`: lines as they come, each event under the number of its last line, then the run at its end. */
export const events: OpenResource = async (call, request) => {
  const { id } = readRun(call, request.params.id ?? '')
  const from = firstLine(request)
  return {
    headers: { 'Cache-Control': 'no-store' },
    body: framed(call.signal, signal => watchRun(call, id, { from, signal })),
  }
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
  open: (signal: AbortSignal) => AsyncGenerator<RunNews>,
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
      yield frameOf(step.value)
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

function frameOf(news: RunNews): string {
  if (news.kind === 'end') return `event: end\ndata: ${JSON.stringify(news.run)}\n\n`
  return `id: ${news.lines.at(-1)?.n ?? 0}\nevent: lines\ndata: ${JSON.stringify(news.lines)}\n\n`
}

import { askJson, pause } from '../../_shared/http.ts'
import { optionalSecret, secret } from '../../_shared/secrets.ts'
import type { Entry } from '../model.ts'
import { levelOf, parseLine, timeOf } from '../parse.ts'
import type { Asked, Source } from './source.ts'

const HOUR = 3_600_000
const LOOK_SECONDS = 2

/** Render's "list logs": pages by time, the next one named in the answer. */
export const render: Source = async asked => {
  const { input, range, context } = asked
  const now = Date.now()
  let page: Page = {
    start: new Date(range.from ?? now - HOUR).toISOString(),
    end: new Date(range.to ?? now).toISOString(),
  }
  const seen = new Set<string>()
  const until = now + (input.follow ? input.follow_seconds * 1000 : 0)
  for (;;) {
    context.progress(`Asking Render for ${page.start} to ${page.end}`)
    const { entries, next } = await fetchPage(asked, page)
    for (const { id, entry } of entries) {
      if (seen.has(id)) continue
      seen.add(id)
      if (!asked.take(entry)) return
    }
    if (next !== undefined && (next.start !== page.start || next.end !== page.end)) page = next
    else if (Date.now() >= until) return
    else {
      await pause(LOOK_SECONDS, context.signal)
      page = { start: page.start, end: new Date().toISOString() }
    }
  }
}

interface Page {
  start: string
  end: string
}

async function fetchPage({ input, context }: Asked, { start, end }: Page) {
  const url = new URL(`${(optionalSecret('RENDER_API_URL') ?? 'https://api.render.com/v1').replace(/\/$/, '')}/logs`)
  const query = {
    ownerId: secret('RENDER_OWNER_ID'),
    resource: input.service ?? secret('RENDER_SERVICE_ID'),
    startTime: start,
    endTime: end,
    direction: 'forward',
    limit: '100',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { json } = await askJson(url, {
    headers: { authorization: `Bearer ${secret('RENDER_API_KEY')}` },
    signal: context.signal,
    timeoutSeconds: input.timeout_seconds,
  })
  const { logs, hasMore, nextStartTime, nextEndTime } = Object(json) as Record<string, unknown>
  if (!Array.isArray(logs)) throw new Error('Render answered with no list of logs.')
  const next = hasMore === true ? { start: String(nextStartTime), end: String(nextEndTime) } : undefined
  return { entries: logs.map(entryOf), next }
}

function entryOf(row: unknown): { id: string; entry: Entry } {
  const { id, message, timestamp, labels } = Object(row) as Record<string, unknown>
  const named = (Array.isArray(labels) ? labels : []).map(label => Object(label) as { name?: unknown; value?: unknown })
  const parsed = parseLine(String(message ?? ''))
  const level = levelOf(named.find(({ name }) => name === 'level')?.value) ?? parsed.level
  const time = timeOf(timestamp)
  const entry = {
    ...parsed,
    text: `${String(timestamp ?? '')} ${parsed.text}`.trim(),
    ...(level !== undefined && { level }),
    ...(time !== undefined && { time }),
  }
  return { id: String(id ?? `${timestamp}${message}`), entry }
}

import { addressOf, askJson, pause } from '../../_shared/http.ts'
import { optionalSecret, secret } from '../../_shared/secrets.ts'
import type { Entry, Input, Mapping } from '../model.ts'
import { fromObject, levelOf, parseLine, timeOf } from '../parse.ts'
import type { Asked, Source } from './source.ts'

const DEFAULTS: Mapping = {
  items: '',
  time: '',
  message: '',
  level: '',
  start_param: 'start',
  end_param: 'end',
  time_format: 'iso',
  cursor: '',
  cursor_param: 'cursor',
}
const HOUR = 3_600_000
const MOST_PAGES = 1000
const MOST_BYTES = 32 * 2 ** 20
const LOOK_SECONDS = 1

/** Any interface that takes a range of time and answers JSON with entries in it. */
export const http: Source = async asked => {
  const { input, context } = asked
  const mapping = { ...DEFAULTS, ...input.mapping }
  const now = Date.now()
  let [from, to] = [asked.range.from ?? now - HOUR, asked.range.to ?? now]
  for (const until = now + (input.follow ? input.follow_seconds * 1000 : 0); ; ) {
    if (!(await readPages(asked, mapping, { from, to })) || Date.now() >= until) return
    await pause(LOOK_SECONDS, context.signal)
    ;[from, to] = [to + 1, Date.now()]
  }
}

/** False when there is enough. */
async function readPages(asked: Asked, mapping: Mapping, range: { from: number; to: number }): Promise<boolean> {
  const seen = new Set<string>()
  for (let cursor: string | undefined, page = 1; page <= MOST_PAGES; page += 1) {
    asked.context.progress(`Asking for page ${page}`)
    const json = await fetchPage(asked, addressFor(asked.input, mapping, { ...range, cursor }))
    for (const item of itemsIn(json, mapping)) if (!asked.take(entryOf(item, mapping))) return false
    cursor = mapping.cursor === '' ? undefined : textOf(at(json, mapping.cursor))
    if (cursor === undefined || seen.has(cursor)) return true
    seen.add(cursor)
  }
  return true
}

async function fetchPage({ input, context }: Asked, url: URL): Promise<unknown> {
  const key = optionalSecret('LOGS_API_KEY')
  const { json } = await askJson(url, {
    signal: context.signal,
    timeoutSeconds: input.timeout_seconds,
    mostBytes: MOST_BYTES,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  })
  return json
}

interface Where {
  from: number
  to: number
  cursor: string | undefined
}

export function addressFor(
  input: Pick<Input, 'query' | 'service'>,
  mapping: Mapping,
  { from, to, cursor }: Where,
): URL {
  const url = addressOf(secret('LOGS_API_URL'))
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value)
  if (input.service !== undefined) url.searchParams.set('service', input.service)
  url.searchParams.set(mapping.start_param, spelled(from, mapping.time_format))
  url.searchParams.set(mapping.end_param, spelled(to, mapping.time_format))
  if (cursor !== undefined) url.searchParams.set(mapping.cursor_param, cursor)
  return url
}

function spelled(time: number, format: Mapping['time_format']): string {
  switch (format) {
    case 'iso':
      return new Date(time).toISOString()
    case 'seconds':
      return String(Math.floor(time / 1000))
    case 'milliseconds':
      return String(Math.floor(time))
    case 'nanoseconds':
      return `${Math.floor(time)}000000`
  }
}

/** The list where the mapping says it is; else the answer itself, or the one list in it. */
export function itemsIn(json: unknown, { items }: Pick<Mapping, 'items'>): unknown[] {
  const found = items === '' ? (Array.isArray(json) ? json : onlyListIn(json)) : at(json, items)
  if (!Array.isArray(found))
    throw new Error(
      `The answer has no list of entries${items === '' ? '' : ` at ${items}`}: ${JSON.stringify(json)?.slice(0, 200)}`,
    )
  return found
}

function onlyListIn(json: unknown): unknown {
  const lists = Object.values(Object(json) as object).filter(Array.isArray)
  return lists.length === 1 ? lists[0] : undefined
}

export function entryOf(item: unknown, mapping: Pick<Mapping, 'time' | 'message' | 'level'>): Entry {
  if (typeof item === 'string') return parseLine(item)
  const guessed = fromObject(Object(item) as Record<string, unknown>, JSON.stringify(item) ?? '')
  const message = mapping.message === '' ? guessed.message : (textOf(at(item, mapping.message)) ?? '')
  const level = mapping.level === '' ? guessed.level : levelOf(at(item, mapping.level))
  const time = mapping.time === '' ? guessed.time : timeOf(at(item, mapping.time))
  const head = [time === undefined ? '' : new Date(time).toISOString(), level ?? ''].filter(Boolean)
  return {
    text: [...head, message].join(' '),
    message,
    ...(level !== undefined && { level }),
    ...(time !== undefined && { time }),
  }
}

/** `data.rows[0].text`: own properties only. */
function at(value: unknown, place: string): unknown {
  return place
    .replace(/^\$\.?/, '')
    .split(/[.[\]]+/)
    .filter(step => step !== '')
    .reduce<unknown>(
      (now, step) =>
        now !== null && typeof now === 'object' && Object.hasOwn(now, step)
          ? (now as Record<string, unknown>)[step]
          : undefined,
      value,
    )
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

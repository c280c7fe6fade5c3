export interface Span {
  /** Seconds since the epoch. */
  readonly start: number
  readonly end: number
  readonly step: number
}

export interface SpanInput {
  readonly range?: { readonly start?: string; readonly end?: string } | undefined
  readonly since?: string | undefined
  readonly step_seconds?: number | undefined
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const POINTS = 240
/** What people count in. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400, 604_800]
/** Prometheus refuses more in one answer, and nobody sees more. */
const MOST_POINTS = 11_000

/** From the range, else from how long ago, up to now; with a step that gives a readable number of points. */
export function spanOf({ range, since = '1h', step_seconds: wanted }: SpanInput, now = Date.now() / 1000): Span {
  const end = range?.end === undefined ? now : timeOf(range.end, 'end')
  const start = range?.start === undefined ? end - secondsOf(since) : timeOf(range.start, 'start')
  if (start >= end) throw new Error('The range ends before it starts.')
  const step = wanted ?? STEPS.find(each => (end - start) / each <= POINTS) ?? Math.ceil((end - start) / POINTS)
  if ((end - start) / step > MOST_POINTS) throw new Error(`With ${step} s there are too many steps in that range.`)
  return { start: Math.floor(start), end: Math.floor(end), step }
}

/** `90s`, `15m`, `24h`, `7d`. */
export function secondsOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)\s*([smhdw])$/.exec(text.trim()) ?? []
  if (count === undefined || Number(count) === 0) throw new Error(`since is a time like 15m, 24h or 7d, not ${text}.`)
  return Number(count) * (UNITS[unit] ?? 1)
}

/** A day alone means its first moment as a start, its last as an end. */
function timeOf(text: string, edge: 'start' | 'end'): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const time = Date.parse(isDay && edge === 'end' ? `${text}T23:59:59.999Z` : text)
  if (Number.isNaN(time)) throw new Error(`range.${edge} is no date: ${text}`)
  return time / 1000
}

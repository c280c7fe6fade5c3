import type { Range } from './model.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** The time that is asked for: `since` back from now, or from one date to another, both of them included. */
export function rangeOf(
  { since, range }: { since?: string; range?: { start?: string; end?: string } },
  now: number,
): Range {
  const from = range?.start === undefined ? sinceOf(since, now) : dateOf(range.start, 'start')
  const to = range?.end === undefined ? undefined : endOf(range.end)
  if (from !== undefined && to !== undefined && from > to) throw new Error('The range ends before it begins.')
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

export function isWithin({ from, to }: Range, time: number | undefined): boolean {
  if (time === undefined) return true
  return (from === undefined || time >= from) && (to === undefined || time <= to)
}

function sinceOf(since: string | undefined, now: number): number | undefined {
  if (since === undefined) return undefined
  const [, count, unit = ''] = /^(\d{1,6})\s*([smhdw])$/.exec(since.trim()) ?? []
  if (count === undefined) return dateOf(since, 'since')
  return now - Number(count) * (UNITS[unit] ?? 0) * 1000
}

function dateOf(text: string, what: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Error(`${what} is ${JSON.stringify(text)}, which is no time (30m, 2h, 2026-01-31).`)
  return time
}

/** A day is meant with all its hours. */
function endOf(text: string): number {
  return dateOf(text, 'end') + (/^\d{4}-\d\d-\d\d$/.test(text) ? 86_400_000 - 1 : 0)
}

import { pathValueAt, readSteps } from '../../../shared/follow-ups/path.ts'
import type { RenderHint } from '../../../tools/model.ts'

/** What of a result a hint points at: `$.rows`, `rows` or all of it. */
export function shownPart(data: unknown, hint: RenderHint | undefined): unknown {
  if (hint?.path === undefined) return data
  const path = hint.path.startsWith('$') ? hint.path.slice(1) : `.${hint.path}`
  const { steps, end } = readSteps(path, 0)
  return end === path.length ? pathValueAt(data, steps) : null
}

const KINDS: Readonly<Record<RenderHint['kind'], true>> = {
  table: true,
  chart: true,
  markdown: true,
  image: true,
  diff: true,
  file: true,
  log: true,
  'key-value': true,
  tree: true,
  json: true,
}

/** How one result says that it wants to be shown, which counts before what its tool says of all of them. */
export function hintIn(result: Readonly<Record<string, unknown>>): RenderHint | undefined {
  const { kind, path, columns } = Object(result.render ?? {}) as Record<string, unknown>
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return undefined
  return {
    kind: kind as RenderHint['kind'],
    ...(typeof path === 'string' && { path }),
    ...(Array.isArray(columns) && { columns: columns.map(String) }),
  }
}

const MOST_FACTS = 10
const LONGEST_FACT = 160

/** The plain values beside the part that is shown: how it ended, how many there are of each. */
export function factsOf(data: unknown, hint: RenderHint | undefined): [name: string, text: string][] {
  if (hint?.path === undefined || !['table', 'chart'].includes(hint.kind) || !isObject(data)) return []
  return Object.entries(data)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && String(value) !== '')
    .filter(([, value]) => String(value).length <= LONGEST_FACT)
    .slice(0, MOST_FACTS)
    .map(([name, value]) => [fieldTitle(name), cellText(value)])
}

/** `exit_code` as people write it. */
export function fieldTitle(name: string): string {
  return name.replaceAll('_', ' ')
}

export interface Grid {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** A list of objects, or of lists, or `{columns, rows}`, as one table; nothing when it is none of these. */
export function gridOf(value: unknown, wanted?: readonly string[]): Grid | undefined {
  const { columns, rows } = Object(value ?? {}) as { columns?: unknown; rows?: unknown }
  if (Array.isArray(columns) && Array.isArray(rows)) return fromRows(rows, columns.map(nameOf), wanted)
  return Array.isArray(value) ? fromRows(value, undefined, wanted) : undefined
}

function fromRows(rows: readonly unknown[], named: readonly string[] | undefined, wanted?: readonly string[]): Grid {
  if (rows.every(Array.isArray)) {
    const columns =
      named ?? Array.from({ length: Math.max(0, ...rows.map(row => row.length)) }, (_, n) => String(n + 1))
    return { columns, rows }
  }
  const keys = wanted ?? named ?? [...new Set(rows.flatMap(row => (isObject(row) ? Object.keys(row) : ['value'])))]
  return { columns: keys, rows: rows.map(row => keys.map(key => (isObject(row) ? own(row, key) : row))) }
}

export interface Series {
  readonly label: string
  readonly values: readonly (number | null)[]
}

export interface Chart {
  /** Seconds since the epoch, or just numbers. */
  readonly x: readonly number[]
  readonly times: boolean
  readonly series: readonly Series[]
  /** What the numbers count, where the tool says so. */
  readonly unit?: string
}

/** The first column along the bottom (a time, a number, or the place in the list), the numeric ones as lines. */
export function chartOf(value: unknown, wanted?: readonly string[]): Chart | undefined {
  const grid = gridOf(value, wanted)
  if (grid === undefined || grid.rows.length === 0) return undefined
  const along = grid.rows.map(row => placeOf(row[0]))
  const named = along.every(place => place !== undefined)
  const first = named && grid.columns.length > 1 ? 1 : 0
  const series = grid.columns.flatMap((label, index) => {
    const values = grid.rows.map(row => (typeof row[index] === 'number' ? row[index] : null))
    return index < first || values.every(each => each === null) ? [] : [{ label, values }]
  })
  if (series.length === 0) return undefined
  const x = first === 1 ? along.map((place, index) => place?.at ?? index) : along.map((_, index) => index + 1)
  const { unit } = Object(value) as { unit?: unknown }
  const times = first === 1 && along.every(place => place?.time === true)
  return { x, times, series, ...(typeof unit === 'string' && unit !== '' && { unit }) }
}

function placeOf(value: unknown): { at: number; time: boolean } | undefined {
  if (typeof value === 'number') return { at: value, time: value > 1e9 && value < 1e11 }
  const time = typeof value === 'string' && /^\d{4}-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : { at: time / 1000, time: true }
}

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** For a sheet program: quoted where needed, and nothing that it would take for a formula. */
export function toCsv({ columns, rows }: Grid): string {
  return [columns, ...rows].map(row => row.map(csvCell).join(',')).join('\r\n')
}

function csvCell(value: unknown): string {
  const text = cellText(value)
  const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function nameOf(column: unknown): string {
  const { name, key } = Object(column) as { name?: unknown; key?: unknown }
  return cellText(isObject(column) ? (name ?? key ?? column) : column)
}

function own(row: object, key: string): unknown {
  return Object.hasOwn(row, key) ? (row as Record<string, unknown>)[key] : undefined
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

import type { Database } from '../database/sqlite.ts'
import { typedStatement } from '../database/sqlite.ts'
import type { TableRule } from './found-rows.ts'
import { salvageRows } from './salvage-rows.ts'
import type { Row } from './table-shape.ts'

/** A row of an undamaged database, and the pages that it lies on: its leaf and those it flows over to. */
export interface PlacedRow {
  readonly table: string
  readonly row: Row
  readonly pages: readonly number[]
}

export const LAB_PAGE_SIZE = 4096

interface StatRow {
  readonly path: string
  readonly pageno: number
  readonly pagetype: 'leaf' | 'internal' | 'overflow'
  readonly ncell: number
}

/** Where SQLite's own `dbstat` says that each row is; the reader under test has no part in it. */
export function placeRows(database: Database, rules: readonly TableRule[]): PlacedRow[] {
  return rules.flatMap(({ shape }) => {
    const stats = typedStatement<StatRow>(
      database,
      'SELECT path, pageno, pagetype, ncell FROM dbstat WHERE name = ?',
    ).all(shape.name)
    const columns = shape.columns.map(({ name }) => name).join(', ')
    const order = shape.hasRowid ? 'rowid' : shape.key.join(', ')
    const rows = typedStatement<Row>(database, `SELECT ${columns} FROM ${shape.name} ORDER BY ${order}`).all()
    const places = cellsBelow(new Map(stats.map(stat => [stat.path, stat])), '/', shape.hasRowid)
    if (places.length !== rows.length) throw new Error(`${shape.name}: ${places.length} places, ${rows.length} rows`)
    return rows.map((row, index) => ({ table: shape.name, row: { ...row }, pages: places[index] ?? [] }))
  })
}

/** In the order of the keys: in a tree without row numbers an inner page holds a row between two children. */
function cellsBelow(stats: ReadonlyMap<string, StatRow>, at: string, hasRowid: boolean): number[][] {
  const page = stats.get(at)
  if (page === undefined) return []
  const cells = Array.from({ length: page.ncell }, (_, index) => [page.pageno, ...overflowOf(stats, at, index)])
  if (page.pagetype === 'leaf') return cells
  const children = Array.from({ length: page.ncell + 1 }, (_, index) => {
    const own = hasRowid ? undefined : cells[index]
    return [...cellsBelow(stats, `${at}${hex(index, 3)}/`, hasRowid), ...(own === undefined ? [] : [own])]
  })
  return children.flat()
}

function overflowOf(stats: ReadonlyMap<string, StatRow>, at: string, cell: number): number[] {
  const pages: number[] = []
  for (let n = 0; ; n += 1) {
    const page = stats.get(`${at}${hex(cell, 3)}+${hex(n, 6)}`)
    if (page === undefined) return pages
    pages.push(page.pageno)
  }
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

export interface DamagedDatabase {
  readonly file: Buffer
  readonly wal?: Buffer
  /** Pages that are not what they were; without it, those whose bytes differ. */
  readonly pages?: ReadonlySet<number>
}

export interface Measured {
  readonly expected: number
  readonly recovered: number
  /** Rows of damaged pages that came back all the same, as they were. */
  readonly more: number
  /** Rows that came back changed. */
  readonly altered: readonly Row[]
  /** Rows that are in no undamaged table: deleted ones, or garbage. */
  readonly foreign: readonly Row[]
  /** Rows on whole pages that did not come back. */
  readonly missing: readonly PlacedRow[]
}

/** Compares what comes back with what lies on whole pages. */
export function measure(
  original: { readonly bytes: Buffer; readonly placed: readonly PlacedRow[] },
  rules: readonly TableRule[],
  damage: DamagedDatabase,
): Measured {
  const broken = damage.pages ?? changedPages(original.bytes, damage.file)
  const { rows } = salvageRows(damage.file, damage.wal, rules)
  const keys = new Map(rules.map(({ shape, identity = shape.key }) => [shape.name, identity]))
  const keyOf = (table: string, row: Row) => JSON.stringify([table, ...(keys.get(table) ?? []).map(name => row[name])])
  const found = new Map([...rows].flatMap(([table, all]) => all.map(row => [keyOf(table, row), row] as const)))
  let [expected, recovered, more] = [0, 0, 0]
  const altered: Row[] = []
  const missing: PlacedRow[] = []
  const known = new Set<string>()
  for (const one of original.placed) {
    const { table, row, pages } = one
    known.add(keyOf(table, row))
    const mine = found.get(keyOf(table, row))
    const isWhole = !pages.some(page => broken.has(page))
    if (isWhole) expected += 1
    if (mine === undefined && isWhole) missing.push(one)
    if (mine === undefined) continue
    if (!isSame(mine, row)) altered.push(mine)
    else if (isWhole) recovered += 1
    else more += 1
  }
  return {
    expected,
    recovered,
    more,
    altered,
    missing,
    foreign: [...found].flatMap(([key, row]) => (known.has(key) ? [] : [row])),
  }
}

function changedPages(before: Buffer, after: Buffer): Set<number> {
  const changed = new Set<number>()
  for (let at = 0; at < before.length; at += LAB_PAGE_SIZE)
    if (!before.subarray(at, at + LAB_PAGE_SIZE).equals(after.subarray(at, at + LAB_PAGE_SIZE)))
      changed.add(at / LAB_PAGE_SIZE + 1)
  return changed
}

function isSame(one: Row, other: Row): boolean {
  return Object.keys(other).every(name => {
    const [mine, theirs] = [one[name], other[name]]
    if (mine instanceof Uint8Array && theirs instanceof Uint8Array) return Buffer.from(mine).equals(theirs)
    return mine === theirs
  })
}

/** A small generator of repeatable numbers below `limit`. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed * 2654435761 + 1
  return limit => {
    state = (Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9) >>> 0
    return Math.floor(((state ^ (state >>> 13)) >>> 0) % limit)
  }
}

type Damaging = (bytes: Buffer, random: (limit: number) => number) => DamagedDatabase

/** The damages of the table in docs/reliability.md (D10), each of which is done with several seeds. */
export const DAMAGES: Readonly<Record<string, Damaging>> = {
  '16 bytes of the header zeroed': bytes => ({ file: zeroed(bytes, 0, 16) }),
  'the whole header zeroed': bytes => ({ file: zeroed(bytes, 0, 100) }),
  'the first page zeroed': bytes => ({ file: zeroed(bytes, 0, LAB_PAGE_SIZE) }),
  'the first page random': (bytes, random) => ({ file: withRandomPages(bytes, [1], random) }),
  '20 random bit flips': (bytes, random) => ({ file: flipped(bytes, 20, random) }),
  '200 random bit flips': (bytes, random) => ({ file: flipped(bytes, 200, random) }),
  'cut to 3/4': bytes => ({ file: bytes.subarray(0, Math.floor(bytes.length * 0.75)) }),
  'cut to 1/2': bytes => ({ file: bytes.subarray(0, Math.floor(bytes.length * 0.5)) }),
  'cut to 1/4': bytes => ({ file: bytes.subarray(0, Math.floor(bytes.length * 0.25)) }),
  'cut at a random byte': (bytes, random) => ({ file: bytes.subarray(0, 5000 + random(bytes.length - 5000)) }),
  'one random page': (bytes, random) => ({ file: withRandomPages(bytes, somePages(bytes, 1, random), random) }),
  'five random pages': (bytes, random) => ({ file: withRandomPages(bytes, somePages(bytes, 5, random), random) }),
  '20 random pages': (bytes, random) => ({ file: withRandomPages(bytes, somePages(bytes, 20, random), random) }),
  '20 pages zeroed': (bytes, random) => ({ file: withZeroPages(bytes, somePages(bytes, 20, random)) }),
  '20 pages swapped for others': (bytes, random) => ({ file: withSwappedPages(bytes, somePages(bytes, 20, random)) }),
  'page size of 1024 in the header': bytes => ({ file: withPageSize(bytes, 1024) }),
  'page size of 65536 in the header': bytes => ({ file: withPageSize(bytes, 1) }),
  'page count of 3 in the header': bytes => ({ file: patched(bytes, 28, [0, 0, 0, 3]) }),
  'garbage in front': (bytes, random) => inFront(bytes, randomBytes(1000 + random(9000), random)),
  'garbage in front, header zeroed': (bytes, random) =>
    inFront(zeroed(bytes, 0, 100), randomBytes(1000 + random(9000), random)),
  'three pages in front, header zeroed': (bytes, random) =>
    inFront(zeroed(bytes, 0, 100), randomBytes(3 * LAB_PAGE_SIZE, random)),
  'garbage behind': (bytes, random) => ({ file: Buffer.concat([bytes, randomBytes(20_000, random)]) }),
  'first page zeroed, cut to 1/2, 20 flips': (bytes, random) => ({
    file: flipped(zeroed(bytes, 0, LAB_PAGE_SIZE), 20, random).subarray(0, Math.floor(bytes.length / 2)),
  }),
}

function patched(bytes: Buffer, at: number, values: readonly number[]): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(values, at)
  return copy
}

function zeroed(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.from(bytes).fill(0, from, to)
}

function withPageSize(bytes: Buffer, size: number): Buffer {
  return patched(bytes, 16, [size >> 8, size & 0xff])
}

function flipped(bytes: Buffer, times: number, random: (limit: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let n = 0; n < times; n += 1) {
    const at = random(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
  }
  return copy
}

function somePages(bytes: Buffer, count: number, random: (limit: number) => number): number[] {
  const pages = new Set<number>()
  while (pages.size < count) pages.add(2 + random(bytes.length / LAB_PAGE_SIZE - 1))
  return [...pages]
}

function withRandomPages(bytes: Buffer, pages: readonly number[], random: (limit: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (const page of pages) copy.set(randomBytes(LAB_PAGE_SIZE, random), (page - 1) * LAB_PAGE_SIZE)
  return copy
}

function withZeroPages(bytes: Buffer, pages: readonly number[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const page of pages) copy.fill(0, (page - 1) * LAB_PAGE_SIZE, page * LAB_PAGE_SIZE)
  return copy
}

/** Each gets the bytes of the next: plausible pages in the wrong place. */
function withSwappedPages(bytes: Buffer, pages: readonly number[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const [index, page] of pages.entries()) {
    const from = pages[(index + 1) % pages.length] ?? page
    copy.set(bytes.subarray((from - 1) * LAB_PAGE_SIZE, from * LAB_PAGE_SIZE), (page - 1) * LAB_PAGE_SIZE)
  }
  return copy
}

function inFront(bytes: Buffer, garbage: Buffer): DamagedDatabase {
  return { file: Buffer.concat([garbage, bytes]), pages: new Set() }
}

function randomBytes(length: number, random: (limit: number) => number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)))
}

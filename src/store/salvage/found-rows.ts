import type { BtreePage } from './read-page.ts'
import type { SqlValue } from './read-record.ts'
import { asRow, type Row, type TableShape } from './table-shape.ts'
import type { PageOwner } from './walk-tables.ts'

/** What is known of the rows of a table beyond the types of its columns. */
export interface TableRule {
  readonly shape: TableShape
  /** Whether this can be a row that Furrow wrote. */
  readonly isPlausible: (row: Row) => boolean
  /** A row that carries a checksum of itself is believed even where its page is not sound. */
  readonly provesItself?: boolean
  /** The columns that say which row this is, where that is not the primary key. */
  readonly identity?: readonly string[]
  /** Of two copies of one row the one with the larger of these is the newer. */
  readonly newest?: readonly string[]
  /** How many columns at its end earlier versions did not have. */
  readonly added?: number
}

interface RowidRange {
  readonly from: number
  readonly to: number
  /** The range is the one that the schema leads to, and not only that of the rows found. */
  readonly isOwned: boolean
  readonly lost: ReadonlySet<number>
}

interface FoundRecord {
  readonly rowid: number | undefined
  readonly values: readonly SqlValue[] | undefined
}

/** Sorts records into tables, and of each row keeps the newest copy. */
export class FoundRows {
  readonly #rules: readonly TableRule[]
  readonly #byKey = new Map<string, Map<string, Row>>()
  /** The row numbers that a sound leaf would have, without those rows that could not be read. */
  readonly #spans = new Map<string, RowidRange[]>()
  #older = 0

  constructor(rules: readonly TableRule[]) {
    this.#rules = rules
  }

  takePage(node: BtreePage, owner: PageOwner | undefined, records: readonly FoundRecord[]): void {
    const rules = this.#rulesFor(node, owner?.name)
    const tables = records.map(record =>
      this.#take(rules, record, { isSound: node.sound, isOwned: owner !== undefined }),
    )
    const table = tables.find(name => name !== undefined)
    const [first, last] = [records[0]?.rowid, records.at(-1)?.rowid]
    if (!node.sound || table === undefined || first === undefined || last === undefined) return
    const range = owner?.name === table ? owner : undefined
    const from = range === undefined ? first : range.above + 1
    const to = range === undefined || range.upTo === Infinity ? last : range.upTo
    const lost = records.flatMap(({ rowid }, index) => (tables[index] === table ? [] : [rowid ?? 0]))
    const spans = this.#spans.get(table) ?? []
    this.#spans.set(table, [...spans, { from, to, isOwned: range !== undefined, lost: new Set(lost) }])
  }

  settled() {
    return {
      rows: new Map([...this.#byKey].map(([table, rows]) => [table, [...rows.values()]] as const)),
      older: this.#older,
      wouldHaveFound: (table: string, rowid: number): boolean => {
        const spans = this.#spans.get(table) ?? []
        return spans.some(({ from, to, lost }) => from <= rowid && rowid <= to && !lost.has(rowid))
      },
    }
  }

  /** A pointer that was damaged may lead to a page of another table, so the owner is only tried first. */
  #rulesFor(node: BtreePage, owner: string | undefined): TableRule[] {
    const possible = this.#rules.filter(
      ({ shape, provesItself }) =>
        shape.hasRowid === (node.kind === 'table leaf') && (node.sound || provesItself === true),
    )
    return [
      ...possible.filter(({ shape }) => shape.name === owner),
      ...possible.filter(({ shape }) => shape.name !== owner),
    ]
  }

  #take(
    rules: readonly TableRule[],
    { rowid, values }: FoundRecord,
    { isSound, isOwned }: { isSound: boolean; isOwned: boolean },
  ): string | undefined {
    if (values === undefined) return undefined
    for (const rule of rules) {
      const row = asRow(rule.shape, { values, rowid }, rule.added)
      if (row === undefined || !rule.isPlausible(row)) continue
      if (isOwned || !this.#isElsewhere(rule.shape.name, rowid)) this.#keepNewest(rule, row, isSound)
      return rule.shape.name
    }
    return undefined
  }

  /** A sound page that the schema leads to has every row of its range: what another page has there was deleted. */
  #isElsewhere(table: string, rowid: number | undefined): boolean {
    if (rowid === undefined) return false
    const spans = this.#spans.get(table) ?? []
    return spans.some(({ from, to, isOwned, lost }) => isOwned && from <= rowid && rowid <= to && lost.size === 0)
  }

  /** Sound pages come first: a key that was damaged must not take the place of a row that is whole. */
  #keepNewest({ shape, identity = shape.key, newest = [] }: TableRule, row: Row, isSound: boolean): void {
    const rows = this.#byKey.get(shape.name) ?? new Map<string, Row>()
    this.#byKey.set(shape.name, rows)
    const key = JSON.stringify(identity.map(name => row[name]))
    const known = rows.get(key)
    if (known !== undefined && !isSame(known, row)) this.#older += 1
    if (known === undefined || (isSound && isNewer(row, known, newest))) rows.set(key, row)
  }
}

function isSame(one: Row, other: Row): boolean {
  return Object.entries(one).every(([name, value]) => {
    const twin = other[name]
    if (value instanceof Uint8Array && twin instanceof Uint8Array) return Buffer.from(value).equals(twin)
    return value === twin
  })
}

function isNewer(row: Row, known: Row, columns: readonly string[]): boolean {
  for (const column of columns) {
    const [mine, theirs] = [Number(row[column] ?? 0), Number(known[column] ?? 0)]
    if (mine !== theirs) return mine > theirs
  }
  return false
}

/** How the rows of a table are carried over; its shape is read from the database. */
export type CarriedTable = Omit<TableRule, 'shape'>

import { FoundRows, type TableRule } from './found-rows.ts'
import { guessFreePages, listFreePages } from './free-pages.ts'
import { readPayload } from './overflow.ts'
import { findPages, type Pages } from './page-layout.ts'
import { type BtreePage, readBtreePage } from './read-page.ts'
import { readRecord } from './read-record.ts'
import { readWal } from './read-wal.ts'
import type { Row } from './table-shape.ts'
import { walkTables } from './walk-tables.ts'

export interface SalvagedRows {
  readonly rows: ReadonlyMap<string, readonly Row[]>
  /** Older copies of a row, left out. */
  readonly older: number
  readonly pages: number
  /** Pages that are neither sound nor known to be free. */
  readonly unreadable: number
  /** Whether a row of this number would have been found, so that one that was not found had been deleted. */
  readonly wouldHaveFound: (table: string, rowid: number) => boolean
}

/** Reads every row whose pages are whole, without SQLite, so that neither a header nor a length is needed. */
export function salvageRows(file: Buffer, wal: Buffer | undefined, rules: readonly TableRule[]): SalvagedRows {
  const pages = findPages(file, wal === undefined ? undefined : readWal(wal))
  const nodes = readNodes(pages)
  const chained = chainedPages(pages, nodes)
  const walked = walkTables(
    pages,
    nodes,
    rules.map(({ shape }) => shape.name),
  )
  const listed = listFreePages(pages)
  const free = listed ?? guessFreePages(pages, number => chained.has(number))
  const isLive = (number: number) =>
    listed === undefined && walked.isComplete ? walked.owners.has(number) : !free.has(number)
  const found = new FoundRows(rules)
  const live = [...nodes].filter(([number]) => isLive(number))
  // What is sound comes first, and of that what the schema leads to: of two equal copies the first counts.
  const order = ([number, node]: [number, BtreePage]) => (node.sound ? 0 : 2) + (walked.owners.has(number) ? 0 : 1)
  for (const [number, node] of live.sort((a, b) => order(a) - order(b)))
    found.takePage(node, walked.owners.get(number), recordsOf(pages, nodes, number))
  const isRead = (number: number) => nodes.get(number)?.sound === true || chained.has(number) || free.has(number)
  return { ...found.settled(), pages: pages.count, unreadable: count(pages, number => !isRead(number)) }
}

function readNodes(pages: Pages): Map<number, BtreePage> {
  const nodes = new Map<number, BtreePage>()
  for (let number = 1; number <= pages.count; number += 1) {
    const page = pages.page(number)
    const node = page === undefined ? undefined : readBtreePage(page, number)
    if (node !== undefined) nodes.set(number, node)
  }
  return nodes
}

/** Pages that hold the rest of something on a sound page. */
function chainedPages(pages: Pages, nodes: ReadonlyMap<number, BtreePage>): Set<number> {
  const chained = new Set<number>()
  for (const [number, node] of nodes) {
    const page = pages.page(number)
    if (!node.sound || page === undefined) continue
    for (const cell of node.cells)
      for (const via of readPayload(pages, nodes, { page, cell })?.via ?? []) chained.add(via)
  }
  return chained
}

function recordsOf(pages: Pages, nodes: ReadonlyMap<number, BtreePage>, number: number) {
  const page = pages.page(number)
  const cells = page === undefined ? [] : (nodes.get(number)?.cells ?? [])
  return cells.map(cell => {
    const payload = page === undefined ? undefined : readPayload(pages, nodes, { page, cell })
    return { rowid: cell.rowid, values: payload === undefined ? undefined : readRecord(Buffer.concat(payload.parts)) }
  })
}

function count(pages: Pages, matches: (number: number) => boolean): number {
  let matching = 0
  for (let number = 1; number <= pages.count; number += 1) if (matches(number)) matching += 1
  return matching
}

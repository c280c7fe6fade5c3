import type { Pages } from './page-layout.ts'
import type { BtreePage } from './read-page.ts'
import { readRecord } from './read-record.ts'

type Nodes = ReadonlyMap<number, BtreePage>

/** The table or index that a page belongs to, and between which row numbers everything on it has to be. */
export interface PageOwner {
  readonly name: string
  readonly above: number
  readonly upTo: number
}

export interface WalkedTables {
  readonly owners: ReadonlyMap<number, PageOwner>
  /** Every tree was followed to its leaves and no page was met twice: a page that was not met holds nothing. */
  readonly isComplete: boolean
}

/** Follows the trees from the schema in page 1 as far as they can be followed. */
export function walkTables(pages: Pages, nodes: Nodes, tables: readonly string[]): WalkedTables {
  const owners = new Map<number, PageOwner>()
  let isComplete = walk(nodes, owners, { number: 1, name: 'sqlite_schema', above: -Infinity, upTo: Infinity })
  const roots = [...owners.keys()].flatMap(number => rootsIn(pages, nodes, number))
  for (const { name, root } of roots)
    if (!walk(nodes, owners, { number: root, name, above: -Infinity, upTo: Infinity })) isComplete = false
  if (!tables.every(table => roots.some(({ name }) => name === table))) isComplete = false
  return { owners, isComplete }
}

/** A page on the way down. */
interface PageVisit extends PageOwner {
  readonly number: number
  readonly parent?: BtreePage
}

function walk(nodes: Nodes, owners: Map<number, PageOwner>, { number, name, above, upTo, parent }: PageVisit): boolean {
  const node = nodes.get(number)
  if (node === undefined || owners.has(number) || !belongsBelow(parent, node)) return false
  if (!node.cells.every(({ rowid }) => rowid === undefined || (rowid > above && rowid <= upTo))) return false
  owners.set(number, { name, above, upTo })
  if (node.rightmost === undefined) return true
  if (!node.sound) return false
  let [isComplete, last] = [true, above]
  for (const { child, rowid } of [...node.cells, { child: node.rightmost, rowid: undefined }]) {
    const step = { number: child ?? 0, name, above: last, upTo: rowid ?? upTo, parent: node }
    if (!walk(nodes, owners, step)) isComplete = false
    last = rowid ?? last
  }
  return isComplete
}

function belongsBelow(parent: BtreePage | undefined, node: BtreePage): boolean {
  return parent === undefined || node.kind.split(' ')[0] === parent.kind.split(' ')[0]
}

function rootsIn(pages: Pages, nodes: Nodes, number: number): { name: string; root: number }[] {
  const [page, node] = [pages.page(number), nodes.get(number)]
  if (page === undefined || node?.kind !== 'table leaf') return []
  return node.cells.flatMap(({ payload }) => {
    const values = payload === undefined ? undefined : readRecord(page.subarray(payload.from, payload.to))
    const [, name, , root] = values ?? []
    return typeof name === 'string' && typeof root === 'number' && root > 1 ? [{ name, root }] : []
  })
}

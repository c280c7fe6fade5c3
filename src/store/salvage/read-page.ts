import { readVarint } from './read-record.ts'

/** One entry of a b-tree page. What a row has on other pages begins at `overflow`. */
export interface PageCell {
  readonly start: number
  readonly end: number
  /** The page below; interior pages only. */
  readonly child?: number
  /** The row's number in a leaf of a table, the largest one below `child` in an interior page of a table. */
  readonly rowid?: number
  readonly payload?: { readonly size: number; readonly from: number; readonly to: number; readonly overflow?: number }
}

export interface BtreePage {
  readonly kind: keyof typeof KINDS
  readonly cells: readonly PageCell[]
  /** The last child of an interior page. */
  readonly rightmost?: number
  /** Cells, free blocks and fragments fill the page to the byte, nothing overlaps, and row numbers ascend. */
  readonly sound: boolean
}

const KINDS = {
  'table leaf': { flag: 0x0d, header: 8 },
  'table interior': { flag: 0x05, header: 12 },
  'index leaf': { flag: 0x0a, header: 8 },
  'index interior': { flag: 0x02, header: 12 },
} as const

const KIND_OF_FLAG = new Map(
  Object.entries(KINDS).map(([kind, { flag }]) => [flag as number, kind as keyof typeof KINDS]),
)
/** The file's own header comes before the b-tree in page 1. */
export const FILE_HEADER = 100
const SMALLEST_CELL = 4

/** A page as a node of a b-tree, or nothing when it does not begin like one. */
export function readBtreePage(page: Buffer, number: number): BtreePage | undefined {
  const head = number === 1 ? FILE_HEADER : 0
  const kind = KIND_OF_FLAG.get(page[head] ?? 0)
  if (kind === undefined) return undefined
  const { header } = KINDS[kind]
  const count = page.readUInt16BE(head + 3)
  const pointers = head + header
  if (pointers + 2 * count > page.length) return undefined
  const cells: PageCell[] = []
  for (let index = 0; index < count; index += 1) {
    const cell = readCell(page, page.readUInt16BE(pointers + 2 * index), kind)
    if (cell !== undefined) cells.push(cell)
  }
  return {
    kind,
    cells,
    ...(header === 12 && { rightmost: page.readUInt32BE(head + 8) }),
    sound: cells.length === count && ascends(cells) && fills(page, { head, pointersEnd: pointers + 2 * count, cells }),
  }
}

function readCell(page: Buffer, start: number, kind: BtreePage['kind']): PageCell | undefined {
  const isInterior = kind.endsWith('interior')
  if (start < SMALLEST_CELL || start + SMALLEST_CELL > page.length) return undefined
  const child = isInterior ? { child: page.readUInt32BE(start) } : {}
  const first = readVarint(page, isInterior ? start + 4 : start)
  if (first === undefined) return undefined
  if (kind === 'table interior') return { start, end: first.end, ...child, rowid: first.value }
  const rowid = kind === 'table leaf' ? readVarint(page, first.end) : undefined
  if (kind === 'table leaf' && rowid === undefined) return undefined
  const from = rowid?.end ?? first.end
  const local = localSize(page.length, first.value, kind === 'table leaf')
  const to = from + local
  const end = local < first.value ? to + 4 : Math.max(to, start + SMALLEST_CELL)
  if (first.value <= 0 || end > page.length) return undefined
  const overflow = local < first.value ? { overflow: page.readUInt32BE(to) } : {}
  return {
    start,
    end,
    ...child,
    ...(rowid !== undefined && { rowid: rowid.value }),
    payload: { size: first.value, from, to, ...overflow },
  }
}

/** How much of a payload its own page holds, as the file format lays it down. */
function localSize(usable: number, size: number, isTable: boolean): number {
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (size <= most) return size
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((size - least) % (usable - 4))
  return wanted <= most ? wanted : least
}

function ascends(cells: readonly PageCell[]): boolean {
  return cells.every(({ rowid }, index) => rowid === undefined || index === 0 || rowid > (cells[index - 1]?.rowid ?? 0))
}

interface Layout {
  readonly head: number
  readonly pointersEnd: number
  readonly cells: readonly PageCell[]
}

function fills(page: Buffer, { head, pointersEnd, cells }: Layout): boolean {
  const contentStart = page.readUInt16BE(head + 5) || 65536
  if (contentStart < pointersEnd || contentStart > page.length) return false
  const blocks = freeBlocks(page, page.readUInt16BE(head + 1))
  if (blocks === undefined) return false
  const spans = [...cells, ...blocks].sort((a, b) => a.start - b.start)
  let [used, last] = [0, contentStart]
  for (const { start, end } of spans) {
    if (start < last) return false
    used += end - start
    last = end
  }
  const fragments = page[head + 7] ?? 0
  return last <= page.length && used + fragments === page.length - contentStart
}

function freeBlocks(page: Buffer, first: number): { start: number; end: number }[] | undefined {
  const blocks: { start: number; end: number }[] = []
  for (let at = first; at !== 0; at = page.readUInt16BE(at)) {
    const isAfterTheLast = at > (blocks.at(-1)?.end ?? 0) || blocks.length === 0
    if (!isAfterTheLast || at + SMALLEST_CELL > page.length) return undefined
    blocks.push({ start: at, end: at + page.readUInt16BE(at + 2) })
    if ((blocks.at(-1)?.end ?? 0) > page.length) return undefined
  }
  return blocks
}

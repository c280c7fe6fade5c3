import { FILE_HEADER, readBtreePage } from './read-page.ts'
import type { CommittedPages } from './read-wal.ts'

/** The pages of a database by their number, counted from 1; a page that is not wholly there is not there. */
export interface Pages {
  readonly size: number
  /** The number of the last page of which anything is there. */
  readonly count: number
  page(number: number): Buffer | undefined
}

const MAGIC = Buffer.from('SQLite format 3\0')
const SIZES = [4096, 512, 1024, 2048, 8192, 16384, 32768, 65536] as const
/** So many pages show which size is right. */
const LOOKED_AT = 400

/** Finds out how a file is divided into pages by the pages themselves: its header may be damaged, or not be in front. */
export function findPages(file: Buffer, wal: CommittedPages | undefined): Pages {
  const { size, base } = findLayout(file, wal?.pageSize)
  const inFile = Math.ceil((file.length - base) / size)
  return {
    size,
    count: wal?.count ?? Math.max(inFile, 0),
    page(number) {
      const newest = wal?.pages.get(number)
      if (newest !== undefined) return newest
      const start = base + (number - 1) * size
      return number < 1 || start < 0 || start + size > file.length ? undefined : file.subarray(start, start + size)
    },
  }
}

interface PageLayout {
  readonly size: number
  /** Where page 1 begins; before the file when its front is lost. */
  readonly base: number
}

function findLayout(file: Buffer, known: number | undefined): PageLayout {
  const start = Math.max(file.indexOf(MAGIC), 0)
  const sizes = known === undefined ? SIZES : [known]
  const [best] = sizes
    .map(size => ({ size, base: start, sound: soundShare(file, { size, base: start }) }))
    .sort((a, b) => b.sound - a.sound)
  if (best !== undefined && best.sound > 0) return start > 0 || hasFirstPage(file) ? best : numbered(file, best)
  const shifted = findShifted(file, sizes)
  return shifted === undefined ? { size: known ?? SIZES[0], base: 0 } : numbered(file, shifted)
}

function hasFirstPage(file: Buffer): boolean {
  return file.subarray(0, MAGIC.length).equals(MAGIC) || readsAsFirstPage(file)
}

/** A header that was overwritten leaves the b-tree behind it as it was. */
function readsAsFirstPage(file: Buffer): boolean {
  return file.length > FILE_HEADER && [0x0d, 0x05].includes(file[FILE_HEADER] ?? 0) && file[0] === 0
}

/** How much of what was looked at is sound when it is cut into pages like this. */
function soundShare(file: Buffer, { size, base }: PageLayout): number {
  const count = Math.floor((file.length - base) / size)
  const step = Math.max(1, Math.floor(count / LOOKED_AT))
  let [sound, looks] = [0, 0]
  for (let index = 1; index < count; index += step, looks += 1) {
    const at = base + index * size
    if (isFilledAndSound(file.subarray(at, at + size))) sound += 1
  }
  return looks === 0 ? 0 : sound / looks
}

function isFilledAndSound(page: Buffer): boolean {
  const read = readBtreePage(page, 2)
  return read?.sound === true && read.cells.length > 0
}

/** Something was put in front, or taken away: where do sound pages begin? */
function findShifted(file: Buffer, sizes: readonly number[]): PageLayout | undefined {
  for (const size of sizes) {
    const votes = new Map<number, number>()
    for (let at = 0; at + size <= file.length; at += 1)
      if (beginsPage(file, at, size) && isFilledAndSound(file.subarray(at, at + size)))
        votes.set(at % size, (votes.get(at % size) ?? 0) + 1)
    const [best] = [...votes].sort(([, a], [, b]) => b - a)
    if (best !== undefined) return { size, base: best[0] }
  }
  return undefined
}

/** A cheap look before the thorough one: the free block, the cells and their content lie in the page. */
function beginsPage(file: Buffer, at: number, size: number): boolean {
  const flag = file[at]
  if ((flag !== 0x0d && flag !== 0x0a && flag !== 0x05) || (file[at + 7] ?? 0) > 60) return false
  const [cells, content] = [file.readUInt16BE(at + 3), file.readUInt16BE(at + 5)]
  return cells > 0 && content <= size && 8 + 2 * cells <= content && file.readUInt16BE(at + 1) < size
}

/**
 * Which number the first page has, where that is not plain: interior pages name their children, and what is below a
 * child never has a larger row number than its entry says.
 */
function numbered(file: Buffer, { size, base }: PageLayout): PageLayout {
  const count = Math.floor((file.length - base) / size)
  const nodes = Array.from({ length: count }, (_, index) => {
    const at = base + index * size
    return readBtreePage(file.subarray(at, at + size), 2)
  })
  const links = nodes.flatMap(node =>
    node?.sound === true && node.kind === 'table interior'
      ? node.cells.map((cell, index) => ({
          child: cell.child ?? 0,
          above: node.cells[index - 1]?.rowid ?? -Infinity,
          upTo: cell.rowid ?? 0,
        }))
      : [],
  )
  const agreeing = (shift: number) =>
    links.filter(({ child, above, upTo }) => {
      const node = nodes[child - 1 - shift]
      const rowids = node?.kind.startsWith('table') === true ? node.cells.map(({ rowid }) => rowid ?? 0) : []
      return rowids.length > 0 && rowids.every(rowid => rowid > above && rowid <= upTo)
    }).length
  let best = { shift: 0, agree: agreeing(0) }
  const furthest = Math.min(count, 4096)
  for (let shift = -furthest; shift <= furthest; shift += 1) {
    const agree = links.length === 0 ? 0 : agreeing(shift)
    if (agree > best.agree) best = { shift, agree }
  }
  return { size, base: base - best.shift * size }
}

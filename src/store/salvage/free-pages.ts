import type { Pages } from './page-layout.ts'
import { readBtreePage } from './read-page.ts'

const FIRST_TRUNK = 32
const FREE_COUNT = 36

/** Pages that hold nothing any more, as the header of the file lists them; nothing where the list is broken. */
export function listFreePages(pages: Pages): ReadonlySet<number> | undefined {
  const first = pages.page(1)
  if (first?.subarray(0, 6).toString('latin1') !== 'SQLite') return undefined
  const free = new Set<number>()
  for (let at = first.readUInt32BE(FIRST_TRUNK); at !== 0; ) {
    const trunk = free.has(at) ? undefined : trunkAt(pages, at)
    if (trunk === undefined) return undefined
    free.add(at)
    for (const leaf of trunk.leaves) free.add(leaf)
    at = trunk.next
  }
  return free.size === first.readUInt32BE(FREE_COUNT) ? free : undefined
}

/** Without the header: a page that nothing uses and that reads as a list of pages is taken for a part of that list. */
export function guessFreePages(pages: Pages, isUsed: (number: number) => boolean): ReadonlySet<number> {
  const free = new Set<number>()
  for (let number = 2; number <= pages.count; number += 1) {
    const trunk = isUsed(number) ? undefined : trunkAt(pages, number)
    if (trunk === undefined || trunk.leaves.length === 0) continue
    free.add(number)
    for (const leaf of trunk.leaves) free.add(leaf)
  }
  return free
}

/** A file that was cut names pages that it has no more. */
const MOST_TIMES_AS_LONG = 64

function trunkAt(pages: Pages, number: number): { next: number; leaves: number[] } | undefined {
  const page = pages.page(number)
  if (page === undefined || readBtreePage(page, number) !== undefined) return undefined
  const most = pages.count * MOST_TIMES_AS_LONG
  const [next, count] = [page.readUInt32BE(0), page.readUInt32BE(4)]
  if (next > most || count > page.length / 4 - 2) return undefined
  const leaves = Array.from({ length: count }, (_, index) => page.readUInt32BE(8 + 4 * index))
  const isList = new Set(leaves).size === count && leaves.every(leaf => leaf > 1 && leaf <= most && leaf !== number)
  return isList ? { next, leaves } : undefined
}

import type { Pages } from './page-layout.ts'
import type { BtreePage, PageCell } from './read-page.ts'

/** A payload with what it has on other pages; `via` is where. */
export interface Payload {
  readonly parts: readonly Buffer[]
  readonly via: readonly number[]
}

/** Follows a payload from page to page: exactly as many as its size asks for, and none that is something else. */
export function readPayload(
  pages: Pages,
  nodes: ReadonlyMap<number, BtreePage>,
  { page, cell: { payload } }: { page: Buffer; cell: PageCell },
): Payload | undefined {
  if (payload === undefined) return undefined
  const parts = [page.subarray(payload.from, payload.to)]
  if (payload.overflow === undefined) return { parts, via: [] }
  const via = new Set<number>()
  let [left, number] = [payload.size - (payload.to - payload.from), payload.overflow]
  while (left > 0) {
    const next = number < 2 || via.has(number) || nodes.get(number)?.sound === true ? undefined : pages.page(number)
    if (next === undefined) return undefined
    parts.push(next.subarray(4, 4 + Math.min(left, next.length - 4)))
    left -= next.length - 4
    via.add(number)
    number = next.readUInt32BE(0)
  }
  return number === 0 ? { parts, via: [...via] } : undefined
}

import type { Call } from '../../workspace/call.ts'
import { findSources } from '../find.ts'
import type { Source } from '../model.ts'

const CITED = 5
const CANDIDATES = 12
/** How many earlier questions a follow-up leans on. */
const REMEMBERED = 3
/** What the thread is about counts, and less than what is asked now. */
const WEIGHTS = [1, 0.6] as const
/** Ranks are fused as reciprocals; this much above zero, so that a first place does not outweigh everything. */
const DAMPING = 10

/** The passages for a question; one that follows others is also sought together with them. */
export async function retrieve(
  call: Call,
  { question, earlier }: { question: string; earlier: readonly string[] },
): Promise<Source[]> {
  const context = [...earlier.slice(-REMEMBERED), question].join('\n')
  const wanted = earlier.length === 0 ? [question] : [question, context]
  if (wanted.length === 1) return (await findSources(call, { question, limit: CITED })).sources
  const lists: Source[][] = []
  for (const each of wanted) lists.push((await findSources(call, { question: each, limit: CANDIDATES })).sources)
  return fuse(lists, WEIGHTS).slice(0, CITED)
}

/** One order from several: what stands high in any of them, and higher still in more than one. */
export function fuse<T extends { path: string; lines: readonly [number, number] }>(
  lists: readonly (readonly T[])[],
  weights: readonly number[],
): T[] {
  const found = new Map<string, { item: T; rank: number }>()
  for (const [which, list] of lists.entries())
    for (const [place, item] of list.entries()) {
      const key = `${item.path}:${item.lines.join('-')}`
      const more = (weights[which] ?? 1) / (DAMPING + place)
      const known = found.get(key)
      found.set(key, { item: known?.item ?? item, rank: (known?.rank ?? 0) + more })
    }
  return [...found.values()].sort((a, b) => b.rank - a.rank).map(({ item }) => item)
}

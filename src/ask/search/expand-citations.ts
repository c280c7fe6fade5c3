import { prepared } from '../../store/database/sqlite.ts'
import type { CodeIndex } from '../index/database.ts'
import type { IndexedPassage } from './passages.ts'

/** How long a citation grows, and how long where it is a part of one function. */
const [LONGEST, LONGEST_FUNCTION] = [60, 100]
/** What counts half of a passage and stands beside it is cited with it. */
const WORTH = 0.5

interface PassageLines {
  readonly id: number
  readonly first: number
  readonly last: number
  readonly symbols: string
}

interface ScoredIndex {
  readonly index: CodeIndex
  /** What the words of each passage are worth. */
  readonly scores: ReadonlyMap<number, number>
}

/**
 * Citations that a reader can follow: the rest of a long function with its signature, and what stands beside a passage
 * and answers nearly as well. What was taken into a citation is not cited again.
 */
export function* expandCitations(
  ordered: readonly IndexedPassage[],
  { index, scores }: ScoredIndex,
): Generator<IndexedPassage> {
  const used = new Set<number>()
  const pieces = new Map<number, readonly PassageLines[]>()
  for (const found of ordered) {
    if (used.has(found.id)) continue
    const all = pieces.get(found.file) ?? piecesOf(index, found.file)
    pieces.set(found.file, all)
    yield { ...found, ...linesAround(found.id, all, { used, scores }) }
  }
}

function piecesOf({ database }: CodeIndex, file: number): PassageLines[] {
  const sql = 'SELECT id, first, last, symbols FROM chunks WHERE file = ? ORDER BY id'
  return prepared<PassageLines>(database, sql).all(file)
}

interface UsedPassages {
  readonly used: Set<number>
  readonly scores: ReadonlyMap<number, number>
}

function linesAround(
  id: number,
  all: readonly PassageLines[],
  { used, scores }: UsedPassages,
): { first: number; last: number } {
  let from = all.findIndex(piece => piece.id === id)
  let to = from
  const start = all[from]
  if (start === undefined) throw new Error(`passage ${id} is not among the passages of its file`)
  used.add(id)
  const scoreOf = (piece: PassageLines) => scores.get(piece.id) ?? 0
  const takes = (piece: PassageLines | undefined): piece is PassageLines => {
    if (piece === undefined || used.has(piece.id)) return false
    const length = Math.max(piece.last, all[to]?.last ?? 0) - Math.min(piece.first, all[from]?.first ?? 0) + 1
    const isSame = piece.symbols !== '' && piece.symbols === start.symbols
    return length <= (isSame ? LONGEST_FUNCTION : LONGEST) && (isSame || scoreOf(piece) >= WORTH * scoreOf(start))
  }
  for (;;) {
    const beside = [all[from - 1], all[to + 1]].filter(takes).sort((a, b) => scoreOf(b) - scoreOf(a))
    const [next] = beside
    if (next === undefined) break
    used.add(next.id)
    if (next === all[from - 1]) from -= 1
    else to += 1
  }
  return { first: all[from]?.first ?? start.first, last: all[to]?.last ?? start.last }
}

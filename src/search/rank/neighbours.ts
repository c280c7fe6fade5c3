import { prepared } from '../../store/database/sqlite.ts'
import { type Candidate, type CandidateSearch, documentsOf } from './candidates.ts'

export interface ScoredCandidate {
  readonly candidate: Candidate
  readonly score: number
  readonly near: boolean
}

const LOOKED_BESIDE = 50
/** Notes further apart were not made in one breath, even when they share the name of a sitting. */
const NEAR_MS = 60 * 60 * 1000

export interface NeighbourOptions {
  readonly nearWeights: readonly number[]
  readonly shortWords: number
  /** How many that merely stand beside a match fill up the list; they never flood it. */
  readonly most: number
}

/** A short note says little by itself: what stands right beside it in the same sitting counts too. */
export function withNeighbours(
  looking: CandidateSearch,
  matched: readonly Candidate[],
  { nearWeights, shortWords, most }: NeighbourOptions,
): ScoredCandidate[] {
  const all = new Map<number, ScoredCandidate>(
    matched.map(candidate => [candidate.id, { candidate, score: candidate.score, near: false }]),
  )
  const short = matched.slice(0, LOOKED_BESIDE).filter(({ sitting, words }) => sitting !== '' && words <= shortWords)
  const gains = gainsOf(notesBeside(looking, short, nearWeights.length), { nearWeights, all })
  for (const [id, { gain, at }] of gains) {
    const known = all.get(id)
    if (known !== undefined && isNear(known.candidate, { at, shortWords }))
      all.set(id, { ...known, score: known.score + gain })
  }
  const others = [...gains].filter(([id]) => !all.has(id)).sort(([, one], [, other]) => other.gain - one.gain)
  const read = documentsOf(
    looking,
    others.slice(0, most * SPARE).map(([id]) => id),
  )
  const near = read.flatMap(candidate => {
    const { gain = 0, at = 0 } = gains.get(candidate.id) ?? {}
    return isNear(candidate, { at, shortWords }) ? [{ candidate, score: gain, near: true }] : []
  })
  return [...all.values(), ...near.sort((a, b) => b.score - a.score).slice(0, most)]
}

/** Some may turn out to be long, of another time, or left out by the request. */
const SPARE = 8

function isNear({ words, at }: Candidate, beside: { readonly at: number; readonly shortWords: number }): boolean {
  return words <= beside.shortWords && Math.abs(at - beside.at) <= NEAR_MS
}

interface Beside {
  readonly id: number
  readonly neighbour: number
  readonly distance: number
}

function gainsOf(
  pairs: readonly Beside[],
  { nearWeights, all }: { nearWeights: readonly number[]; all: ReadonlyMap<number, ScoredCandidate> },
): Map<number, { gain: number; at: number }> {
  const gains = new Map<number, { gain: number; at: number }>()
  for (const { id, neighbour, distance } of pairs) {
    const { candidate } = all.get(id) ?? {}
    if (candidate === undefined) continue
    const gain = candidate.score * (nearWeights[distance - 1] ?? 0)
    gains.set(neighbour, { gain: (gains.get(neighbour)?.gain ?? 0) + gain, at: candidate.at })
  }
  return gains
}

/** One statement for all: the ids right before and after each, in its sitting. */
function notesBeside({ database, tables }: CandidateSearch, candidates: readonly Candidate[], reach: number): Beside[] {
  if (candidates.length === 0) return []
  const side = (comparison: '<' | '>', order: 'DESC' | 'ASC', distance: number) =>
    `(SELECT id FROM ${tables.documents} WHERE sitting = document.sitting AND sitting <> '' AND id ${comparison} document.id
      ORDER BY id ${order} LIMIT 1 OFFSET ${distance - 1})`
  const distances = Array.from({ length: reach }, (_, index) => index + 1)
  const columns = distances.flatMap(distance => [
    `${side('<', 'DESC', distance)} AS before${distance}`,
    `${side('>', 'ASC', distance)} AS after${distance}`,
  ])
  const rows = prepared<Record<string, number | null>>(
    database,
    `SELECT document.id, ${columns.join(', ')} FROM json_each(?) CROSS JOIN ${tables.documents} AS document
     ON document.id = json_each.value`,
  ).all(JSON.stringify(candidates.map(({ id }) => id)))
  return rows.flatMap(row =>
    distances.flatMap(distance =>
      [row[`before${distance}`], row[`after${distance}`]].flatMap(neighbour =>
        neighbour === null || neighbour === undefined ? [] : [{ id: Number(row.id), neighbour, distance }],
      ),
    ),
  )
}

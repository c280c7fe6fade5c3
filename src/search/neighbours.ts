import { prepared } from '../store/sqlite.ts'
import { type Candidate, documentsOf, type Looking } from './candidates.ts'

export interface Scored {
  readonly candidate: Candidate
  readonly score: number
  readonly near: boolean
}

const LOOKED_BESIDE = 50
/** Notes further apart were not made in one breath, even when they share the name of a sitting. */
const NEAR_MS = 60 * 60 * 1000

/** A short note says little by itself: what stands right beside it in the same sitting counts too. */
export function withNeighbours(
  looking: Looking,
  matched: readonly Candidate[],
  { nearWeights, shortWords }: { nearWeights: readonly number[]; shortWords: number },
): Scored[] {
  const all = new Map<number, Scored>(
    matched.map(candidate => [candidate.id, { candidate, score: candidate.score, near: false }]),
  )
  const short = matched.slice(0, LOOKED_BESIDE).filter(({ sitting, words }) => sitting !== '' && words <= shortWords)
  const gains = gainsOf(besides(looking, short, nearWeights.length), { nearWeights, all })
  const unknown = [...gains.keys()].filter(id => !all.has(id))
  for (const candidate of documentsOf(looking, unknown)) all.set(candidate.id, { candidate, score: 0, near: true })
  for (const [id, { gain, at }] of gains) {
    const known = all.get(id)
    if (known === undefined || known.candidate.words > shortWords || Math.abs(known.candidate.at - at) > NEAR_MS) {
      if (known?.near === true) all.delete(id)
      continue
    }
    all.set(id, { ...known, score: known.score + gain })
  }
  return [...all.values()]
}

interface Beside {
  readonly id: number
  readonly neighbour: number
  readonly distance: number
}

function gainsOf(
  pairs: readonly Beside[],
  { nearWeights, all }: { nearWeights: readonly number[]; all: ReadonlyMap<number, Scored> },
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
function besides({ database, tables }: Looking, candidates: readonly Candidate[], reach: number): Beside[] {
  if (candidates.length === 0) return []
  const side = (comparison: '<' | '>', order: 'DESC' | 'ASC', distance: number) =>
    `(SELECT id FROM ${tables.documents} WHERE sitting = document.sitting AND sitting <> '' AND id ${comparison} document.id
      ORDER BY id ${order} LIMIT 1 OFFSET ${distance - 1})`
  const distances = Array.from({ length: reach }, (_, index) => index + 1)
  const columns = distances.flatMap(distance => [
    `${side('<', 'DESC', distance)} AS before${distance}`,
    `${side('>', 'ASC', distance)} AS after${distance}`,
  ])
  const rows = prepared(
    database,
    `SELECT document.id, ${columns.join(', ')} FROM json_each(?) CROSS JOIN ${tables.documents} AS document
     ON document.id = json_each.value`,
  ).all(JSON.stringify(candidates.map(({ id }) => id))) as unknown as Record<string, number | null>[]
  return rows.flatMap(row =>
    distances.flatMap(distance =>
      [row[`before${distance}`], row[`after${distance}`]].flatMap(neighbour =>
        neighbour === null || neighbour === undefined ? [] : [{ id: Number(row.id), neighbour, distance }],
      ),
    ),
  )
}

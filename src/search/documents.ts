import { type Database, prepared } from '../store/database/sqlite.ts'
import type { Tables } from './open.ts'
import { unpackTerms } from './packed.ts'
import { passageIdsOf } from './rank/passages.ts'

/** What an index keeps of a text, or of a passage of it. */
export interface KeptDocument {
  readonly id: number
  readonly sitting: string
  readonly at: number
  readonly words: number
  readonly facets: string
  readonly terms: Uint32Array
}

export interface Documents {
  /** Those that there are, by their ids. */
  read(ids: readonly number[]): ReadonlyMap<number, KeptDocument>
  /** The text of this id and its passages, before they change. */
  forget(id: number): void
  forgetAll(): void
}

/** Together some MB; a small memory fits in whole. */
const MOST_REMEMBERED = 12_000

/** Handing a row with its terms over from SQLite takes longer than ranking it, so what was read is remembered. */
export function cachedDocuments(database: Database, { documents }: Tables): Documents {
  const known = new Map<number, KeptDocument>()
  let [version, hasPassages] = [-1, false]
  const read = (ids: readonly number[]) => {
    const sql = `SELECT document.id, sitting, at, words, facets, terms FROM json_each(?)
      CROSS JOIN ${documents} AS document ON document.id = json_each.value`
    return prepared<KeptDocument & { terms: Uint8Array }>(database, sql).all(JSON.stringify(ids))
  }
  return {
    read(ids) {
      const now = versionOf(database)
      if (now !== version || known.size > MOST_REMEMBERED) known.clear()
      version = now
      const unknown = ids.filter(id => !known.has(id))
      if (unknown.length > 0)
        for (const { terms, ...row } of read(unknown)) {
          known.set(row.id, { ...row, terms: unpackTerms(terms) })
          if (row.id < 0) hasPassages = true
        }
      return known
    },
    forget(id) {
      known.delete(id)
      const [low, high] = passageIdsOf(id)
      if (hasPassages) for (let passage = low; passage <= high; passage += 1) known.delete(passage)
    },
    forgetAll: () => known.clear(),
  }
}

/** Another number after each change that another connection made; what this one changes is forgotten by name. */
function versionOf(database: Database): number {
  const row = prepared(database, 'PRAGMA data_version').get() as { data_version: number }
  return row.data_version
}

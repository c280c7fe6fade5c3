import type { SearchIndex } from '../../search/port.ts'
import type { Database } from '../../store/database/sqlite.ts'
import type { MemoryHit, PageRequest, RecordFilter, SearchOptions } from '../port.ts'
import { boostsIn, facetListsOf, marksOf, replacedLast } from './filter.ts'
import type { SqliteVectors } from './vectors.ts'
import { readRecordRow } from './write-record.ts'

interface SearchedMemory {
  readonly database: Database
  readonly index: SearchIndex
  readonly vectors: SqliteVectors
  readonly now: number
}

interface RecordSearch extends PageRequest, SearchOptions {
  readonly query: string
  readonly filter: RecordFilter
}

export function searchRecords(
  { database, index, vectors, now }: SearchedMemory,
  { query, filter, limit, offset, complete = false, meaning }: RecordSearch,
): { hits: MemoryHit[]; more: boolean } {
  const found = index.search({
    query,
    limit: limit + 1,
    offset,
    now,
    complete,
    within: facetListsOf(filter),
    ...(meaning !== undefined && { meaning: vectors.meaning(meaning) }),
    boost: boostsIn(database, now),
  })
  const shown = found.slice(0, limit).map(({ id, ...hit }) => ({ observation: readRecordRow(database, id), ...hit }))
  const marks = marksOf(
    database,
    shown.map(({ observation }) => observation),
    now,
  )
  const hits = shown.map((hit): MemoryHit => ({ ...hit, marks: marks.get(hit.observation.id) ?? [] }))
  return { hits: replacedLast(database, hits), more: found.length > limit }
}

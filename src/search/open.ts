import type { Database } from '../store/sqlite.ts'
import type { IndexedDocument, SearchHit, SearchIndex, SearchRequest } from './port.ts'
import { type RankingOptions, rank } from './rank.ts'
import { termsTable } from './schema.ts'
import { termsOf } from './tokenize.ts'

/** Opens the index that `searchSchema(name)` made in this database. Writes join the caller's transaction. */
export function openSearchIndex(database: Database, name: string, options: RankingOptions = {}): SearchIndex {
  const tables = { documents: `${name}_documents`, terms: `${name}_terms` }
  return {
    put(document) {
      putDocument(database, tables, document)
    },
    remove(id) {
      removeDocument(database, tables, id)
    },
    clear() {
      database.exec(`DELETE FROM ${tables.documents}; DROP TABLE ${tables.terms}; ${termsTable(name)}`)
    },
    search: (request: SearchRequest): SearchHit[] => rank({ database, tables, request, options }),
  }
}

export interface Tables {
  readonly documents: string
  readonly terms: string
}

function putDocument(
  database: Database,
  tables: Tables,
  { id, title, key = '', body, group = '', at }: IndexedDocument,
) {
  removeDocument(database, tables, id)
  const words = termsOf(body)
  database
    .prepare(`INSERT INTO ${tables.documents} (id, title, key, body, sitting, at, words) VALUES (?, ?, ?, ?, ?, ?, ?)`)
    .run(id, title, key, body, group, at, words.length)
  database
    .prepare(`INSERT INTO ${tables.terms} (rowid, title, key, body) VALUES (?, ?, ?, ?)`)
    .run(id, termsOf(title).join(' '), termsOf(key).join(' '), words.join(' '))
}

function removeDocument(database: Database, { documents, terms }: Tables, id: number): void {
  const { changes } = database.prepare(`DELETE FROM ${documents} WHERE id = ?`).run(id)
  if (Number(changes) > 0) database.prepare(`DELETE FROM ${terms} WHERE rowid = ?`).run(id)
}

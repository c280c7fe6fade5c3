import { type Database, prepared } from '../store/sqlite.ts'
import { facetTokens } from './facets.ts'
import { packTerms } from './packed.ts'
import type { IndexedDocument, SearchIndex, TextSource } from './port.ts'
import { best, type RankingOptions, rank } from './rank.ts'
import { sampler } from './sample.ts'
import { termsTable } from './schema.ts'
import { asItIs, type Fold, termsOf } from './tokenize.ts'

export interface Tables {
  readonly documents: string
  readonly terms: string
  readonly notes: boolean
}

export interface IndexOptions extends RankingOptions {
  readonly source: TextSource
  /** Without a closer look there is no need to keep the terms of each text in their order. */
  readonly inOrder?: boolean
  /** As its schema was made. */
  readonly notes?: boolean
  readonly fold?: Fold
}

/** Opens the index that `searchSchema(name)` made in this database. Writes join the caller's transaction. */
export function openSearchIndex(
  database: Database,
  name: string,
  { source, inOrder = true, notes = false, fold = asItIs, ...options }: IndexOptions,
): SearchIndex {
  const tables = { documents: `${name}_documents`, terms: `${name}_terms`, notes }
  const sample = sampler(database, tables)
  return {
    put(document) {
      return putDocument(database, tables, { document, inOrder, fold })
    },
    remove(id) {
      removeDocument(database, tables, id)
    },
    clear() {
      database.exec(`DELETE FROM ${tables.documents}; DROP TABLE ${tables.terms}; ${termsTable(name, notes)}`)
    },
    isEmpty: () => prepared(database, `SELECT 1 FROM ${tables.documents} LIMIT 1`).get() === undefined,
    search: request => rank({ database, tables, source, request, sample: sample(), options, fold }),
    best: request => best({ database, tables, source, request, sample: sample(), options, fold }),
  }
}

function putDocument(
  database: Database,
  tables: Tables,
  { document, inOrder, fold }: { document: IndexedDocument } & Required<Pick<IndexOptions, 'inOrder' | 'fold'>>,
): string[] {
  const { id, title, key = '', body, notes = '', group = '', at } = document
  removeDocument(database, tables, id)
  const [head = [], name = [], text = [], said = []] = [title, key, body, notes].map(part => termsOf(part, fold))
  const facets = facetTokens(document.facets ?? [])
  const all = [...head, ...name, ...text, ...said]
  prepared(
    database,
    `INSERT INTO ${tables.documents} (id, sitting, at, words, facets, terms) VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(id, group, at, text.length + said.length, facets, packTerms(inOrder ? all : []))
  const columns = [head, name, text].map(terms => terms.join(' '))
  const more = tables.notes ? [said.join(' ')] : []
  prepared(
    database,
    `INSERT INTO ${tables.terms} (rowid, title, key, body, facets${tables.notes ? ', notes' : ''})
     VALUES (?, ?, ?, ?, ?${tables.notes ? ', ?' : ''})`,
  ).run(id, ...columns, facets, ...more)
  return all
}

function removeDocument(database: Database, { documents, terms }: Tables, id: number): void {
  const { changes } = prepared(database, `DELETE FROM ${documents} WHERE id = ?`).run(id)
  if (Number(changes) > 0) prepared(database, `DELETE FROM ${terms} WHERE rowid = ?`).run(id)
}

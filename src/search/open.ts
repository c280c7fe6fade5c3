import { type Database, prepared } from '../store/sqlite.ts'
import { facetTokens } from './facets.ts'
import { packTerms } from './packed.ts'
import type { SearchIndex, TextSource } from './port.ts'
import { best, type RankingOptions, rank } from './rank.ts'
import { sampler } from './sample.ts'
import { termsTable } from './schema.ts'
import { titledBy } from './titled.ts'
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
  const put = putting(database, tables, { inOrder, fold })
  return {
    put,
    remove(id) {
      removeDocument(database, tables, id)
    },
    clear() {
      database.exec(`DELETE FROM ${tables.documents}; DROP TABLE ${tables.terms}; ${termsTable(name, notes)}`)
    },
    isEmpty: () => prepared(database, `SELECT 1 FROM ${tables.documents} LIMIT 1`).get() === undefined,
    search: request => rank({ database, tables, source, request, sample: sample(), options, fold }),
    titled: (terms, options) => titledBy({ database, tables, sample: sample() }, terms, options),
    best: request => best({ database, tables, source, request, sample: sample(), options, fold }),
  }
}

function putting(
  database: Database,
  tables: Tables,
  { inOrder, fold }: Required<Pick<IndexOptions, 'inOrder' | 'fold'>>,
): SearchIndex['put'] {
  const insert = insertsFor(tables)
  const keyTerms = rememberingLast((key: string) => termsOf(key, fold))
  return ({ id, title, key = '', body, notes = '', group = '', at, facets: narrowed = [] }) => {
    const [head, name, text, said] = [termsOf(title, fold), keyTerms(key), termsOf(body, fold), termsOf(notes, fold)]
    const facets = facetTokens(narrowed)
    const kept = packTerms(inOrder ? [...head, ...name, ...text, ...said] : [])
    const row = [id, group, at, text.length + said.length, facets, kept] as const
    if (Number(prepared(database, insert.document).run(...row).changes) === 0) {
      removeDocument(database, tables, id)
      prepared(database, insert.document).run(...row)
    }
    const more = tables.notes ? [said.join(' ')] : []
    prepared(database, insert.terms).run(id, head.join(' '), name.join(' '), text.join(' '), facets, ...more)
    return [head, name, text, said]
  }
}

function insertsFor({ documents, terms, notes }: Tables): { document: string; terms: string } {
  return {
    document: `INSERT INTO ${documents} (id, sitting, at, words, facets, terms) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING`,
    terms: `INSERT INTO ${terms} (rowid, title, key, body, facets${notes ? ', notes' : ''})
      VALUES (?, ?, ?, ?, ?${notes ? ', ?' : ''})`,
  }
}

/** The passages of a file follow each other, and all have its path. */
function rememberingLast<T>(make: (text: string) => T): (text: string) => T {
  let last: { text: string; made: T } | undefined
  return text => {
    if (last?.text !== text) last = { text, made: make(text) }
    return last.made
  }
}

function removeDocument(database: Database, { documents, terms }: Tables, id: number): void {
  const { changes } = prepared(database, `DELETE FROM ${documents} WHERE id = ?`).run(id)
  if (Number(changes) > 0) prepared(database, `DELETE FROM ${terms} WHERE rowid = ?`).run(id)
}

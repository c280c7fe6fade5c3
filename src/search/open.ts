import { type Database, prepared } from '../store/database/sqlite.ts'
import { cachedDocuments } from './documents.ts'
import { facetTokens } from './facets.ts'
import { packTerms } from './packed.ts'
import type { IndexedDocument, SearchIndex, TextSource } from './port.ts'
import { type PassageSize, passageId, passageIdsOf, passagesOf } from './rank/passages.ts'
import { best, DEFAULTS, type RankingOptions, rank } from './rank/rank.ts'
import { sampler } from './rank/sample.ts'
import { termsTable } from './schema.ts'
import { titledBy } from './words/titled.ts'
import { type Fold, identityFold, termsOf } from './words/tokenize.ts'

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
  /** How long texts are taken apart; without it none is. */
  readonly passages?: PassageSize | undefined
}

/** Opens the index that `searchSchema(name)` made in this database. Writes join the caller's transaction. */
export function openSearchIndex(
  database: Database,
  name: string,
  { source, inOrder = true, notes = false, fold = identityFold, passages, ...options }: IndexOptions,
): SearchIndex {
  const tables = { documents: `${name}_documents`, terms: `${name}_terms`, notes }
  const sample = sampler(database, tables)
  const documents = cachedDocuments(database, tables)
  const put = putting(database, tables, {
    inOrder,
    fold,
    passages,
    shortWords: options.shortWords ?? DEFAULTS.shortWords,
  })
  return {
    put(document) {
      documents.forget(document.id)
      return put(document)
    },
    remove(id) {
      documents.forget(id)
      removeDocument(database, tables, id)
    },
    clear() {
      documents.forgetAll()
      database.exec(`DELETE FROM ${tables.documents}; DROP TABLE ${tables.terms}; ${termsTable(name, notes)}`)
    },
    isEmpty: () => prepared(database, `SELECT 1 FROM ${tables.documents} LIMIT 1`).get() === undefined,
    search: request =>
      rank({ database, tables, documents, source, request, sample: sample(), options, fold, passages }),
    titled: (terms, options) => titledBy({ database, tables, sample: sample() }, terms, options),
    best: request => best({ database, tables, documents, source, request, sample: sample(), options, fold, passages }),
  }
}

type IndexWriteOptions = Required<Pick<IndexOptions, 'inOrder' | 'fold' | 'shortWords'>> &
  Pick<IndexOptions, 'passages'>

function putting(database: Database, tables: Tables, options: IndexWriteOptions): SearchIndex['put'] {
  const put = puttingOne(database, tables, options)
  const { passages, shortWords } = options
  return document => {
    const { id, body } = document
    const ranges = passages === undefined ? [] : passagesOf(body, passages)
    if (ranges.length <= 1) return put(document)
    removeDocument(database, tables, id)
    const parts = ranges.map(({ start, end }, n) =>
      put({ ...document, id: passageId(id, n), body: body.slice(start, end) }, shortWords + 1),
    )
    const [title = [], key = []] = parts[0] ?? []
    return [title, key, parts.flatMap(([, , text = []]) => text), parts.flatMap(([, , , said = []]) => said)]
  }
}

function puttingOne(
  database: Database,
  tables: Tables,
  { inOrder, fold, shortWords }: IndexWriteOptions,
): (document: IndexedDocument, fewestWords?: number) => readonly (readonly string[])[] {
  const insert = insertsFor(tables)
  const keyTerms = rememberingLast((key: string) => termsOf(key, fold))
  return ({ id, title, key = '', body, notes = '', group = '', at, facets: narrowed = [] }, fewestWords = 0) => {
    const [head, name, text, said] = [termsOf(title, fold), keyTerms(key), termsOf(body, fold), termsOf(notes, fold)]
    const facets = facetTokens(narrowed)
    const kept = packTerms(inOrder ? [...head, ...name, ...text, ...said] : [])
    const words = Math.max(fewestWords, text.length + said.length)
    // Only short texts stand near each other: a long one between two of them does not part them.
    const row = [id, words > shortWords ? '' : group, at, words, facets, kept] as const
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
  if (Number(changes) === 0) return
  prepared(database, `DELETE FROM ${terms} WHERE rowid = ?`).run(id)
  const range = passageIdsOf(id)
  const rest = prepared(database, `DELETE FROM ${documents} WHERE id BETWEEN ? AND ?`).run(...range)
  if (Number(rest.changes) > 0) prepared(database, `DELETE FROM ${terms} WHERE rowid BETWEEN ? AND ?`).run(...range)
}

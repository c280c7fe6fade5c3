import { packTerms, unpackTerms } from '../../search/packed.ts'
import { packVector } from '../../search/vectors/packed.ts'
import { placing, train } from '../../search/vectors/statistical.ts'
import { fromModelRow, type ModelRow, nearestOf, nearness, toModelRow } from '../../search/vectors/stored.ts'
import { type Database, prepared } from '../../store/sqlite.ts'

export const VECTOR_SCHEMA = `
  CREATE TABLE vectors (id INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
  CREATE TABLE model (
    id INTEGER PRIMARY KEY CHECK (id = 1), dimensions INTEGER NOT NULL, terms BLOB NOT NULL, weights BLOB NOT NULL,
    places BLOB NOT NULL
  ) STRICT;
`

/** More of them told the questions of the bench no better. */
const DIMENSIONS = 64
/** Few texts tell few things apart: with more directions than that, no two terms would come near each other. */
const TEXTS_EACH = 16
/** What has fewer texts than this teaches nothing. */
const FEWEST = 50

/** What passages mean, as numbers: a vector for each, all of one maker. */
export class CodeVectors {
  readonly #database: Database
  #place: ((terms: readonly string[]) => Float32Array) | undefined

  constructor(database: Database) {
    this.#database = database
    const row = prepared(database, 'SELECT * FROM model').get() as unknown as ModelRow | undefined
    if (row !== undefined) this.#use(row)
  }

  /** Learns which terms belong together from some of the texts; what is put from now on gets its place among them. */
  learn(texts: readonly (readonly string[])[]): void {
    if (texts.length < FEWEST) return
    const row = toModelRow(train(texts.map(numbersOf), Math.min(DIMENSIONS, Math.ceil(texts.length / TEXTS_EACH))))
    prepared(this.#database, 'REPLACE INTO model (id, dimensions, terms, weights, places) VALUES (1, ?, ?, ?, ?)').run(
      row.dimensions,
      row.terms,
      row.weights,
      row.places,
    )
    this.#use(row)
  }

  #use(row: ModelRow): void {
    const place = placing(fromModelRow(row))
    this.#place = terms => place(numbersOf(terms))
  }

  /** The place of a text by what was learned here; nothing where nothing was, or where it knows none of the terms. */
  place(terms: readonly string[]): Float32Array | undefined {
    const vector = this.#place?.(terms)
    return vector === undefined || isNowhere(vector) ? undefined : vector
  }

  put(id: number, vector: Float32Array): void {
    prepared(this.#database, 'REPLACE INTO vectors (id, vector) VALUES (?, ?)').run(id, packVector(vector))
  }

  remove(id: number): void {
    prepared(this.#database, 'DELETE FROM vectors WHERE id = ?').run(id)
  }

  count(): number {
    return (prepared(this.#database, 'SELECT count(*) AS n FROM vectors').get() as { n: number }).n
  }

  likeness(wanted: Float32Array, ids: readonly number[]): Map<number, number> {
    const sql = 'SELECT id, vector FROM vectors WHERE id IN (SELECT value FROM json_each(?))'
    return new Map(nearness(this.#rows(sql, JSON.stringify(ids)), wanted))
  }

  nearest(wanted: Float32Array, count: number): number[] {
    return nearestOf(nearness(this.#rows('SELECT id, vector FROM vectors'), wanted), count)
  }

  #rows(sql: string, ...values: string[]): { id: number; vector: Uint8Array }[] {
    return prepared(this.#database, sql).all(...values) as unknown as { id: number; vector: Uint8Array }[]
  }
}

function isNowhere(vector: Float32Array): boolean {
  for (let at = 0; at < vector.length; at += 1) if (vector[at] !== 0) return false
  return true
}

function numbersOf(terms: readonly string[]): Uint32Array {
  return unpackTerms(packTerms(terms))
}

import { MOST_PACKED, termNumber } from '../../search/packed.ts'
import { packVector } from '../../search/vectors/packed.ts'
import { indexedTermEmbedder, termIndexer, train } from '../../search/vectors/statistical.ts'
import { fromModelRow, type ModelRow, nearestOf, storedSimilarity, toModelRow } from '../../search/vectors/stored.ts'
import { type Database, prepared } from '../../store/database/sqlite.ts'

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

/**
 * What passages mean, as numbers, all of one maker: a vector for each, or which of the learned terms it has. Words lead
 * to some passages of a whole tree, and only those are placed, when they are asked about.
 */
export class CodeVectors {
  readonly #database: Database
  #learned: Learned | undefined

  constructor(database: Database) {
    this.#database = database
    const row = prepared<ModelRow>(database, 'SELECT * FROM model').get()
    if (row !== undefined) this.#use(row)
  }

  /** Learns from some of the texts which terms belong together; what is put from now on is told by them. */
  learn(texts: readonly (readonly string[])[]): void {
    if (texts.length < FEWEST) return
    const row = toModelRow(
      train(
        texts.map(text => numbersIn([text])),
        Math.min(DIMENSIONS, Math.ceil(texts.length / TEXTS_EACH)),
      ),
    )
    prepared(this.#database, 'REPLACE INTO model (id, dimensions, terms, weights, places) VALUES (1, ?, ?, ?, ?)').run(
      row.dimensions,
      row.terms,
      row.weights,
      row.places,
    )
    this.#use(row)
  }

  #use(row: ModelRow): void {
    const model = fromModelRow(row)
    this.#learned = { know: termIndexer(model), place: indexedTermEmbedder(model) }
  }

  get isLearned(): boolean {
    return this.#learned !== undefined
  }

  /** What was learned of these terms, to be kept with their passage. */
  knownOf(parts: readonly (readonly string[])[]): Uint8Array {
    const known = this.#learned?.know(numbersIn(parts))
    return known === undefined ? new Uint8Array() : new Uint8Array(known.buffer)
  }

  /** The place of a text by what was learned here; nothing where nothing was, or where it knows none of the terms. */
  place(terms: readonly string[]): Float32Array | undefined {
    const vector = this.#learned?.place(this.#learned.know(numbersIn([terms])))
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
    return new Map(storedSimilarity(this.#vectorsOf(JSON.stringify(ids)), wanted))
  }

  #vectorsOf(ids: string): { id: number; vector: Uint8Array }[] {
    const learned = this.#learned
    if (learned === undefined)
      return this.#rows('SELECT id, vector FROM vectors WHERE id IN (SELECT value FROM json_each(?))', ids)
    const sql = 'SELECT id, known FROM chunks WHERE id IN (SELECT value FROM json_each(?))'
    const rows = prepared<{ id: number; known: Uint8Array }>(this.#database, sql).all(ids)
    return rows.map(({ id, known }) => ({
      id,
      vector: packVector(learned.place(new Uint16Array(known.slice().buffer))),
    }))
  }

  nearest(wanted: Float32Array, count: number): number[] {
    return nearestOf(storedSimilarity(this.#rows('SELECT id, vector FROM vectors'), wanted), count)
  }

  #rows(sql: string, ...values: string[]): { id: number; vector: Uint8Array }[] {
    return prepared<{ id: number; vector: Uint8Array }>(this.#database, sql).all(...values)
  }
}

interface Learned {
  readonly know: (text: Uint32Array) => Uint16Array
  readonly place: (known: Uint16Array) => Float32Array
}

function isNowhere(vector: Float32Array): boolean {
  for (let at = 0; at < vector.length; at += 1) if (vector[at] !== 0) return false
  return true
}

/** The first of them, as many as are looked at of any text. */
function numbersIn(parts: readonly (readonly string[])[]): Uint32Array {
  const numbers = new Uint32Array(
    Math.min(
      MOST_PACKED,
      parts.reduce((sum, { length }) => sum + length, 0),
    ),
  )
  let at = 0
  for (const part of parts)
    for (let n = 0; n < part.length && at < numbers.length; n += 1, at += 1) numbers[at] = termNumber(part[n] ?? '')
  return numbers
}

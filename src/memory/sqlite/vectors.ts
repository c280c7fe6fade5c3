import { unpackTerms } from '../../search/packed.ts'
import type { Meaning } from '../../search/port.ts'
import { packVector, unit } from '../../search/vectors/packed.ts'
import type { StatisticalModel } from '../../search/vectors/statistical.ts'
import { fromModelRow, type ModelRow, nearestOf, nearness, toModelRow } from '../../search/vectors/stored.ts'
import { type Database, immediately, inSqlite, prepared } from '../../store/sqlite.ts'
import type { Asked, Lacking, Vectors } from '../port.ts'
import { MEMORY_INDEX } from './schema.ts'

/** How many of the newest vectors are compared with a question; older ones still count where words found them. */
const MOST_COMPARED = 20_000

/** Vectors beside the records, each with the name of what made it. */
export class SqliteVectors implements Vectors {
  readonly #database: Database
  readonly #file: string

  constructor(database: Database, file: string) {
    this.#database = database
    this.#file = file
  }

  async lacking(maker: string, limit: number): Promise<Lacking[]> {
    return this.#all(
      `SELECT id, title, content FROM observations WHERE deleted_at IS NULL
         AND id NOT IN (SELECT id FROM memory_vectors WHERE maker = ?) ORDER BY id DESC LIMIT ?`,
      maker,
      limit,
    ) as Lacking[]
  }

  async keep(maker: string, vectors: readonly { id: number; vector: Float32Array }[]): Promise<void> {
    const insert = `INSERT INTO memory_vectors (id, maker, vector) SELECT id, ?, ? FROM observations WHERE id = ?
      ON CONFLICT (id) DO UPDATE SET maker = excluded.maker, vector = excluded.vector`
    inSqlite(this.#file, () =>
      immediately(this.#database, () => {
        for (const { id, vector } of vectors) prepared(this.#database, insert).run(maker, packVector(vector), id)
      }),
    )
  }

  async count(maker: string): Promise<{ records: number; kept: number }> {
    const [counts] = this.#all(
      `SELECT (SELECT count(*) FROM observations WHERE deleted_at IS NULL) AS records, (SELECT count(*)
         FROM memory_vectors JOIN observations USING (id) WHERE maker = ? AND deleted_at IS NULL) AS kept`,
      maker,
    ) as { records: number; kept: number }[]
    return { records: counts?.records ?? 0, kept: counts?.kept ?? 0 }
  }

  async texts(): Promise<Uint32Array[]> {
    const rows = this.#all(`SELECT terms FROM ${MEMORY_INDEX}_documents`) as { terms: Uint8Array }[]
    return rows.map(({ terms }) => unpackTerms(terms))
  }

  async model(): Promise<{ name: string; trained_on: number; model: StatisticalModel } | undefined> {
    const [row] = this.#all('SELECT * FROM memory_models WHERE id = 1') as KeptModel[]
    if (row === undefined) return undefined
    return { name: row.name, trained_on: row.trained_on, model: fromModelRow(row) }
  }

  async keepModel(name: string, trained_on: number, model: StatisticalModel): Promise<void> {
    const { dimensions, terms, weights, places } = toModelRow(model)
    inSqlite(this.#file, () =>
      prepared(
        this.#database,
        `REPLACE INTO memory_models (id, name, trained_on, dimensions, terms, weights, places) VALUES (1, ?, ?, ?, ?, ?, ?)`,
      ).run(name, trained_on, dimensions, terms, weights, places),
    )
  }

  /** What a question means, to be asked while its answer is ranked. */
  meaning({ maker, vector, ...weights }: Asked): Meaning {
    const wanted = unit(vector)
    return {
      ...weights,
      nearest: count =>
        nearestOf(
          nearness(
            this.#all(
              `SELECT id, vector FROM memory_vectors WHERE maker = ? ORDER BY id DESC LIMIT ${MOST_COMPARED}`,
              maker,
            ),
            wanted,
          ),
          count,
        ),
      likeness: ids =>
        new Map(
          nearness(
            this.#all(
              `SELECT id, vector FROM memory_vectors WHERE maker = ? AND id IN (SELECT value FROM json_each(?))`,
              maker,
              JSON.stringify(ids),
            ),
            wanted,
          ),
        ),
    }
  }

  #all<T>(sql: string, ...values: (string | number)[]): T[] {
    return inSqlite(this.#file, () => prepared(this.#database, sql).all(...values)) as unknown as T[]
  }
}

interface KeptModel extends ModelRow {
  readonly name: string
  readonly trained_on: number
}

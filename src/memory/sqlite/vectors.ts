import type { Meaning } from '../../search/port.ts'
import { packVector, unitVector } from '../../search/vectors/packed.ts'
import { nearestOf, storedSimilarity } from '../../search/vectors/stored.ts'
import { type Database, immediateTransaction, prepared, translateSqliteErrors } from '../../store/database/sqlite.ts'
import type { UnembeddedRecord, Vectors, WeightedVector } from '../port.ts'

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

  async lacking(maker: string, limit: number): Promise<UnembeddedRecord[]> {
    return this.#all(
      `SELECT id, title, content FROM observations WHERE deleted_at IS NULL
         AND id NOT IN (SELECT id FROM memory_vectors WHERE maker = ?) ORDER BY id DESC LIMIT ?`,
      maker,
      limit,
    ) as UnembeddedRecord[]
  }

  async keep(maker: string, vectors: readonly { id: number; vector: Float32Array }[]): Promise<void> {
    const insert = `INSERT INTO memory_vectors (id, maker, vector) SELECT id, ?, ? FROM observations WHERE id = ?
      ON CONFLICT (id) DO UPDATE SET maker = excluded.maker, vector = excluded.vector`
    translateSqliteErrors(this.#file, () =>
      immediateTransaction(this.#database, () => {
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

  /** What a question means, to be asked while its answer is ranked. */
  meaning({ maker, vector, weight }: WeightedVector): Meaning {
    const wanted = unitVector(vector)
    return {
      weight,
      nearest: count =>
        nearestOf(
          storedSimilarity(
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
          storedSimilarity(
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
    return translateSqliteErrors(this.#file, () => prepared<T>(this.#database, sql).all(...values))
  }
}

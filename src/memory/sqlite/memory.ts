import type { Clock } from '../../operation/capabilities.ts'
import { isRefused, type Refused } from '../../operation/errors.ts'
import type { SearchIndex } from '../../search/port.ts'
import { mayBeWritable, openStored } from '../../store/open-stored.ts'
import { type Behind, behind, bringHome, isReplaced } from '../../store/same-file.ts'
import {
  backUp,
  closeDatabase,
  type Database,
  evenIfDamaged,
  immediately,
  inSqlite,
  prepared,
} from '../../store/sqlite.ts'
import type {
  CompactionTarget,
  Draft,
  ExportRow,
  Filter,
  Hit,
  ImportCounts,
  Looking,
  Memory,
  Observation,
  Origin,
  Page,
  Patch,
  Prompt,
  Relation,
  Revision,
  Saved,
  Session,
  Stats,
  Tidying,
  TidyingOptions,
  TopicAddress,
} from '../port.ts'
import { compactRecords, erase, softDelete } from './compact.ts'
import { bendIn, conditionFor, marksOf, notReplaced, replacedLast, withinOf } from './filter.ts'
import { problemsIn } from './health.ts'
import { SqliteProjects } from './projects/projects.ts'
import { toObservation, toRelation, toRevision } from './rows.ts'
import { MEMORY_INDEX, MEMORY_MIGRATIONS, openMemoryIndex } from './schema.ts'
import { endSession, type InProjects, recentPrompts, recentSessions, savePrompt, startSession } from './sessions.ts'
import { projectsLike, statsOf } from './stats.ts'
import { tidyingOf } from './tidy.ts'
import { exportRows, importRows } from './transfer.ts'
import { SqliteVectors } from './vectors.ts'
import { indexed, insistOnFreeKey, patched, readRow, revise, saveDraft, upsertDraft, type Writing } from './write.ts'

/** The embedded memory: one SQLite file of the person, shared by every process and project. */
export class SqliteMemory implements Memory {
  readonly #file: string
  readonly #clock: Clock
  readonly #database: Database
  readonly #opened: Behind
  readonly #frozen: Refused | undefined
  readonly #index: SearchIndex
  readonly vectors: SqliteVectors
  readonly projects: SqliteProjects

  constructor(file: string, clock: Clock) {
    this.#file = file
    this.#clock = clock
    const { database, frozen } = openStored(file, MEMORY_MIGRATIONS)
    this.#database = database
    this.#frozen = frozen
    // A search reads more than the 2 MB that SQLite keeps by itself, and what it pushes out the next save would read again.
    this.#database.exec('PRAGMA cache_size=-16384')
    this.#index = openMemoryIndex(this.#database)
    this.vectors = new SqliteVectors(this.#database, file)
    this.projects = new SqliteProjects({
      read: work => this.#read(work),
      write: work => this.#write(work),
      isWritable: frozen === undefined,
    })
    if (frozen === undefined && this.#lacksIndex()) this.#reindexIfSound()
    this.#opened = behind(file)
  }

  get isReplaced(): boolean {
    return isReplaced(this.#file, this.#opened) || (this.#frozen !== undefined && mayBeWritable(this.#file))
  }

  async save(draft: Draft): Promise<Saved> {
    return this.#write(writing => saveDraft(writing, draft))
  }

  async upsert(address: TopicAddress, make: (existing: Observation | undefined) => Draft): Promise<Saved> {
    return this.#write(writing => upsertDraft(writing, address, make))
  }

  async savePrompt(prompt: Omit<Prompt, 'id' | 'at'>): Promise<Prompt> {
    return this.#write(writing => savePrompt(writing, prompt))
  }

  async search(query: string, filter: Filter, { limit, offset, complete = false, meaning }: Page & Looking) {
    return this.#read(database => {
      const now = this.#clock.now()
      const found = this.#index.search({
        query,
        limit: limit + 1,
        offset,
        now,
        complete,
        within: withinOf(filter),
        ...(meaning !== undefined && { meaning: this.vectors.meaning(meaning) }),
        bend: bendIn(database, now),
      })
      const hits = found.slice(0, limit).map(({ id, ...hit }): Hit => {
        const observation = readRow(database, id)
        return { observation, ...hit, marks: marksOf(database, observation, now) }
      })
      return { hits: replacedLast(database, hits), more: found.length > limit }
    })
  }

  async recent(filter: Filter, { limit, offset }: Page): Promise<Observation[]> {
    const { sql, values } = conditionFor(filter)
    return this.#all(
      `SELECT * FROM observations WHERE ${sql} ORDER BY updated_at DESC, id DESC LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    ).map(toObservation)
  }

  async count(filter: Filter): Promise<number> {
    const { sql, values } = conditionFor(filter)
    const [row] = this.#all(`SELECT count(*) AS n FROM observations WHERE ${sql}`, ...values)
    return (row as { n: number }).n
  }

  async titled(terms: readonly string[], filter: Filter, limit: number): Promise<Observation[]> {
    return this.#read(database => {
      return notReplaced(database, this.#index.titled(terms, { within: withinOf(filter), limit }))
    })
  }

  async get(id: number, { deleted = false } = {}): Promise<Observation | undefined> {
    const [row] = this.#all(`SELECT * FROM observations WHERE id = ? ${deleted ? '' : 'AND deleted_at IS NULL'}`, id)
    return row === undefined ? undefined : toObservation(row)
  }

  async neighbours(id: number, { before, after }: { before: number; after: number }): Promise<Observation[]> {
    const side = (comparison: string, order: string, count: number) =>
      this.#all(
        `SELECT * FROM observations WHERE session_id = (SELECT session_id FROM observations WHERE id = ?)
           AND id ${comparison} ? AND deleted_at IS NULL ORDER BY id ${order} LIMIT ?`,
        id,
        id,
        count,
      ).map(toObservation)
    return [...side('<', 'DESC', before).reverse(), ...side('=', 'ASC', 1), ...side('>', 'ASC', after)]
  }

  async update(id: number, patch: Patch, origin: Origin): Promise<Observation | undefined> {
    return this.#change(id, (writing, existing) => revise(writing, existing, patched(existing, patch, origin)))
  }

  async remove(id: number, { hard }: { hard: boolean }): Promise<boolean> {
    return this.#write(writing => (hard ? erase(writing, id) : softDelete(writing, id)))
  }

  async compact(ids: readonly number[], target: CompactionTarget): Promise<Observation | undefined> {
    return this.#write(writing => compactRecords(writing, ids, target))
  }

  async restore(id: number): Promise<boolean> {
    return this.#write(writing => {
      const deleted = writing.database
        .prepare('SELECT * FROM observations WHERE id = ? AND deleted_at IS NOT NULL')
        .get(id)
      if (deleted !== undefined) insistOnFreeKey(writing.database, toObservation(deleted))
      const { changes } = writing.database
        .prepare('UPDATE observations SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL')
        .run(id)
      if (Number(changes) > 0) indexed(writing, readRow(writing.database, id))
      return Number(changes) > 0
    })
  }

  async revisions(id: number): Promise<Revision[]> {
    return this.#all('SELECT * FROM revisions WHERE observation = ? ORDER BY n DESC', id).map(toRevision)
  }

  async restoreRevision(id: number, n: number, origin: Origin): Promise<Observation | undefined> {
    return this.#change(id, (writing, existing) => {
      const row = writing.database.prepare('SELECT * FROM revisions WHERE observation = ? AND n = ?').get(id, n)
      if (row === undefined) return undefined
      const { type, title, content, fields } = toRevision(row)
      const { session_id: _, ...rest } = existing
      return revise(writing, existing, {
        ...rest,
        type,
        title,
        content,
        origin,
        ...(fields === undefined ? { fields: undefined as never } : { fields }),
      })
    })
  }

  async relate({ from, to, type, note }: Omit<Relation, 'id' | 'at'>): Promise<Relation | 'exists'> {
    return this.#write(({ database, now }) => {
      const row = database
        .prepare(
          `INSERT INTO relations (source, target, type, note, at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING RETURNING *`,
        )
        .get(from, to, type, note ?? null, now)
      return row === undefined ? 'exists' : toRelation(row)
    })
  }

  async unrelate(id: number): Promise<boolean> {
    return this.#write(
      ({ database }) => Number(database.prepare('DELETE FROM relations WHERE id = ?').run(id).changes) > 0,
    )
  }

  async relationsOf(ids: readonly number[]): Promise<Relation[]> {
    const list = JSON.stringify(ids)
    return this.#all(
      `SELECT * FROM relations WHERE source IN (SELECT value FROM json_each(?1))
         OR target IN (SELECT value FROM json_each(?1)) ORDER BY id`,
      list,
    ).map(toRelation)
  }

  async startSession(session: Pick<Session, 'id' | 'project' | 'directory'>): Promise<Session> {
    return this.#write(writing => startSession(writing, session))
  }

  async endSession(id: string, summary: string | undefined): Promise<Session | undefined> {
    return this.#write(writing => endSession(writing, id, summary))
  }

  async sessions(filter: InProjects, page: Page): Promise<Session[]> {
    return this.#read(database => recentSessions(database, filter, page))
  }

  async prompts(filter: InProjects, page: Page): Promise<Prompt[]> {
    return this.#read(database => recentPrompts(database, filter, page))
  }

  async stale(filter: Filter, { before, limit, offset }: Page & { before: number }): Promise<Observation[]> {
    const { sql, values } = conditionFor(filter)
    return this.#all(
      `SELECT * FROM observations WHERE ${sql} AND max(updated_at, last_seen_at) < ? ORDER BY updated_at LIMIT ? OFFSET ?`,
      ...values,
      before,
      limit,
      offset,
    ).map(toObservation)
  }

  async tidying(filter: Filter, options: TidyingOptions): Promise<Tidying[]> {
    return this.#read(database => tidyingOf(database, filter, options))
  }

  async exportRows(filter: Filter): Promise<ExportRow[]> {
    return this.#read(database => exportRows(database, filter))
  }

  async importRows(rows: readonly ExportRow[]): Promise<ImportCounts> {
    return this.#write(writing => importRows(writing, rows))
  }

  async projectsLike(name: string): Promise<string[]> {
    return this.#read(database => projectsLike(database, name))
  }

  async stats(): Promise<Stats> {
    return this.#read(statsOf)
  }

  async problems(): Promise<string[]> {
    return this.#read(database => problemsIn(database, MEMORY_INDEX))
  }

  async reindex(): Promise<void> {
    const { database, ...writing } = this.#writing()
    inSqlite(this.#file, () => evenIfDamaged(database, () => this.#indexAll({ database, ...writing })))
  }

  async backUp(file: string): Promise<void> {
    this.#read(database => backUp(database, file))
  }

  close(): void {
    try {
      if (this.#frozen === undefined && this.isReplaced) inSqlite(this.#file, () => bringHome(this.#database))
    } finally {
      closeDatabase(this.#database)
    }
  }

  /** A new form of the index begins empty. */
  #lacksIndex(): boolean {
    return this.#index.isEmpty() && this.#all('SELECT 1 FROM observations WHERE deleted_at IS NULL LIMIT 1').length > 0
  }

  /** Where the records are damaged they can still be read, by other ways than the index. */
  #reindexIfSound(): void {
    try {
      this.#write(writing => this.#indexAll(writing))
    } catch (error) {
      if (!isRefused(error) || error.code !== 'damaged') throw error
    }
  }

  #indexAll(writing: Writing): void {
    this.#index.clear()
    for (const row of writing.database.prepare('SELECT * FROM observations WHERE deleted_at IS NULL').iterate())
      indexed(writing, toObservation(row))
  }

  async #change(
    id: number,
    work: (writing: Writing, existing: Observation) => Observation | undefined,
  ): Promise<Observation | undefined> {
    return this.#write(writing => {
      const row = writing.database.prepare('SELECT * FROM observations WHERE id = ? AND deleted_at IS NULL').get(id)
      return row === undefined ? undefined : work(writing, toObservation(row))
    })
  }

  #write<T>(work: (writing: Writing) => T): T {
    if (this.#frozen !== undefined) throw this.#frozen
    return inSqlite(this.#file, () => immediately(this.#database, () => work(this.#writing())))
  }

  #writing(): Writing {
    return { database: this.#database, index: this.#index, now: this.#clock.now() }
  }

  #read<T>(work: (database: Database) => T): T {
    return inSqlite(this.#file, () => work(this.#database))
  }

  #all(sql: string, ...values: (string | number | null)[]): unknown[] {
    return this.#read(database => prepared(database, sql).all(...values))
  }
}

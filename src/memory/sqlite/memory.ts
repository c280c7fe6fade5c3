import type { Clock } from '../../operation/capabilities.ts'
import { isRefused, type Refused } from '../../operation/errors.ts'
import type { SearchIndex } from '../../search/port.ts'
import { mayBeWritable, openStored } from '../../store/database/open-stored.ts'
import {
  checkpointDatabase,
  type DatabaseInodes,
  inodesOf,
  isReplaced,
} from '../../store/database/replaced-database.ts'
import {
  backUp,
  closeDatabase,
  type Database,
  immediateTransaction,
  prepared,
  repairTransaction,
  translateSqliteErrors,
} from '../../store/database/sqlite.ts'
import type {
  CompactionTarget,
  ExportRow,
  ImportCounts,
  Memory,
  Observation,
  PageRequest,
  RecordDraft,
  RecordFilter,
  RecordOrigin,
  RecordPatch,
  RecordRevision,
  Relation,
  SavedPrompt,
  SavedRecord,
  SearchOptions,
  Session,
  Stats,
  Tidying,
  TidyingOptions,
  TitledRecord,
  TopicAddress,
  TopicMonth,
  ValidityMark,
} from '../port.ts'
import { compactRecords, erase, softDelete } from './compact.ts'
import { conditionFor, facetListsOf, marksOf, notReplaced, OUTDATED } from './filter.ts'
import { noteFound, notRecentlyFound, tryWrite } from './note-found.ts'
import { SqliteProjects } from './projects/projects.ts'
import { problemsIn } from './repair/health.ts'
import { toObservation, toRelation, toRevision } from './rows.ts'
import { MEMORY_INDEX, MEMORY_MIGRATIONS, openMemoryIndex } from './schema.ts'
import { searchRecords } from './search-records.ts'
import { endSession, type InProjects, recentPrompts, recentSessions, savePrompt, startSession } from './sessions.ts'
import { holdsRecords, projectsLike, statsOf } from './stats.ts'
import { tidyingOf } from './tidy.ts'
import { topicMonthsOf } from './topics.ts'
import { exportRows, importRows } from './transfer.ts'
import { SqliteVectors } from './vectors.ts'
import {
  indexed,
  patched,
  type RecordWriter,
  readRecordRow,
  requireFreeKey,
  revise,
  saveDraft,
  upsertDraft,
} from './write-record.ts'

/** The embedded memory: one SQLite file of the person, shared by every process and project. */
export class SqliteMemory implements Memory {
  readonly #file: string
  readonly #clock: Clock
  readonly #database: Database
  readonly #opened: DatabaseInodes
  readonly #frozen: Refused | undefined
  readonly #index: SearchIndex
  readonly vectors: SqliteVectors
  readonly projects: SqliteProjects

  /** With `inUse`, why it is only read: other processes use it where it is to be moved away. */
  constructor(file: string, clock: Clock, inUse?: Refused) {
    this.#file = file
    this.#clock = clock
    const { database, frozen } = openStored(file, MEMORY_MIGRATIONS, inUse)
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
    this.#opened = inodesOf(file)
  }

  get isReplaced(): boolean {
    return isReplaced(this.#file, this.#opened) || (this.#frozen !== undefined && mayBeWritable(this.#file))
  }

  async save(draft: RecordDraft): Promise<SavedRecord> {
    return this.#write(writing => saveDraft(writing, draft))
  }

  async upsert(address: TopicAddress, make: (existing: Observation | undefined) => RecordDraft): Promise<SavedRecord> {
    return this.#write(writing => upsertDraft(writing, address, make))
  }

  async savePrompt(prompt: Omit<SavedPrompt, 'id' | 'at'>): Promise<SavedPrompt> {
    return this.#write(writing => savePrompt(writing, prompt))
  }

  async search(query: string, filter: RecordFilter, page: PageRequest & SearchOptions) {
    return this.#read(database => {
      const searched = { database, index: this.#index, vectors: this.vectors, now: this.#clock.now() }
      return searchRecords(searched, { query, filter, ...page })
    })
  }

  async recent(filter: RecordFilter, { limit, offset }: PageRequest): Promise<Observation[]> {
    const { sql, values } = conditionFor(filter)
    return this.#all(
      `SELECT *, ${OUTDATED} AS is_outdated FROM observations WHERE ${sql}
         ORDER BY is_outdated, updated_at DESC, id DESC LIMIT ? OFFSET ?`,
      this.#clock.now(),
      ...values,
      limit,
      offset,
    ).map(toObservation)
  }

  async marks(observations: readonly Observation[]): Promise<ReadonlyMap<number, readonly ValidityMark[]>> {
    const now = this.#clock.now()
    return this.#read(database => marksOf(database, observations, now))
  }

  async citing(filter: RecordFilter, limit: number): Promise<Observation[]> {
    const { sql, values } = conditionFor(filter)
    return this.#all(
      `SELECT * FROM observations WHERE ${sql} AND files IS NOT NULL ORDER BY id DESC LIMIT ?`,
      ...values,
      limit,
    ).map(toObservation)
  }

  async noteFound(ids: readonly number[]): Promise<void> {
    const now = this.#clock.now()
    const unnoted = this.#frozen === undefined ? this.#read(database => notRecentlyFound(database, ids, now)) : []
    if (unnoted.length === 0) return
    tryWrite(this.#database, () => this.#write(({ database }) => noteFound(database, unnoted, now)))
  }

  async count(filter: RecordFilter): Promise<number> {
    const { sql, values } = conditionFor(filter)
    const [row] = this.#all(`SELECT count(*) AS n FROM observations WHERE ${sql}`, ...values)
    return (row as { n: number }).n
  }

  async titled(terms: readonly string[], filter: RecordFilter, limit: number): Promise<TitledRecord[]> {
    return this.#read(database => {
      return notReplaced(database, this.#index.titled(terms, { within: facetListsOf(filter), limit }))
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

  async update(id: number, patch: RecordPatch, origin: RecordOrigin): Promise<Observation | undefined> {
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
      if (deleted !== undefined) requireFreeKey(writing.database, toObservation(deleted))
      const { changes } = writing.database
        .prepare('UPDATE observations SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL')
        .run(id)
      if (Number(changes) > 0) indexed(writing, readRecordRow(writing.database, id))
      return Number(changes) > 0
    })
  }

  async revisions(id: number): Promise<RecordRevision[]> {
    return this.#all('SELECT * FROM revisions WHERE observation = ? ORDER BY n DESC', id).map(toRevision)
  }

  async restoreRevision(id: number, n: number, origin: RecordOrigin): Promise<Observation | undefined> {
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

  async sessions(filter: InProjects, page: PageRequest): Promise<Session[]> {
    return this.#read(database => recentSessions(database, filter, page))
  }

  async prompts(filter: InProjects, page: PageRequest): Promise<SavedPrompt[]> {
    return this.#read(database => recentPrompts(database, filter, page))
  }

  async stale(
    filter: RecordFilter,
    { before, limit, offset }: PageRequest & { before: number },
  ): Promise<Observation[]> {
    const { sql, values } = conditionFor(filter)
    return this.#all(
      `SELECT * FROM observations WHERE ${sql} AND max(updated_at, last_seen_at) < ?
         AND id NOT IN (SELECT id FROM memory_found WHERE at >= ?) ORDER BY updated_at LIMIT ? OFFSET ?`,
      ...values,
      before,
      before,
      limit,
      offset,
    ).map(toObservation)
  }

  async tidying(filter: RecordFilter, options: TidyingOptions): Promise<Tidying[]> {
    return this.#read(database => tidyingOf(database, filter, options))
  }

  async exportRows(filter: RecordFilter): Promise<ExportRow[]> {
    return this.#read(database => exportRows(database, filter))
  }

  async importRows(rows: readonly ExportRow[]): Promise<ImportCounts> {
    const counts = this.#write(writing => importRows(writing, rows))
    this.projects.forget()
    return counts
  }

  async holdsRecords(projects: readonly string[]): Promise<boolean> {
    return this.#read(database => holdsRecords(database, projects))
  }

  async projectsLike(name: string): Promise<string[]> {
    return this.#read(database => projectsLike(database, name))
  }

  async stats(): Promise<Stats> {
    return this.#read(statsOf)
  }

  async topicMonths(filter: RecordFilter): Promise<TopicMonth[]> {
    return this.#read(database => topicMonthsOf(database, filter))
  }

  async problems(): Promise<string[]> {
    return this.#read(database => problemsIn(database, MEMORY_INDEX))
  }

  async reindex(): Promise<void> {
    const { database, ...writing } = this.#writing()
    translateSqliteErrors(this.#file, () => repairTransaction(database, () => this.#indexAll({ database, ...writing })))
  }

  async backUp(file: string): Promise<void> {
    this.#read(database => backUp(database, file))
  }

  close(): void {
    try {
      if (this.#frozen === undefined && this.isReplaced)
        translateSqliteErrors(this.#file, () => checkpointDatabase(this.#database))
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

  #indexAll(writing: RecordWriter): void {
    this.#index.clear()
    for (const row of writing.database.prepare('SELECT * FROM observations WHERE deleted_at IS NULL').iterate())
      indexed(writing, toObservation(row))
  }

  async #change(
    id: number,
    work: (writing: RecordWriter, existing: Observation) => Observation | undefined,
  ): Promise<Observation | undefined> {
    return this.#write(writing => {
      const row = writing.database.prepare('SELECT * FROM observations WHERE id = ? AND deleted_at IS NULL').get(id)
      return row === undefined ? undefined : work(writing, toObservation(row))
    })
  }

  #write<T>(work: (writing: RecordWriter) => T): T {
    if (this.#frozen !== undefined) throw this.#frozen
    return translateSqliteErrors(this.#file, () => immediateTransaction(this.#database, () => work(this.#writing())))
  }

  #writing(): RecordWriter {
    return { database: this.#database, index: this.#index, now: this.#clock.now() }
  }

  #read<T>(work: (database: Database) => T): T {
    return translateSqliteErrors(this.#file, () => work(this.#database))
  }

  #all(sql: string, ...values: (string | number | null)[]): unknown[] {
    return this.#read(database => prepared(database, sql).all(...values))
  }
}

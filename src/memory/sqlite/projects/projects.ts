import { type Database, prepared } from '../../../store/database/sqlite.ts'
import type {
  CallOrigin,
  KnownPlace,
  MergeOutcome,
  ProjectIdentity,
  Projects,
  RecognisedProject,
} from '../../projects/port.ts'
import { indexed, type RecordWriter, readRecordRow, requireFreeKey } from '../write-record.ts'
import { KnownIdentities } from './known-identities.ts'
import { aliasOwnerOf, freeName, isKnownProject, namesOf, placeAt, projectCalled } from './project-rows.ts'
import { recognise, recordPlace } from './recognise.ts'

interface Access {
  readonly read: <T>(work: (database: Database) => T) => T
  readonly write: <T>(work: (writing: RecordWriter) => T) => T
  readonly isWritable: boolean
}

export class SqliteProjects implements Projects {
  readonly #access: Access
  readonly #known = new KnownIdentities()

  constructor({ read, write, isWritable }: Access) {
    const writeAndForget = <T>(work: (writing: RecordWriter) => T): T => {
      try {
        return write(work)
      } finally {
        this.forget()
      }
    }
    this.#access = { read, write: writeAndForget, isWritable }
  }

  /** For those who write to the registry by another way. */
  forget(): void {
    this.#known.forget()
  }

  async at(path: string): Promise<KnownPlace | undefined> {
    return this.#access.read(database => this.#known.place(database, path, () => placeAt(database, path)))
  }

  async recognise(place: CallOrigin, options: { tells: boolean }): Promise<RecognisedProject> {
    const { read, write, isWritable } = this.#access
    if (!isWritable) return read(database => recognise({ database }, place, options))
    return write(writing => recognise({ database: writing.database, writing }, place, options))
  }

  async named(name: string): Promise<{ name: string; names: readonly string[] }> {
    return this.#access.read(database =>
      this.#known.names(database, name, () => {
        const owner = aliasOwnerOf(database, projectCalled(database, name))
        return { name: owner, names: namesOf(database, owner) }
      }),
    )
  }

  async list(): Promise<ProjectIdentity[]> {
    return this.#access.read(database => {
      const rows = prepared<{ name: string }>(
        database,
        `SELECT name FROM projects WHERE merged_into IS NULL AND name NOT IN (SELECT pool FROM project_pools)
         UNION SELECT project FROM observations WHERE project NOT IN (SELECT name FROM projects)`,
      ).all()
      return rows
        .map(({ name }) => identityOf(database, name))
        .sort((a, b) => (b.last_use ?? 0) - (a.last_use ?? 0) || a.name.localeCompare(b.name))
    })
  }

  async merge(from: string, into: string): Promise<MergeOutcome> {
    return this.#access.write(({ database, now }) => {
      const ownerCalled = (name: string) => aliasOwnerOf(database, projectCalled(database, name))
      const [source, target] = [ownerCalled(from), ownerCalled(into)]
      const unknown = [from, into].filter(name => !isKnownProject(database, ownerCalled(name)))
      if (unknown.length > 0) return { kind: 'unknown', names: [...new Set(unknown)] }
      if (source === target) return { kind: 'same', project: target }
      for (const name of [source, target]) ensureProject(database, name, now)
      prepared(database, 'UPDATE projects SET merged_into = ? WHERE name = ?').run(target, source)
      return { kind: 'merged', from: source, into: target }
    })
  }

  async unmerge(name: string): Promise<{ from: string } | undefined> {
    return this.#access.write(({ database }) => {
      const from = aliasOwnerOf(database, name)
      const sql = 'UPDATE projects SET merged_into = NULL WHERE name = ? AND merged_into IS NOT NULL'
      return Number(prepared(database, sql).run(name).changes) > 0 ? { from } : undefined
    })
  }

  async move(ids: readonly number[], into: string): Promise<{ project: string }> {
    return this.#access.write(writing => {
      const { database, now } = writing
      const project = aliasOwnerOf(database, projectCalled(database, into))
      ensureProject(database, project, now)
      for (const id of ids) {
        const record = readRecordRow(database, id)
        requireFreeKey(database, { ...record, project })
        prepared(database, 'UPDATE observations SET project = ? WHERE id = ?').run(project, id)
        indexed(writing, { ...record, project })
      }
      return { project }
    })
  }

  async separate(place: CallOrigin, name: string | undefined): Promise<string> {
    return this.#access.write(({ database, now }) => {
      const own = freeName(database, name ?? place.name)
      ensureProject(database, own, now)
      recordPlace(database, { place, project: own, now, isPinned: true, news: [] })
      return own
    })
  }
}

function ensureProject(database: Database, name: string, now: number): void {
  prepared(
    database,
    `INSERT INTO projects (name, created_at, claimed_at) VALUES (?1, ?2, ?2)
     ON CONFLICT DO UPDATE SET claimed_at = coalesce(claimed_at, excluded.claimed_at)`,
  ).run(name, now)
}

function identityOf(database: Database, name: string): ProjectIdentity {
  const names = namesOf(database, name)
  const list = JSON.stringify(names)
  const column = (sql: string) =>
    prepared<{ value: string }>(database, sql)
      .all(list)
      .map(({ value }) => value)
  const among = 'IN (SELECT value FROM json_each(?1))'
  const { records, last_use } = prepared(
    database,
    `SELECT count(*) AS records, max(max(updated_at, last_seen_at)) AS last_use FROM observations
     WHERE deleted_at IS NULL AND project ${among}`,
  ).get(list) as { records: number; last_use: number | null }
  const aliases = column(`SELECT DISTINCT alias AS value FROM project_aliases WHERE project ${among} ORDER BY at`)
  return {
    name,
    aliases: aliases.filter(alias => alias !== name),
    merged: names.slice(1),
    roots: column(`SELECT root AS value FROM project_roots WHERE project ${among} ORDER BY rowid`),
    paths: column(`SELECT path AS value FROM project_places WHERE project ${among} ORDER BY at DESC`),
    records,
    last_use: last_use ?? undefined,
  }
}

import { type Database, prepared } from '../../../store/database/sqlite.ts'
import type { CallOrigin, IdentityChange, KnownPlace, RecognisedProject } from '../../projects/port.ts'
import { toObservation } from '../rows.ts'
import { indexed, type RecordWriter } from '../write-record.ts'
import {
  aliasOwnerOf,
  countRecords,
  freeName,
  type MemoryProjectRow,
  namesOf,
  placeAt,
  placesWith,
  projectRow,
} from './project-rows.ts'

interface Registry {
  readonly database: Database
  /** Absent where nothing can be written: the answer is the same, and nothing is noted. */
  readonly writing?: RecordWriter
}

interface RecognisedRow {
  readonly project: string
  readonly by: RecognisedProject['by']
}

/** Runs in one transaction, so that two processes that come to a new place at once agree. */
export function recognise(registry: Registry, place: CallOrigin, { tells }: { tells: boolean }): RecognisedProject {
  const { database, writing } = registry
  const here = placeAt(database, place.path)
  const found = findProject(database, place, here)
  const { project, by, news: claimed } = found === undefined ? claimName(registry, place) : { ...found, news: [] }
  const news = [...(here?.news ?? []), ...claimed, ...changesSince(database, { place, here, found, project })]
  if (writing !== undefined) {
    const { now } = writing
    const isPinned = here?.isPinned === true && here.project === project
    recordPlace(database, { place, project, now, isPinned, news: tells ? [] : news })
  }
  const name = aliasOwnerOf(database, project)
  return { name, names: namesOf(database, name), by, news: tells ? news : [] }
}

/** The root commit tells most; then the place, a folder that was moved, and for shallow clones the remote. */
function findProject(database: Database, place: CallOrigin, here: KnownPlace | undefined): RecognisedRow | undefined {
  const isHere = here !== undefined && isSamePlace(here, place)
  if (isHere && here.isPinned) return { project: here.project, by: 'path' }
  const rooted = place.root.kind === 'commit' ? projectOfRoot(database, place.root.commit) : undefined
  if (rooted !== undefined) return { project: rooted, by: 'root commit' }
  if (isHere) return { project: here.project, by: 'path' }
  const [moved] = placesWith(database, 'stamp', place.stamp)
  if (moved !== undefined) return { project: moved.project, by: 'folder' }
  if (place.root.kind !== 'unknown' || place.remote === undefined) return undefined
  const [only, ...others] = new Set(placesWith(database, 'remote', place.remote).map(({ project }) => project))
  return only === undefined || others.length > 0 ? undefined : { project: only, by: 'remote' }
}

function projectOfRoot(database: Database, root: string): string | undefined {
  const row = prepared(database, 'SELECT project FROM project_roots WHERE root = ?').get(root)
  return (row as { project: string } | undefined)?.project
}

/** Whether what is at a path now is what was there before, and not another repository in its place. */
function isSamePlace(here: KnownPlace, place: CallOrigin): boolean {
  if (here.stamp === place.stamp) return true
  const sameRemote = here.remote !== undefined && here.remote === place.remote
  if (here.root !== undefined) return place.hasFormerRoot || (place.root.kind === 'unknown' && sameRemote)
  return place.root.kind === 'commit' ? sameRemote : here.remote === place.remote
}

/** A name that no repository has claimed yet is this one's, with the records that are kept under it. */
function claimName({ database, writing }: Registry, place: CallOrigin): RecognisedRow & { news: IdentityChange[] } {
  const row = projectRow(database, place.name)
  if (place.isChosen || row === undefined || row.claimed_at === null) {
    if (writing !== undefined) claim(writing, place.name)
    return { project: place.name, by: 'name', news: [] }
  }
  const pool = writing === undefined ? undefined : poolOf(writing, row)
  const project = freeName(database, place.name)
  if (writing !== undefined) claim(writing, project)
  if (pool !== undefined) linkPool(database, project, pool)
  const shared = pool === undefined ? 0 : countRecords(database, [pool])
  return { project, by: 'name', news: [{ kind: 'same_name', name: project, other: place.name, shared }] }
}

function claim({ database, now }: RecordWriter, name: string): void {
  prepared(
    database,
    `INSERT INTO projects (name, created_at, claimed_at) VALUES (?1, ?2, ?2) ON CONFLICT DO UPDATE SET
       claimed_at = coalesce(claimed_at, ?2), shared_before = iif(claimed_at IS NULL AND is_from_0_1 = 1, ?2, shared_before)`,
  ).run(name, now)
}

/**
 * 0.1 told repositories apart by name alone. When a second one of a name appears, nobody can say which of the records
 * from then are whose: they go under a name of their own, which both repositories read. New records are kept apart.
 */
function poolOf(writing: RecordWriter, { name, shared_before }: MemoryProjectRow): string | undefined {
  const { database } = writing
  const known = prepared(database, 'SELECT pool FROM project_pools WHERE project = ?').get(name)
  if (known !== undefined) return (known as { pool: string }).pool
  if (shared_before === null) return undefined
  const pool = freeName(database, `${name} (0.1)`)
  const moved = prepared(
    database,
    'UPDATE observations SET project = ? WHERE project = ? AND created_at < ? RETURNING *',
  ).all(pool, name, shared_before)
  if (moved.length === 0) return undefined
  for (const observation of moved.map(toObservation))
    if (observation.deleted_at === undefined) indexed(writing, observation)
  prepared(database, 'UPDATE sessions SET project = ? WHERE project = ? AND started_at < ?').run(
    pool,
    name,
    shared_before,
  )
  prepared(database, 'UPDATE prompts SET project = ? WHERE project = ? AND at < ?').run(pool, name, shared_before)
  claim(writing, pool)
  linkPool(database, name, pool)
  return pool
}

function linkPool(database: Database, project: string, pool: string): void {
  prepared(database, 'INSERT INTO project_pools (project, pool) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    project,
    pool,
  )
}

interface RecognitionChange {
  readonly place: CallOrigin
  readonly here: KnownPlace | undefined
  readonly found: RecognisedRow | undefined
  readonly project: string
}

function changesSince(database: Database, { place, here, found, project }: RecognitionChange): IdentityChange[] {
  const recordsOf = (name: string) => countRecords(database, namesOf(database, aliasOwnerOf(database, name)))
  const news: IdentityChange[] = []
  if (found !== undefined && here?.project === project && here.name !== place.name)
    news.push({ kind: 'recognised', known_as: here.name, records: recordsOf(project) })
  if (found !== undefined && here?.project !== project) {
    const at = placesOf(database, project)
    news.push({ kind: 'recognised', known_as: project, records: recordsOf(project), ...(at !== undefined && { at }) })
  }
  if (here !== undefined && aliasOwnerOf(database, here.project) !== aliasOwnerOf(database, project))
    news.push({ kind: 'other_here', name: project, other: here.project, records: recordsOf(here.project) })
  return news.filter(one => one.kind === 'same_name' || one.records > 0)
}

function placesOf(database: Database, project: string): string | undefined {
  const sql = 'SELECT path FROM project_places WHERE project = ? ORDER BY at DESC LIMIT 1'
  return (prepared(database, sql).get(project) as { path: string } | undefined)?.path
}

interface Recorded {
  readonly place: CallOrigin
  readonly project: string
  readonly now: number
  readonly isPinned: boolean
  readonly news: readonly IdentityChange[]
}

export function recordPlace(database: Database, { place, project, now, isPinned, news }: Recorded): void {
  const root = place.root.kind === 'commit' ? place.root.commit : null
  prepared(
    database,
    `INSERT INTO project_places (path, project, stamp, name, remote, root, is_pinned, news, at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
     ON CONFLICT DO UPDATE SET project = ?2, stamp = ?3, name = ?4, remote = ?5,
       root = iif(project = ?2, coalesce(?6, root), ?6), is_pinned = ?7, news = ?8, at = ?9`,
  ).run(
    place.path,
    project,
    place.stamp,
    place.name,
    place.remote ?? null,
    root,
    isPinned ? 1 : 0,
    news.length === 0 ? null : JSON.stringify(news),
    now,
  )
  if (root !== null && !isPinned)
    prepared(database, 'INSERT INTO project_roots (root, project) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
      root,
      project,
    )
  if (place.name !== project)
    prepared(database, 'INSERT INTO project_aliases (project, alias, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
      project,
      place.name,
      now,
    )
}

import type { StatisticalModel } from '../search/vectors/statistical.ts'
import type { Fields } from './explore/fields.ts'

export const SCOPES = ['project', 'personal'] as const
export const RELATIONS = [
  'relates_to',
  'implements',
  'depends_on',
  'caused_by',
  'supersedes',
  'part_of',
  'contradicts',
] as const

export type Scope = (typeof SCOPES)[number]
export type RelationType = (typeof RELATIONS)[number]

/** Where a record came from. */
export interface Origin {
  readonly door: string
  readonly actor: string
  readonly kind: 'person' | 'agent'
  readonly run?: string
  /** What the caller says it came from: a tool, a file, another program. */
  readonly source?: string
}

/** One memory record. Times are milliseconds since the epoch. */
export interface Observation {
  readonly id: number
  /** The same in every database that holds this record. */
  readonly uid: string
  readonly session_id: string
  readonly type: string
  readonly title: string
  readonly content: string
  readonly fields: Fields | undefined
  readonly project: string
  readonly scope: Scope
  readonly namespace: string | undefined
  readonly topic_key: string | undefined
  readonly origin: Origin
  readonly revision_count: number
  readonly duplicate_count: number
  readonly created_at: number
  readonly updated_at: number
  readonly last_seen_at: number
  readonly expires_at: number | undefined
  readonly review_after: number | undefined
  readonly deleted_at: number | undefined
}

export interface Draft {
  readonly session_id: string
  readonly type: string
  readonly title: string
  readonly content: string
  readonly fields?: Fields
  readonly project: string
  /** Other names under which the same project has records: a record with this topic key there is updated. */
  readonly also?: readonly string[] | undefined
  readonly scope: Scope
  readonly namespace?: string | undefined
  readonly topic_key?: string | undefined
  /** The key was made from this title: a record with another title keeps its own, and this one gets a distinct key. */
  readonly derived?: { readonly title: string; readonly former_key: string } | undefined
  readonly expires_at?: number | undefined
  readonly review_after?: number | undefined
  readonly origin: Origin
  /** The same text again is the same record, no matter when. */
  readonly once?: true
}

export interface Saved {
  readonly observation: Observation
  readonly action: 'created' | 'updated' | 'duplicate'
  /** Another record that has the key which this one would have got. */
  readonly other?: Pick<Observation, 'id' | 'title' | 'topic_key'>
  /** The title that an updated record had, where it was another one. */
  readonly former_title?: string
}

/** The place of a record that is updated instead of added again. */
export type TopicAddress = Pick<Draft, 'project' | 'also' | 'scope' | 'namespace' | 'derived'> & {
  readonly topic_key: string
}

export interface Revision {
  readonly observation: number
  readonly n: number
  readonly title: string
  readonly content: string
  readonly type: string
  readonly fields: Fields | undefined
  readonly at: number
  readonly origin: Origin
}

export interface Filter {
  readonly type?: string | undefined
  /** Personal rows are found in every project. */
  readonly projects?: readonly string[] | undefined
  readonly scope?: Scope | undefined
  readonly namespace?: string | undefined
  readonly session?: string | undefined
  /** A whole topic key, or the family that it begins with. */
  readonly topic?: string | undefined
}

export interface Hit {
  readonly observation: Observation
  readonly score: number
  /** How much of the question it holds, from 0 to 1. */
  readonly coverage: number
  readonly reasons: readonly string[]
  readonly passage: string
  readonly marks: readonly ('superseded' | 'expired' | 'review due')[]
}

export interface Relation {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly type: RelationType
  readonly note: string | undefined
  readonly at: number
}

export interface Session {
  readonly id: string
  readonly project: string
  readonly directory: string | undefined
  readonly started_at: number
  readonly ended_at: number | undefined
  readonly summary: string | undefined
}

export interface Prompt {
  readonly id: number
  readonly session_id: string
  readonly project: string
  readonly content: string
  readonly at: number
}

export interface Stats {
  readonly observations: number
  readonly deleted: number
  readonly sessions: number
  readonly prompts: number
  readonly relations: number
  readonly projects: readonly { readonly name: string; readonly observations: number }[]
}

/** One line of an export. Records name each other by uid, because numbers differ between databases. */
export type ExportRow =
  | ({ readonly kind: 'session' } & Session)
  | ({ readonly kind: 'observation'; readonly revisions: readonly Omit<Revision, 'observation'>[] } & Omit<
      Observation,
      'id' | 'last_seen_at'
    >)
  | ({ readonly kind: 'prompt' } & Omit<Prompt, 'id'>)
  | {
      readonly kind: 'relation'
      readonly from: string
      readonly to: string
      readonly type: RelationType
      readonly note?: string
      readonly at: number
    }

export interface ImportCounts {
  readonly added: number
  readonly known: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** How a search goes about it. */
export interface Looking {
  readonly complete?: boolean
  readonly meaning?: Asked | undefined
}

export interface Patch {
  readonly title?: string | undefined
  readonly content?: string | undefined
  readonly type?: string | undefined
  readonly project?: string | undefined
  readonly scope?: Scope | undefined
  readonly topic_key?: string | null | undefined
  readonly expires_at?: number | null | undefined
  readonly review_after?: number | null | undefined
}

/** What a question means to the maker of its vector, and how much that counts. */
export interface Asked {
  readonly maker: string
  readonly vector: Float32Array
  readonly weight: number
  readonly shortWeight?: number
}

export interface Lacking {
  readonly id: number
  readonly title: string
  readonly content: string
}

/** Vectors of the records, each by the name of its maker; a record has one at most. */
export interface Vectors {
  /** Records without a vector of this maker, newest first. */
  lacking(maker: string, limit: number): Promise<Lacking[]>
  keep(maker: string, vectors: readonly { id: number; vector: Float32Array }[]): Promise<void>
  count(maker: string): Promise<{ records: number; kept: number }>
  /** The terms of every record, to learn from. */
  texts(): Promise<Uint32Array[]>
  model(): Promise<{ name: string; trained_on: number; model: StatisticalModel } | undefined>
  keepModel(name: string, trained_on: number, model: StatisticalModel): Promise<void>
}

/** The first commit of a history, which every clone, fork and worktree of it shares. */
export type Root =
  | { readonly kind: 'commit'; readonly commit: string }
  /** No git, or no commit yet. */
  | { readonly kind: 'none' }
  /** A shallow clone, or a git that cannot be asked. */
  | { readonly kind: 'unknown' }

/** Where a call comes from, with everything by which its project can be recognised. */
export interface Place {
  readonly path: string
  /** The same after the folder was renamed or moved, and another for a folder that took its place. */
  readonly stamp: string
  readonly name: string
  /** The config names the project: every place with that name shares its records. */
  readonly isChosen: boolean
  readonly remote: string | undefined
  readonly root: Root
  /** Whether the root commit that was here last is still part of this repository. */
  readonly hasFormerRoot: boolean
}

export interface KnownPlace {
  readonly path: string
  readonly project: string
  readonly stamp: string
  readonly name: string
  readonly remote: string | undefined
  readonly root: string | undefined
  /** It has records of its own, although its history is that of another project. */
  readonly isPinned: boolean
  /** What its next answer has to say. */
  readonly news: readonly ProjectNews[]
}

export type ProjectNews =
  | { readonly kind: 'recognised'; readonly known_as: string; readonly at?: string; readonly records: number }
  | { readonly kind: 'same_name'; readonly name: string; readonly other: string; readonly shared: number }
  | { readonly kind: 'other_here'; readonly name: string; readonly other: string; readonly records: number }

export interface RecognisedProject {
  /** Under which new records are kept. */
  readonly name: string
  /** Every name under which it has records, its own first. */
  readonly names: readonly string[]
  readonly by: 'name' | 'root commit' | 'path' | 'remote' | 'folder'
  readonly news: readonly ProjectNews[]
}

export interface ProjectIdentity {
  readonly name: string
  readonly aliases: readonly string[]
  readonly merged: readonly string[]
  readonly roots: readonly string[]
  readonly paths: readonly string[]
  readonly records: number
  readonly last_use: number | undefined
}

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly from: string; readonly into: string }
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
  | { readonly kind: 'same'; readonly project: string }

/** What records are folded into: a summary that is written now, a record that there is, or nothing. */
export type CompactionTarget =
  | { readonly kind: 'summary'; readonly draft: Draft }
  | { readonly kind: 'record'; readonly id: number }
  | { readonly kind: 'none' }

/** Something that could be tidied: which records would change, and which one would stay. */
export type Tidying =
  | { readonly kind: 'duplicate' | 'chain'; readonly ids: readonly number[]; readonly keeps: number }
  | { readonly kind: 'expired' | 'review due' | 'unused'; readonly ids: readonly number[] }

export interface TidyingOptions {
  readonly now: number
  readonly unusedSince: number
  readonly limit: number
}

/** Which records belong to which repository or folder. */
export interface Projects {
  at(path: string): Promise<KnownPlace | undefined>
  /** Finds or makes the project of a place. What changed is returned once, to the first caller that can say it. */
  recognise(place: Place, options: { tells: boolean }): Promise<RecognisedProject>
  /** The project that a caller names: by its name, a name that was merged into it, or an alias that only it has. */
  named(name: string): Promise<{ name: string; names: readonly string[] }>
  list(): Promise<ProjectIdentity[]>
  /** From now on the records of one are found as those of the other; no record is changed. */
  merge(from: string, into: string): Promise<MergeOutcome>
  /** Undoes a merge, and tells with which project it was one. */
  unmerge(name: string): Promise<{ from: string } | undefined>
  /** Gives records to another project, all or none. */
  move(ids: readonly number[], into: string): Promise<{ project: string }>
  /** Gives a place a project of its own, whatever its history says. */
  separate(place: Place, name: string | undefined): Promise<string>
}

/**
 * What the operations need of a memory, embedded or shared. Everything is asynchronous and addresses rows by id, so
 * that a PostgreSQL adapter fits; each write is one transaction of its own.
 */
export interface Memory {
  save(draft: Draft): Promise<Saved>
  /** Look-up, merge and write in one transaction: two agents that add different fields both keep theirs. */
  upsert(address: TopicAddress, make: (existing: Observation | undefined) => Draft): Promise<Saved>
  savePrompt(prompt: Omit<Prompt, 'id' | 'at'>): Promise<Prompt>
  search(query: string, filter: Filter, page: Page & Looking): Promise<{ hits: Hit[]; more: boolean }>
  readonly vectors: Vectors
  readonly projects: Projects
  recent(filter: Filter, page: Page): Promise<Observation[]>
  count(filter: Filter): Promise<number>
  /** The newest records whose title has one of some terms, without those that were replaced. */
  titled(terms: readonly string[], filter: Filter, limit: number): Promise<Observation[]>
  get(id: number, options?: { deleted?: boolean }): Promise<Observation | undefined>
  neighbours(id: number, around: { before: number; after: number }): Promise<Observation[]>
  update(id: number, patch: Patch, origin: Origin): Promise<Observation | undefined>
  remove(id: number, options: { hard: boolean }): Promise<boolean>
  restore(id: number): Promise<boolean>
  /** Deletes records that another one replaces, and writes that one, in one transaction. */
  compact(ids: readonly number[], target: CompactionTarget): Promise<Observation | undefined>
  revisions(id: number): Promise<Revision[]>
  restoreRevision(id: number, n: number, origin: Origin): Promise<Observation | undefined>
  relate(relation: Omit<Relation, 'id' | 'at'>): Promise<Relation | 'exists'>
  unrelate(id: number): Promise<boolean>
  relationsOf(ids: readonly number[]): Promise<Relation[]>
  startSession(session: Pick<Session, 'id' | 'project' | 'directory'>): Promise<Session>
  endSession(id: string, summary: string | undefined): Promise<Session | undefined>
  sessions(filter: { projects?: readonly string[] }, page: Page): Promise<Session[]>
  prompts(filter: { projects?: readonly string[] }, page: Page): Promise<Prompt[]>
  /** Records not updated or used since a time, oldest first. */
  stale(filter: Filter, options: Page & { before: number }): Promise<Observation[]>
  tidying(filter: Filter, options: TidyingOptions): Promise<Tidying[]>
  exportRows(filter: Filter): Promise<ExportRow[]>
  /** Adds what is not there yet; rows that are known stay as they are. */
  importRows(rows: readonly ExportRow[]): Promise<ImportCounts>
  projectsLike(name: string): Promise<string[]>
  stats(): Promise<Stats>
  /** What is wrong with the files behind it; nothing when all is well. */
  problems(): Promise<string[]>
  /** Makes the search index anew from the records. */
  reindex(): Promise<void>
  /** A copy that can be opened by itself. */
  backUp(file: string): Promise<void>
  /** Whether its files were taken away or exchanged: what is saved here now nobody would find. */
  readonly isReplaced: boolean
  close(): void
}

import type { ExplorationFields } from './explore/fields.ts'
import type { Projects } from './projects/port.ts'

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

export type MemoryScope = (typeof SCOPES)[number]
export type RelationType = (typeof RELATIONS)[number]

/** Where a record came from. */
export interface RecordOrigin {
  readonly door: string
  readonly actor: string
  readonly kind: 'person' | 'agent'
  readonly run?: string
  /** What the caller says it came from: a tool, a file, another program. */
  readonly source?: string
}

/** A file of the workspace that a record is about, with the hash of what it said then. */
export interface CitedFile {
  readonly path: string
  readonly hash: string
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
  readonly fields: ExplorationFields | undefined
  readonly project: string
  readonly scope: MemoryScope
  readonly namespace: string | undefined
  readonly topic_key: string | undefined
  readonly origin: RecordOrigin
  readonly revision_count: number
  readonly duplicate_count: number
  readonly created_at: number
  readonly updated_at: number
  readonly last_seen_at: number
  readonly expires_at: number | undefined
  readonly review_after: number | undefined
  /** What it says holds from then on, and until then. */
  readonly valid_from: number | undefined
  readonly valid_until: number | undefined
  readonly files: readonly CitedFile[] | undefined
  readonly deleted_at: number | undefined
}

export interface RecordDraft {
  readonly session_id: string
  readonly type: string
  readonly title: string
  readonly content: string
  readonly fields?: ExplorationFields
  readonly project: string
  /** Other names under which the same project has records: a record with this topic key there is updated. */
  readonly also?: readonly string[] | undefined
  readonly scope: MemoryScope
  readonly namespace?: string | undefined
  readonly topic_key?: string | undefined
  /** The key was made from this title: a record with another title keeps its own, and this one gets a distinct key. */
  readonly derived?: { readonly title: string; readonly former_key: string } | undefined
  readonly expires_at?: number | undefined
  readonly review_after?: number | undefined
  readonly valid_from?: number | undefined
  readonly valid_until?: number | undefined
  readonly files?: readonly CitedFile[] | undefined
  readonly origin: RecordOrigin
  /** The same text again is the same record, no matter when. */
  readonly once?: true
}

export interface SavedRecord {
  readonly observation: Observation
  readonly action: 'created' | 'updated' | 'duplicate'
  /** Another record that has the key which this one would have got. */
  readonly other?: Pick<Observation, 'id' | 'title' | 'topic_key'>
  /** The title that an updated record had, where it was another one. */
  readonly former_title?: string
}

/** The place of a record that is updated instead of added again. */
export type TopicAddress = Pick<RecordDraft, 'project' | 'also' | 'scope' | 'namespace' | 'derived'> & {
  readonly topic_key: string
}

export interface RecordRevision {
  readonly observation: number
  readonly n: number
  readonly title: string
  readonly content: string
  readonly type: string
  readonly fields: ExplorationFields | undefined
  readonly at: number
  readonly origin: RecordOrigin
}

export interface RecordFilter {
  readonly type?: string | undefined
  /** Personal rows are found in every project. */
  readonly projects?: readonly string[] | undefined
  readonly scope?: MemoryScope | undefined
  readonly namespace?: string | undefined
  readonly session?: string | undefined
  /** A whole topic key, or the family that it begins with. */
  readonly topic?: string | undefined
}

export interface MemoryHit {
  readonly observation: Observation
  readonly score: number
  /** How much of the question it holds, from 0 to 1. */
  readonly coverage: number
  readonly reasons: readonly string[]
  readonly passage: string
  readonly marks: readonly ValidityMark[]
}

/** What a reader has to know of a record before relying on it. */
export type ValidityMark = 'superseded' | 'expired' | 'not valid yet' | 'no longer valid' | 'review due'

/** The text is its beginning. */
export type TitledRecord = Pick<
  Observation,
  'id' | 'title' | 'content' | 'scope' | 'topic_key' | 'valid_from' | 'valid_until'
>

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

export interface SavedPrompt {
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

/** Records of a topic that were made in a month, such as `2026-01`; records without a topic are one. */
export interface TopicMonth {
  readonly topic?: string
  readonly month: string
  readonly records: number
}

/** One line of an export. Records name each other by uid, because numbers differ between databases. */
export type ExportRow =
  | {
      readonly kind: 'project'
      readonly name: string
      readonly aliases: readonly string[]
      readonly roots: readonly string[]
      readonly pools: readonly string[]
      readonly merged_into?: string
    }
  | ({ readonly kind: 'session' } & Session)
  | ({ readonly kind: 'observation'; readonly revisions: readonly Omit<RecordRevision, 'observation'>[] } & Omit<
      Observation,
      'id' | 'last_seen_at'
    >)
  | ({ readonly kind: 'prompt' } & Omit<SavedPrompt, 'id'>)
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

export interface PageRequest {
  readonly limit: number
  readonly offset: number
}

/** How a search goes about it. */
export interface SearchOptions {
  readonly complete?: boolean
  readonly meaning?: WeightedVector | undefined
}

export interface RecordPatch {
  readonly title?: string | undefined
  readonly content?: string | undefined
  readonly type?: string | undefined
  readonly project?: string | undefined
  readonly scope?: MemoryScope | undefined
  readonly topic_key?: string | null | undefined
  readonly expires_at?: number | null | undefined
  readonly review_after?: number | null | undefined
  readonly valid_from?: number | null | undefined
  readonly valid_until?: number | null | undefined
  /** An empty list takes all citations away. */
  readonly files?: readonly CitedFile[] | undefined
}

/** What a question means to the maker of its vector, and how much that counts. */
export interface WeightedVector {
  readonly maker: string
  readonly vector: Float32Array
  readonly weight: number
}

export interface UnembeddedRecord {
  readonly id: number
  readonly title: string
  readonly content: string
}

/** Vectors of the records, each by the name of its maker; a record has one at most. */
export interface Vectors {
  /** Records without a vector of this maker, newest first. */
  lacking(maker: string, limit: number): Promise<UnembeddedRecord[]>
  keep(maker: string, vectors: readonly { id: number; vector: Float32Array }[]): Promise<void>
  count(maker: string): Promise<{ records: number; kept: number }>
}

/** What records are folded into: a summary that is written now, a record that there is, or nothing. */
export type CompactionTarget =
  | { readonly kind: 'summary'; readonly draft: RecordDraft }
  | { readonly kind: 'record'; readonly id: number }
  | { readonly kind: 'none' }

/** Something that could be tidied: which records would change, and which one would stay. */
export type Tidying =
  | { readonly kind: 'duplicate' | 'chain'; readonly ids: readonly number[]; readonly keeps: number }
  | { readonly kind: 'revisions' | 'expired' | 'review due' | 'unused'; readonly ids: readonly number[] }

export interface TidyingOptions {
  readonly now: number
  readonly unusedSince: number
  readonly limit: number
}

/**
 * What the operations need of a memory, embedded or shared. Everything is asynchronous and addresses rows by id, so
 * that a PostgreSQL adapter fits; each write is one transaction of its own.
 */
export interface Memory {
  save(draft: RecordDraft): Promise<SavedRecord>
  /** Look-up, merge and write in one transaction: two agents that add different fields both keep theirs. */
  upsert(address: TopicAddress, make: (existing: Observation | undefined) => RecordDraft): Promise<SavedRecord>
  savePrompt(prompt: Omit<SavedPrompt, 'id' | 'at'>): Promise<SavedPrompt>
  search(
    query: string,
    filter: RecordFilter,
    page: PageRequest & SearchOptions,
  ): Promise<{ hits: MemoryHit[]; more: boolean }>
  readonly vectors: Vectors
  readonly projects: Projects
  /** The newest first; what has expired or does not hold now comes last. */
  recent(filter: RecordFilter, page: PageRequest): Promise<Observation[]>
  count(filter: RecordFilter): Promise<number>
  /** The newest records whose title has one of some terms, without those that were replaced. */
  titled(terms: readonly string[], filter: RecordFilter, limit: number): Promise<TitledRecord[]>
  /** What a reader has to know of each of these records. */
  marks(observations: readonly Observation[]): Promise<ReadonlyMap<number, readonly ValidityMark[]>>
  /** Records that cite files, the newest first. */
  citing(filter: RecordFilter, limit: number): Promise<Observation[]>
  /** Remembers that these records were shown to somebody, where that can be written at once. */
  noteFound(ids: readonly number[]): Promise<void>
  get(id: number, options?: { deleted?: boolean }): Promise<Observation | undefined>
  neighbours(id: number, around: { before: number; after: number }): Promise<Observation[]>
  update(id: number, patch: RecordPatch, origin: RecordOrigin): Promise<Observation | undefined>
  remove(id: number, options: { hard: boolean }): Promise<boolean>
  restore(id: number): Promise<boolean>
  /** Deletes records that another one replaces, and writes that one, in one transaction. */
  compact(ids: readonly number[], target: CompactionTarget): Promise<Observation | undefined>
  revisions(id: number): Promise<RecordRevision[]>
  restoreRevision(id: number, n: number, origin: RecordOrigin): Promise<Observation | undefined>
  relate(relation: Omit<Relation, 'id' | 'at'>): Promise<Relation | 'exists'>
  unrelate(id: number): Promise<boolean>
  relationsOf(ids: readonly number[]): Promise<Relation[]>
  startSession(session: Pick<Session, 'id' | 'project' | 'directory'>): Promise<Session>
  endSession(id: string, summary: string | undefined): Promise<Session | undefined>
  sessions(filter: { projects?: readonly string[] }, page: PageRequest): Promise<Session[]>
  prompts(filter: { projects?: readonly string[] }, page: PageRequest): Promise<SavedPrompt[]>
  /** Records not updated, saved again or found since a time, oldest first. */
  stale(filter: RecordFilter, options: PageRequest & { before: number }): Promise<Observation[]>
  tidying(filter: RecordFilter, options: TidyingOptions): Promise<Tidying[]>
  exportRows(filter: RecordFilter): Promise<ExportRow[]>
  /** Adds what is not there yet; rows that are known stay as they are. */
  importRows(rows: readonly ExportRow[]): Promise<ImportCounts>
  /** Whether one of these projects holds a record; personal ones of other projects do not count. */
  holdsRecords(projects: readonly string[]): Promise<boolean>
  projectsLike(name: string): Promise<string[]>
  stats(): Promise<Stats>
  topicMonths(filter: RecordFilter): Promise<TopicMonth[]>
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

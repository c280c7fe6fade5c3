/** A text as its owner hands it to the index. Ids are the owner's; putting one again replaces it. */
export interface IndexedDocument {
  readonly id: number
  readonly title: string
  /** A structured name such as a topic key or a path; its parts are findable. */
  readonly key?: string
  readonly body: string
  /** What is said about it within it, such as the comments of code, where its index has a column for that. */
  readonly notes?: string
  /** Texts of one sitting stand near each other: short ones are findable together with their neighbours. */
  readonly group?: string
  readonly at: number
  /** What a search can be narrowed by, such as `project:shop` and `type:decision`. */
  readonly facets?: readonly string[]
}

/** The texts behind an index, in the owner's own table: SQL expressions over its columns. */
export interface TextSource {
  readonly table: string
  readonly title: string
  readonly key: string
  readonly body: string
}

export interface SearchRequest {
  readonly query: string
  readonly limit: number
  readonly offset?: number
  readonly now: number
  /** Only documents with at least one facet of each list. */
  readonly within?: readonly (readonly string[])[]
  /** Factors for some of the candidates: what is superseded or expired sinks. */
  readonly boost?: (ids: readonly number[]) => ReadonlyMap<number, number>
  /** Rank everything that matches instead of capping very large sets by recency. */
  readonly complete?: boolean
  /** How many of the best by words are looked at; enough for a list of notes unless set. */
  readonly pool?: number
  /** What the query means to a vector provider, and how much that counts beside the words. */
  readonly meaning?: Meaning
}

/** How near texts are to a query, from -1 to 1, for those of which it is known. */
export interface Meaning {
  readonly weight: number
  /** What it counts for short texts, where that differs: word statistics know too little of a few words. */
  readonly shortWeight?: number
  nearest(count: number): readonly number[]
  likeness(ids: readonly number[]): ReadonlyMap<number, number>
}

export interface SearchHit {
  readonly id: number
  readonly score: number
  /** How much of the question it holds, from 0 to 1, by the weight of its words. */
  readonly coverage: number
  /** Why it matched, for people: `title: login, redirect`, `near a matching note`. */
  readonly reasons: readonly string[]
  /** The matching part of the text, not its head. */
  readonly passage: string
}

export interface BestMatch {
  readonly id: number
  readonly score: number
}

/** What memory and ask need of search; lives in the owner's own SQLite file and transactions. */
export interface SearchIndex {
  /** Tells the terms by which it is found now: of the title, the key, the text and the notes. */
  put(document: IndexedDocument): readonly (readonly string[])[]
  remove(id: number): void
  /** Empties the index, so that its owner can put everything again. */
  clear(): void
  isEmpty(): boolean
  search(request: SearchRequest): SearchHit[]
  /** The newest texts whose title has one of the most telling of some terms; no ranking, so that every save can ask. */
  titled(terms: readonly string[], options: { within: readonly (readonly string[])[]; limit: number }): number[]
  /** The same order without what a person sees of a match, for an owner that keeps no texts. */
  best(request: SearchRequest): BestMatch[]
}

/** A text as its owner hands it to the index. Ids are the owner's; putting one again replaces it. */
export interface IndexedDocument {
  readonly id: number
  readonly title: string
  /** A structured name such as a topic key or a path; its parts are findable. */
  readonly key?: string
  readonly body: string
  /** Texts of one sitting stand near each other: short ones are findable together with their neighbours. */
  readonly group?: string
  readonly at: number
}

export interface SearchRequest {
  readonly query: string
  readonly limit: number
  readonly offset?: number
  readonly now: number
  /** Which of the owner's documents count: an SQL condition over `document.id`, such as `EXISTS (SELECT ...)`. */
  readonly among?: { readonly sql: string; readonly values: readonly (string | number | null)[] }
  /** Factors for some of the candidates: what is superseded or expired sinks. */
  readonly bend?: (ids: readonly number[]) => ReadonlyMap<number, number>
  /** Rank everything that matches instead of capping very large sets by recency. */
  readonly complete?: boolean
}

export interface SearchHit {
  readonly id: number
  readonly score: number
  /** Why it matched, for people: `title: login, redirect`, `all words`, `near a matching note`. */
  readonly reasons: readonly string[]
  /** The matching part of the text, not its head. */
  readonly passage: string
}

/** What memory and ask need of search; lives in the owner's own SQLite file and transactions. */
export interface SearchIndex {
  put(document: IndexedDocument): void
  remove(id: number): void
  /** Empties the index, so that its owner can put everything again. */
  clear(): void
  search(request: SearchRequest): SearchHit[]
}

/** Ids that specs, decisions and tasks carry, and files by their path. */
const ID = /\b(?:FR|NFR|BR|ADR|TASK)-\d{1,4}\b/g
const FILE = /(?<![\w/.-])(?:[\w.-]+\/)+[\w-]+\.[A-Za-z]\w{0,7}\b/g

export interface OpenChange {
  readonly id: string
  readonly text: string
}

export interface Conflict {
  /** `FR-012` or `src/login.ts` */
  readonly shared: string
  readonly with: readonly string[]
}

/** What a change names that other open work names too: facts, no verdict. Completed changes never conflict. */
export function conflictsOf(text: string, others: readonly OpenChange[]): Conflict[] {
  return [...subjectsIn(text)].sort().flatMap(shared => {
    const ids = others.filter(other => subjectsIn(other.text).has(shared)).map(({ id }) => id)
    return ids.length === 0 ? [] : [{ shared, with: ids }]
  })
}

export function subjectsIn(text: string): Set<string> {
  return new Set([...(text.match(ID) ?? []), ...(text.match(FILE) ?? [])])
}

import type { LogEntry, Recent } from '../api/operations.ts'

/** One thing that was done, as the home page tells it. */
export interface Deed {
  readonly id: string
  readonly text: string
  readonly operation: string
  readonly actor: LogEntry['actor']
  readonly at: string
  readonly files: LogEntry['files']
  readonly undoable: boolean
  readonly undone: boolean
  /** Done after this person last looked. */
  readonly fresh: boolean
}

/** The journal with the status' own words for each entry, and what is new since `seen`. */
export function deeds(entries: readonly LogEntry[], recent: readonly Recent[], seen: number): Deed[] {
  const words = new Map(recent.map(one => [one.op, one.summary]))
  return entries.map(entry => ({
    id: entry.id,
    text: words.get(entry.id) ?? sayOperation(entry),
    operation: entry.operation,
    actor: entry.actor,
    at: entry.at,
    files: entry.files,
    undoable: entry.undoable && entry.state !== 'undone',
    undone: entry.state === 'undone',
    fresh: Date.parse(entry.at) > seen,
  }))
}

/** `change.archive` of one file reads `change archive: sdd/changes/x/change.json`. */
function sayOperation({ operation, files }: LogEntry): string {
  const name = operation.replaceAll('.', ' ')
  const [first] = files
  if (first === undefined) return name
  return `${name}: ${first.path}${files.length > 1 ? ` and ${files.length - 1} more` : ''}`
}

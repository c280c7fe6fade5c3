import type { LogEntry } from '../api/types.ts'

/** One thing that was done, as the home page tells it. */
export interface Deed {
  readonly id: string
  readonly text: string
  readonly entry: LogEntry
  /** Done after this person last looked. */
  readonly fresh: boolean
}

/** The journal in words, with what is new since `seen`. */
export function deeds(entries: readonly LogEntry[], seen: number): Deed[] {
  return entries.map(entry => ({
    id: entry.id,
    text: entry.summary === undefined ? sayOperation(entry) : capital(entry.summary),
    entry,
    fresh: Date.parse(entry.at) > seen,
  }))
}

/** `change.archive` of one file reads `Change archive: sdd/changes/x/change.json`. */
function sayOperation({ operation, files }: LogEntry): string {
  const name = capital(operation.replaceAll(/[._]/g, ' '))
  const [first] = files
  if (first === undefined) return name
  return `${name}: ${first.path}${files.length > 1 ? ` and ${files.length - 1} more` : ''}`
}

/** Names such as `runs.concurrency` stay as they are written. */
function capital(text: string): string {
  return /^[a-z]+(?:[ :]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

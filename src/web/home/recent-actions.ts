import type { LogEntryRow } from '../api/types.ts'

/** One thing that was done, as the home page tells it. */
export interface RecentAction {
  readonly id: string
  readonly text: string
  readonly entry: LogEntryRow
  /** Done after this person last looked. */
  readonly fresh: boolean
  /** The page of what it is about. */
  readonly href: string | undefined
}

/** The journal in words, with what is new since `seen`. */
export function recentActions(entries: readonly LogEntryRow[], seen: number): RecentAction[] {
  return entries.map(entry => ({
    id: entry.id,
    text: entry.summary === undefined ? sayOperation(entry) : capital(entry.summary),
    entry,
    fresh: Date.parse(entry.at) > seen,
    href: pageOfFiles(entry.files.map(({ path }) => path)),
  }))
}

/** `change.archive` of one file reads `Change archive: sdd/changes/x/change.json`. */
function sayOperation({ operation, files }: LogEntryRow): string {
  const name = capital(operation.replaceAll(/[._]/g, ' '))
  const [first] = files
  if (first === undefined) return name
  return `${name}: ${first.path}${files.length > 1 ? ` and ${files.length - 1} more` : ''}`
}

/** Names such as `runs.concurrency` stay as they are written. */
function capital(text: string): string {
  return /^[a-z]+(?:[ :]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Which page shows a file that Furrow writes. */
const PAGES: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^sdd\/changes\/([\w-]+)\//, id => `/changes/${id}`],
  [/^sdd\/[\w-]+\.(?:md|json)$/, () => '/specs'],
  [/^\.sow\/project\//, () => '/explorations'],
  [/^\.sdlc\/(features|ponders|investigations|milestones)\/[\w-]+\//, () => ''],
  [/^\.sdlc\/(?:feedback|escalations)\//, () => '/board'],
  [/^\.sdlc\/tool-interactions\/ama\/([\w-]+)\.yaml$/, id => `/ask/${id}`],
  [/^\.sdlc\/tools\/([a-z][\w-]*)\//, name => `/tools/${name}`],
  [/^\.sdlc\/config\.yaml$/, () => '/settings'],
]

export function pageOfFiles(paths: readonly string[]): string | undefined {
  for (const path of paths)
    for (const [form, page] of PAGES) {
      const found = form.exec(path)
      if (found !== null) return page(found[1] ?? '') || `/board/${path.split('/').slice(1, 3).join('/')}`
    }
  return undefined
}

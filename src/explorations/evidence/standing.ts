import { revisionOf } from '../../store/files/files.ts'
import { citedLinesIn, locateSource, textAt, written } from './locate.ts'
import type { InputDocument, InputView, Source, SourceView } from './model.ts'

/** What can be looked at without waiting. */
export interface EvidenceAccess {
  /** A file of the repository. */
  fileOf(path: string): Uint8Array | undefined
  /** A file of the working folder. */
  keptOf(path: string): Uint8Array | undefined
  hasRun(id: string): boolean
}

export type SourceStanding = Pick<SourceView, 'standing' | 'says'>

const HOLDS: SourceStanding = { standing: 'holds' }

/** Whether a source still says what was cited. Runs and memory are only looked at where there is time to wait. */
export function sourceStandingOf(source: Source, look: EvidenceAccess): SourceStanding {
  const location = locateSource(source.source)
  if (location.kind === 'file') return fileStanding(source, location, look.fileOf(location.path))
  if (location.kind === 'web') return copyStanding(source, look)
  if (location.kind === 'memory') return { standing: 'unchecked' }
  if (!look.hasRun(location.id)) return { standing: 'gone', says: `The run ${location.id} is not kept any more.` }
  return source.excerpt === undefined ? HOLDS : { standing: 'unchecked' }
}

type FileLocation = Extract<ReturnType<typeof locateSource>, { kind: 'file' }>

function fileStanding(
  { content }: Source,
  { path, lines }: FileLocation,
  bytes: Uint8Array | undefined,
): SourceStanding {
  if (bytes === undefined) return { standing: 'gone', says: `There is no file ${path} any more.` }
  const now = textAt(bytes, lines)
  if (now !== undefined && evidenceHash(now) === content) return HOLDS
  if (lines === undefined) return { standing: 'changed', says: `${path} has changed since.` }
  const from = findLines(bytes, lines.to - lines.from + 1, content)
  if (from === undefined) return { standing: 'changed', says: `${path} does not say this any more.` }
  const there = { from, to: from + lines.to - lines.from }
  return { standing: 'moved', says: `The lines are now ${written({ kind: 'file', path, lines: there })}.` }
}

/** Where as many lines with this hash begin. */
function findLines(bytes: Uint8Array, count: number, content: string): number | undefined {
  const all = citedLinesIn(textAt(bytes, undefined) ?? '')
  for (let at = 0; at + count <= all.length; at += 1)
    if (evidenceHash(all.slice(at, at + count).join('\n')) === content) return at + 1
  return undefined
}

function copyStanding({ content, copy = '', excerpt = '' }: Source, look: EvidenceAccess): SourceStanding {
  const bytes = look.keptOf(copy)
  if (bytes === undefined) return { standing: 'gone', says: `The kept copy ${copy} is gone.` }
  if (revisionOf(bytes) !== content) return { standing: 'changed', says: `The kept copy ${copy} was edited.` }
  if (isQuoted(Buffer.from(bytes).toString('utf8'), excerpt)) return HOLDS
  return { standing: 'changed', says: `The excerpt is not in the kept copy ${copy}.` }
}

/** Whether a text has these words; how lines are broken does not count. */
export function isQuoted(text: string, excerpt: string): boolean {
  return flat(text).includes(flat(excerpt))
}

export function evidenceHash(text: string): string {
  return revisionOf(Buffer.from(text))
}

export function viewSource(source: Source, standing: SourceStanding): SourceView {
  const { id, kind, source: typed, excerpt, copy, read_on, title, task, note, by, at } = source
  const given = Object.entries({ excerpt, copy, read_on, title, task, note }).filter(([, value]) => value !== undefined)
  return { id, kind, source: typed, ...standing, ...Object.fromEntries(given), by, at }
}

export function viewInput({ id, path, content, note }: InputDocument, look: EvidenceAccess): InputView {
  const bytes = look.fileOf(path)
  const standing = bytes === undefined ? 'gone' : revisionOf(bytes) === content ? 'holds' : 'changed'
  const title = bytes === undefined ? undefined : titleIn(bytes)
  return { id, path, standing, ...(title !== undefined && { title }), ...(note !== undefined && { note }) }
}

const MOST_READ = 8192

function titleIn(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, MOST_READ)).toString('utf8')
  return /^#+\s+(.+)$/m.exec(text)?.[1]?.trim()
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

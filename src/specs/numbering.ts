import { markdownLines } from '../store/documents/markdown-lines.ts'
import { ID, type IdKind, itemsIn, markOf } from './items.ts'

export interface Numbering {
  readonly kind: IdKind
  /** The highest number that was ever given. */
  readonly last: number
  /** Ids that the same words had before. */
  readonly known: ReadonlyMap<string, string>
}

export interface Numbered {
  readonly text: string
  readonly given: readonly string[]
}

const NOTHING = /^(?:none|nothing|no (?:more|further|other)s?|n\/a|not applicable)\b.{0,60}$/i

/** Gives an id to every item that has none. The same words keep the id that they had; no number is given twice. */
export function numberItems(text: string, { kind, last, known }: Numbering): Numbered {
  const source = listLines(text)
  const lines = source.split('\n')
  const given: string[] = []
  const used = new Set(source.match(ID) ?? [])
  let number = Math.max(last, highest(kind, used))
  for (const item of itemsIn(source)) {
    if (item.id !== undefined || item.level !== undefined || NOTHING.test(item.text)) continue
    const before = known.get(wordsOf(item.text))
    const isFree = before !== undefined && !used.has(before)
    if (!isFree) number += 1
    const id = isFree ? before : idOf(kind, number)
    used.add(id)
    given.push(id)
    const line = lines[item.line - 1] ?? ''
    const mark = markOf(line)
    lines[item.line - 1] = `${mark}**${id}**: ${line.slice(mark.length)}`
  }
  return { text: lines.join('\n'), given }
}

/** The ids that the items of a text have, by their words. */
export function knownIds(text: string): Map<string, string> {
  return new Map(
    itemsIn(text).flatMap(({ id, text: words }) => (id === undefined ? [] : [[wordsOf(words), id] as const])),
  )
}

export function highest(kind: IdKind, ids: Iterable<string>): number {
  let most = 0
  for (const id of ids) if (id.startsWith(`${kind}-`)) most = Math.max(most, Number(id.slice(kind.length + 1)))
  return most
}

function idOf(kind: IdKind, number: number): string {
  return `${kind}-${String(number).padStart(3, '0')}`
}

/** A line that says more about the item above it, in a text without bullets. */
const BELONGS_ABOVE =
  /^(?:acceptance|given|then|otherwise|and|but|covers|depends|files|done when|verified by|rationale|note|example|source|priority|effort|estimate)\b/i
const NO_ITEM = /^\s*(?:#|```|~~~|>|\||<)/

/** A text without any bullet or id: each line is an item, unless it plainly goes on with the one above. */
export function listLines(text: string): string {
  if (itemsIn(text).length > 0 || NOTHING.test(text.trim())) return text
  let above = ''
  return markdownLines(text)
    .lines.map(({ text: line, opaque }) => {
      const before = above
      if (opaque || NO_ITEM.test(line)) above = ''
      else if (line.trim() !== '') above = line
      if (above === '' || line.trim() === '') return line
      return goesOn(line, before) ? `  ${line.trim()}` : `- ${line.trim()}`
    })
    .join('\n')
}

/** Indented, named as a part of the item, or in the middle of a sentence. */
function goesOn(line: string, above: string): boolean {
  if (above === '') return false
  if (/^\s/.test(line) || BELONGS_ABOVE.test(line)) return true
  return /^[\p{Ll}\d(]/u.test(line) && !/[.;!?]["')\]]*$/.test(above.trimEnd())
}

function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

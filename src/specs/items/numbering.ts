import { ID, type IdKind, itemMark, itemsIn } from './items.ts'
import { listLines, NOTHING } from './list-lines.ts'

export interface Numbering {
  readonly kind: IdKind
  /** The highest number that was ever given. */
  readonly last: number
  /** Ids that the same words had before. */
  readonly known: ReadonlyMap<string, string>
}

export interface NumberedText {
  readonly text: string
  readonly given: readonly string[]
}

/** Gives an id to every item that has none. The same words keep the id that they had; no number is given twice. */
export function numberItems(text: string, { kind, last, known }: Numbering): NumberedText {
  const source = listLines(text, kind)
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
    const mark = itemMark(line)
    const box = CHECKBOX.exec(line.slice(mark.length))?.[0] ?? ''
    lines[item.line - 1] = `${mark}${box}**${id}**: ${line.slice(mark.length + box.length)}`
  }
  return { text: lines.join('\n'), given }
}

const CHECKBOX = /^\[[ xX]\]\s+/

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

function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

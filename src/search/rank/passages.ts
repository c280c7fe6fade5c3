/**
 * A long text is found by its passages. Its first one has the text's own id in the index; the others have negative ids, so
 * that neither needs a table of who belongs to whom.
 */
const MOST_PASSAGES = 4096

export interface PassageSize {
  /** Texts of at most so many characters are one passage. */
  readonly from: number
  /** About how long a passage is. */
  readonly length: number
}

export interface Range {
  readonly start: number
  readonly end: number
}

export function passageId(id: number, n: number): number {
  return n === 0 ? id : -(id * MOST_PASSAGES + n)
}

export function documentOfPassage(passage: number): { id: number; n: number } {
  if (passage >= 0) return { id: passage, n: 0 }
  return { id: Math.floor(-passage / MOST_PASSAGES), n: -passage % MOST_PASSAGES }
}

/** The ids of all passages of a text after its first one, from the lowest to the highest. */
export function passageIdsOf(id: number): readonly [number, number] {
  return [passageId(id, MOST_PASSAGES - 1), passageId(id, 1)]
}

/** Where the passages of a text begin and end: at paragraphs where they are near enough, else at sentences or words. */
export function passagesOf(text: string, { from, length }: PassageSize): readonly Range[] {
  if (text.length <= from) return [{ start: 0, end: text.length }]
  const most = Math.max(length, Math.ceil(text.length / (MOST_PASSAGES / 2)))
  const ranges: Range[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= most * 1.5 ? text.length : breakAfter(text, start, most)
    ranges.push({ start, end })
    start = end
  }
  return ranges
}

/** The last good place to stop in the second half of what fits. */
function breakAfter(text: string, start: number, most: number): number {
  const [low, high] = [start + Math.floor(most / 2), start + most]
  const part = text.slice(low, high)
  for (const pattern of [/\n\s*\n/g, /\n/g, /[.!?。！？]\s*/g, /\s/g]) {
    const last = [...part.matchAll(pattern)].at(-1)
    if (last !== undefined) return low + last.index + last[0].length
  }
  // No character of two halves is cut.
  return /[\ud800-\udbff]/.test(text.charAt(high - 1)) ? high - 1 : high
}

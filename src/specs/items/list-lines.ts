import { markdownLines } from '../../store/documents/markdown-lines.ts'
import { afterId, type IdKind, kindOf, markOf } from './items.ts'

/** What somebody writes where there is nothing to list. */
export const NOTHING = /^(?:none|nothing|no (?:more|further|other)s?|n\/a|not applicable)\b.{0,60}$/i

interface Above {
  /** The line before, empty where nothing is open. */
  readonly line: string
  readonly kind: 'nothing' | 'line' | 'bullet'
  /** Below a heading or a bold line with an id everything belongs to it. */
  readonly titled: boolean
  /** The bullets so far are parts of the line above them, and so are those that follow. */
  readonly details: boolean
}

const NOTHING_OPEN: Above = { line: '', kind: 'nothing', titled: false, details: false }

/**
 * The same text with one bullet per item, and with what belongs to an item indented below it, line by line. Each line
 * that is not indented is an item, unless it plainly goes on with the one above.
 */
export function listLines(text: string, kind: IdKind): string {
  if (NOTHING.test(text.trim())) return text
  const { lines } = markdownLines(dedent(text))
  const bulleted = lines.some(({ text: line, opaque }) => !opaque && isBullet(line))
  let above = NOTHING_OPEN
  return lines
    .map(({ text: line, opaque }) => {
      if (line.trim() === '') return line
      const { printed, next } =
        opaque || NO_ITEM.test(line) ? closedBy(line) : listLine(line, { above, kind, bulleted })
      above = next
      return printed
    })
    .join('\n')
}

interface Listing {
  readonly above: Above
  readonly kind: IdKind
  readonly bulleted: boolean
}

interface Listed {
  readonly printed: string
  readonly next: Above
}

const NO_ITEM = /^\s*(?:#|```|~~~|>|\||<)/

function closedBy(line: string): Listed {
  const mark = line.trimStart().startsWith('#') ? markOf(line) : ''
  return { printed: line, next: { ...NOTHING_OPEN, titled: mark !== '' && hasId(line.slice(mark.length)) } }
}

function listLine(line: string, listing: Listing): Listed {
  const { above } = listing
  const indented = /^\s{2,}/.test(line)
  if (indented && (above.kind !== 'nothing' || isBullet(line))) return { printed: line, next: { ...above, line } }
  return isBullet(line) ? listBullet(line, listing) : listPlain(line.trim(), listing)
}

function listBullet(line: string, { above, kind }: Listing): Listed {
  const rest = line.slice(markOf(line).length)
  if (hasId(rest) || above.titled) return { printed: line, next: { ...above, line, kind: 'bullet' } }
  const below = above.kind === 'line' ? partOfLine(line, rest, { above, kind }) : undefined
  if (below !== undefined) return { printed: `  ${line.trim()}`, next: { ...above, line, details: below === 'list' } }
  if (above.kind !== 'nothing' && LABEL.test(rest)) return { printed: `  ${line.trim()}`, next: { ...above, line } }
  return { printed: line, next: { line, kind: 'bullet', titled: false, details: false } }
}

/** Whether a bullet below a line with an id belongs to it: alone, or as the first of a list of parts. */
function partOfLine(
  line: string,
  rest: string,
  { above, kind }: Omit<Listing, 'bulleted'>,
): 'alone' | 'list' | undefined {
  if (kind === 'TASK' && !/^\s*\d/.test(line)) return 'list'
  if (above.details || above.line.trimEnd().endsWith(':')) return 'list'
  if (belongsAbove(rest)) return 'alone'
  return isMiddle(rest, above.line) ? 'list' : undefined
}

function listPlain(line: string, { above, kind, bulleted }: Listing): Listed {
  const { id } = afterId(line)
  if (id !== undefined) return listLed(line, { id, kind })
  if (above.titled) return { printed: line, next: { ...above, line } }
  if (above.kind !== 'nothing' && (belongsAbove(line) || isMiddle(line, above.line)))
    return { printed: `  ${line}`, next: { ...above, line } }
  // Between bullets a sentence may be about all of them; only an obligation is an item of its own.
  if (bulleted && above.kind !== 'line' && (!REQUIREMENT.test(line) || line.endsWith(':')))
    return { printed: line, next: { ...above, line } }
  return { printed: `- ${line}`, next: { line, kind: 'line', titled: false, details: false } }
}

function listLed(line: string, { id, kind }: { id: string; kind: IdKind }): Listed {
  if (/^(?:\*\*[^*]+\*\*|__[^_]+__)$/.test(line)) return { printed: line, next: { ...NOTHING_OPEN, titled: true } }
  const next: Above = { line, kind: 'line', titled: false, details: false }
  // Below a task, ids of other kinds name what it covers.
  return { printed: kind === 'TASK' && kindOf(id) !== 'TASK' ? line : `- ${line}`, next }
}

const PARTS = 'acceptance(?: criteri(?:a|on))?|covers|depends(?: on)?|done when|verified by'
const NOUNS = 'files|rationale|notes?|examples?|source|priority|effort|estimate'
const STEPS = 'given|then|otherwise|and|but'
/** `Acceptance: ...`, `**Files:** ...` say more about an item, also as a bullet. */
const LABEL = new RegExp(`^[*_]*(?:${PARTS}|${NOUNS})[*_]*\\s*:`, 'i')
const BELONGS_ABOVE = new RegExp(`^[*_]*(?:(?:${PARTS}|${STEPS})\\b|(?:${NOUNS})[*_]*\\s*:)`, 'i')
/** Words of an obligation. In a script that has other words, each line counts as one. */
const REQUIREMENT =
  /\b(?:shall|must|should|will|may|can|cannot|ha(?:s|ve) to|needs? to|when(?:ever)?|if|while|where)\b|^[^\p{Script=Latin}]*$/iu

function belongsAbove(words: string): boolean {
  return BELONGS_ABOVE.test(words)
}

/** In the middle of a sentence that began in the line above. */
function isMiddle(words: string, above: string): boolean {
  return /^[\p{Ll}\d(]/u.test(words) && !/[.;!?]["')\]]*$/.test(above.trimEnd())
}

function isBullet(line: string): boolean {
  return !/^\s*#/.test(line) && markOf(line) !== ''
}

function hasId(words: string): boolean {
  return afterId(words).id !== undefined
}

/** A text that is indented as a whole says nothing by it. */
function dedent(text: string): string {
  const { lines } = markdownLines(text)
  const depths = lines
    .filter(({ text: line }) => line.trim() !== '')
    .map(({ text: line }) => /^ */.exec(line)?.[0].length ?? 0)
  const depth = Math.min(...depths)
  return depth === 0 || depths.length === 0 ? text : lines.map(({ text: line }) => line.slice(depth)).join('\n')
}

import { shortHash } from '../../files/short-hash.ts'
import { KNOWN_GUIDANCE } from './known-guidance.ts'
import { type MarkdownLine, markdownLines } from './markdown-lines.ts'

/** Begins a block quote that explains what to write; whoever reads the document for what it says leaves it out. */
const MARK = '**Guide:**'
const QUOTE = /^ {0,3}> ?/
const IN_PARENTHESES = /^\(.*\)$/
/** No explanation that was ever written is longer. */
const MOST_LINES = 8

/** An explanation of a template, marked as such for the file that it is written into. */
export function markGuidance(quote: string): string {
  return quote.replace(QUOTE, `> ${MARK} `)
}

/** The text with empty lines where it explains itself: what is left is the author's, each line where it was. */
export function blankGuidance(text: string): string {
  if (!text.includes('>') && !text.includes('(')) return text
  const { lines } = markdownLines(text)
  const explains = guidanceLines(lines)
  if (explains.size === 0) return text
  return lines
    .map(({ start, end, text: line }, index) =>
      explains.has(index) ? text.slice(start + line.length, end) : text.slice(start, end),
    )
    .join('')
}

/** The same without the lines, for a text that is kept elsewhere. */
export function dropGuidance(text: string): string {
  const blanked = blankGuidance(text)
  return blanked === text ? text : blanked.replace(/\n(?:[ \t]*\r?\n){2,}/g, '\n\n')
}

/** How a paragraph is recognised, however its lines are broken. */
export function guidanceKey(paragraph: string): string {
  return shortHash(paragraph.replace(/\s+/g, ' ').trim()).slice(0, 16)
}

function guidanceLines(lines: readonly MarkdownLine[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let at = 0; at < lines.length; at += 1) {
    const count = guidanceAt(lines, at)
    for (let line = at; line < at + count; line += 1) found.add(line)
    if (count > 0) at += count - 1
    else at += Math.max(0, quotedLines(lines, at).length - 1)
  }
  return found
}

/** How many lines from here explain: a known text and no line more, else all of a quote that has the mark. */
function guidanceAt(lines: readonly MarkdownLine[], at: number): number {
  const line = lines[at]
  if (line === undefined || line.opaque) return 0
  if (IN_PARENTHESES.test(line.text)) return KNOWN_GUIDANCE.has(guidanceKey(line.text)) ? 1 : 0
  const quoted = quotedLines(lines, at)
  if (quoted.length === 0) return 0
  const isMarked = quoted[0]?.startsWith(MARK) === true
  const words = isMarked ? [quoted[0]?.slice(MARK.length) ?? '', ...quoted.slice(1)] : quoted
  for (let count = 1; count <= Math.min(words.length, MOST_LINES); count += 1)
    if (KNOWN_GUIDANCE.has(guidanceKey(words.slice(0, count).join(' ')))) return count
  return isMarked ? quoted.length : 0
}

/** The block quote that begins here, without its marks. */
function quotedLines(lines: readonly MarkdownLine[], at: number): string[] {
  const quoted: string[] = []
  for (
    let line = lines[at];
    line !== undefined && !line.opaque && QUOTE.test(line.text);
    line = lines[at + quoted.length]
  )
    quoted.push(line.text.replace(QUOTE, ''))
  return quoted
}

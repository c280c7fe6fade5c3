import { markdownLines } from '../../store/documents/markdown/markdown-lines.ts'
import { headingsAsItems } from './heading-items.ts'
import { afterId, type IdKind, idKindOf, itemMark } from './items.ts'
import { continuesAbove, isBullet, isMidSentence, LABEL } from './line-words.ts'

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
  const { lines } = markdownLines(headingsAsItems(dedent(text)))
  let above = NOTHING_OPEN
  return lines
    .map(({ text: line, opaque }, index) => {
      if (line.trim() === '') return line
      const below = lines.slice(index + 1).find(each => each.text.trim() !== '')
      const { printed, next } =
        opaque || NO_ITEM.test(line) ? closedBy(line) : listLine(line, { above, kind, below: below?.text ?? '' })
      above = next
      return printed
    })
    .join('\n')
}

interface Listing {
  readonly above: Above
  readonly kind: IdKind
  /** The next line that says something. */
  readonly below: string
}

interface PrintedLine {
  readonly printed: string
  readonly next: Above
}

const NO_ITEM = /^\s*(?:#|```|~~~|>|\||<|(?:[-*_]\s*){3,}$)/

function closedBy(line: string): PrintedLine {
  const mark = line.trimStart().startsWith('#') ? itemMark(line) : ''
  return { printed: line, next: { ...NOTHING_OPEN, titled: mark !== '' && hasId(line.slice(mark.length)) } }
}

function listLine(line: string, listing: Listing): PrintedLine {
  const { above } = listing
  const indented = /^\s{2,}/.test(line)
  if (indented && (above.kind !== 'nothing' || isBullet(line))) return { printed: line, next: { ...above, line } }
  return isBullet(line) ? listBullet(line, listing) : listPlain(line.trim(), listing)
}

function listBullet(line: string, { above, kind }: Listing): PrintedLine {
  const rest = line.slice(itemMark(line).length)
  if (hasId(rest) || above.titled) return { printed: line, next: { ...above, line, kind: 'bullet' } }
  const below = above.kind === 'line' ? partOfLine(line, rest, { above, kind }) : undefined
  if (below !== undefined) return { printed: `  ${line.trim()}`, next: { ...above, line, details: below === 'list' } }
  if (above.kind !== 'nothing' && LABEL.test(rest)) return { printed: `  ${line.trim()}`, next: { ...above, line } }
  return { printed: line, next: { line, kind: 'bullet', titled: false, details: false } }
}

/** Whether a bullet below a line with an id belongs to it: alone, or as the first of a list of parts. */
function partOfLine(line: string, rest: string, { above, kind }: Omit<Listing, 'below'>): 'alone' | 'list' | undefined {
  if (NOTHING.test(above.line.trim())) return undefined
  if (kind === 'TASK' && !/^\s*\d/.test(line)) return 'list'
  if (above.details || above.line.trimEnd().endsWith(':')) return 'list'
  if (continuesAbove(rest)) return 'alone'
  return isMidSentence(rest, above.line) ? 'list' : undefined
}

function listPlain(line: string, { above, kind, below }: Listing): PrintedLine {
  const { id } = afterId(line)
  if (id !== undefined) return listLed(line, { id, kind })
  if (above.titled) return { printed: line, next: { ...above, line } }
  if (above.kind !== 'nothing' && (continuesAbove(line) || isMidSentence(line, above.line)))
    return { printed: `  ${line}`, next: { ...above, line } }
  if (isBullet(below) && isAboutList(line)) return { printed: line, next: { ...NOTHING_OPEN, line } }
  return { printed: `- ${line}`, next: { line, kind: 'line', titled: false, details: false } }
}

/** It announces the items below: `Reading:`, `**Reading**`, "All of these are for the launch." */
function isAboutList(line: string): boolean {
  return /:[*_]*$/.test(line) || /^(?:\*\*[^*]+\*\*|__[^_]+__)$/.test(line) || ABOUT_LIST.test(line)
}

const ABOUT_LIST = /\b(?:these|those|the following|below)\b/i

function listLed(line: string, { id, kind }: { id: string; kind: IdKind }): PrintedLine {
  if (/^(?:\*\*[^*]+\*\*|__[^_]+__)$/.test(line)) return { printed: line, next: { ...NOTHING_OPEN, titled: true } }
  const next: Above = { line, kind: 'line', titled: false, details: false }
  // Below a task, ids of other kinds name what it covers.
  return { printed: kind === 'TASK' && idKindOf(id) !== 'TASK' ? line : `- ${line}`, next }
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

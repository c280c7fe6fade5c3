import { type MarkdownLine, markdownLines } from '../../store/documents/markdown/markdown-lines.ts'
import { afterId, itemMark } from './items.ts'
import { continuesAbove, isBullet, REQUIREMENT } from './line-words.ts'

/**
 * The same text with headings that are items themselves as bullets: those without an id and with no item below. A
 * heading above several items names a group and stays.
 */
export function headingsAsItems(text: string): string {
  const { lines } = markdownLines(text)
  const bodies = lines.map((line, index) => (isPlainHeading(line) ? bodyOf(lines, index) : undefined))
  const owned = new Set(bodies.flatMap(body => (body !== undefined && isOwn(body) ? body : [])))
  return lines
    .map((line, index) => {
      const body = bodies[index]
      if (body !== undefined && isOwn(body)) return `- ${line.text.slice(itemMark(line.text).length)}`
      return owned.has(line) && line.text.trim() !== '' ? `  ${line.text.trim()}` : line.text
    })
    .join('\n')
}

function isPlainHeading({ text, opaque }: MarkdownLine): boolean {
  return !opaque && isHeading(text) && afterId(text.slice(itemMark(text).length)).id === undefined
}

/** The lines below a heading; nothing where a deeper heading divides what it names. */
function bodyOf(lines: readonly MarkdownLine[], index: number): readonly MarkdownLine[] | undefined {
  const end = lines.findIndex((line, at) => at > index && !line.opaque && isHeading(line.text))
  const next = lines[end]?.text ?? ''
  const isDivided = next !== '' && itemMark(next).trim().length > itemMark(lines[index]?.text ?? '').trim().length
  return isDivided ? undefined : lines.slice(index + 1, end === -1 ? undefined : end)
}

/** Nothing, one plain line, or what only says more about an item: `Acceptance: ...`. */
function isOwn(body: readonly MarkdownLine[]): boolean {
  const said = body.filter(({ text }) => text.trim() !== '')
  if (said.some(({ text, opaque }) => opaque || /^\s*[|<>]/.test(text) || isBullet(text) || hasId(text))) return false
  const own = said.filter(({ text }) => !continuesAbove(text.trim()))
  return own.length === 0 || (own.length === 1 && !REQUIREMENT.test(own[0]?.text ?? ''))
}

function isHeading(text: string): boolean {
  return /^ {0,3}#{1,6}\s/.test(text)
}

function hasId(text: string): boolean {
  return afterId(text.trim()).id !== undefined
}

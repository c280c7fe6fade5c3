import { refuse } from '../../../operation/errors.ts'
import { lineEnding } from '../splice.ts'
import { type MarkdownLine, markdownLines } from './markdown-lines.ts'

export interface MarkdownSection {
  readonly title: string
  readonly level: number
  /** Line of the heading, from 1. */
  readonly line: number
  /** Offsets: the heading line starts, the body starts, the section ends (before the next of its level or higher). */
  readonly start: number
  readonly bodyStart: number
  readonly end: number
}

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/

/** Every ATX heading with the text it rules, sub-sections included, in order. */
export function sectionsOfMarkdown(text: string): MarkdownSection[] {
  const { lines } = markdownLines(text)
  const headings = lines.flatMap((line, index) => headingOf(line, index + 1))
  const nearest = new Array<number>(7).fill(text.length)
  const found: MarkdownSection[] = []
  for (const heading of headings.reverse()) {
    found.push({ ...heading, end: Math.min(...nearest.slice(1, heading.level + 1)) })
    nearest[heading.level] = heading.start
  }
  return found.reverse()
}

/** Marks first and the title by trimming: one pattern for all of it would take quadratic time over a line of blanks. */
function headingOf({ start, end, text, opaque }: MarkdownLine, line: number): Omit<MarkdownSection, 'end'>[] {
  const marks = opaque ? undefined : HEADING.exec(text)?.[1]
  if (marks === undefined) return []
  const rest = text.slice(text.indexOf(marks) + marks.length).trim()
  const title = rest.replace(/(?:^|[ \t])#+$/, '').trimEnd()
  return [{ title, level: marks.length, line, start, bodyStart: end }]
}

/** By `## Title` at that level, or by `Title` at any; the first one counts. */
export function findSection(text: string, heading: string): MarkdownSection | undefined {
  const [, marks, title = heading] = /^(#{1,6})[ \t]+(.*)$/.exec(heading.trim()) ?? []
  return sectionsOfMarkdown(text).find(
    section => section.title === title.trim() && (marks === undefined || section.level === marks.length),
  )
}

/** The text below a heading without the blank lines around it. */
export function readSection(text: string, heading: string): string | undefined {
  const section = findSection(text, heading)
  return section && trimBlankLines(text.slice(section.bodyStart, section.end)).replaceAll('\r\n', '\n')
}

/** Gives a section another body; every byte outside it stays. Nothing when there is no such section. */
export function replaceSection(text: string, heading: string, body: string): string | undefined {
  const section = findSection(text, heading)
  if (section === undefined) return undefined
  if (readSection(text, heading) === tidy(body, section)) return text
  const eol = lineEnding(text)
  const headingLine = text.slice(section.start, section.bodyStart)
  const broken = headingLine.endsWith('\n') ? '' : eol
  const below = bodyText(tidy(body, section), eol, section.end < text.length)
  return text.slice(0, section.bodyStart) + broken + below + text.slice(section.end)
}

/** Adds a section at the end. `heading` is `## Title`; a bare title gets level 2. */
export function appendSection(text: string, heading: string, body: string): string {
  const eol = lineEnding(text)
  const line = /^#{1,6}[ \t]/.test(heading) ? heading.trim() : `## ${heading.trim()}`
  if (/[\r\n]/.test(line)) throw refuse('usage', 'A heading stands on one line.')
  const level = line.indexOf(' ')
  const { unclosed } = markdownLines(text)
  if (unclosed !== undefined) throw refuse('damaged', `Line ${unclosed} opens something that is never closed.`)
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  return text + gap + line + eol + bodyText(tidy(body, { title: line, level }), eol, false)
}

/** A body that would end its own section, or swallow what follows, is refused rather than mangled. */
function tidy(body: string, { title, level }: { title: string; level: number }): string {
  const plain = trimBlankLines(body.replace(/\r\n?/g, '\n'))
  const { unclosed } = markdownLines(`\n${plain}`)
  if (unclosed !== undefined)
    throw refuse('usage', `Line ${unclosed - 1} of the text for "${title}" opens something that is never closed.`)
  const higher = sectionsOfMarkdown(`\n${plain}`).find(section => section.level <= level)
  if (higher !== undefined)
    throw refuse(
      'usage',
      `The text for "${title}" holds the heading "${higher.title}" of level ${higher.level}; it needs a level below ${level}.`,
    )
  return plain
}

function bodyText(body: string, eol: string, followed: boolean): string {
  const after = followed ? '\n' : ''
  return (body === '' ? after : `\n${body}\n${after}`).replaceAll('\n', eol)
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
}

import type { SymbolSpan } from './outline.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$/
/** The line below a heading, in markdown and in reStructuredText. */
const UNDERLINE = /^([=\-~^"'`#*+])\1{2,}\s*$/

/** The sections of a document, each with the headings above it. What stands in a fence is no heading. */
export function sectionsOf(lines: readonly string[]): SymbolSpan[] {
  const headings = headingsIn(lines)
  return headings.map((heading, at) => {
    const end = headings.slice(at + 1).find(({ level }) => level <= heading.level)
    return {
      name: heading.text,
      names: [...above(headings, at), heading.text],
      first: heading.line,
      last: (end?.line ?? lines.length) - 1,
    }
  })
}

interface MarkdownHeading {
  readonly line: number
  readonly level: number
  readonly text: string
}

function headingsIn(lines: readonly string[]): MarkdownHeading[] {
  const headings: MarkdownHeading[] = []
  const marks: string[] = []
  let fence: string | undefined
  lines.forEach((text, line) => {
    const opened = FENCE.exec(text)?.[1]
    if (fence !== undefined) {
      if (opened?.startsWith(fence) === true) fence = undefined
      return
    }
    if (opened !== undefined) {
      fence = opened
      return
    }
    const [, hashes, title] = HEADING.exec(text) ?? []
    if (hashes !== undefined && title !== undefined) headings.push({ line, level: hashes.length, text: title })
    const mark = UNDERLINE.exec(text)?.[1]
    const over = lines[line - 1]?.trim() ?? ''
    if (mark === undefined || !isTitle(over, text)) return
    if (!marks.includes(mark)) marks.push(mark)
    headings.push({ line: line - 1, level: marks.indexOf(mark) + 1, text: over })
  })
  return headings
}

function isTitle(over: string, underline: string): boolean {
  return over !== '' && !UNDERLINE.test(over) && !/^[|>#-]/.test(over) && underline.trim().length >= over.length - 3
}

function above(headings: readonly MarkdownHeading[], at: number): string[] {
  const names: string[] = []
  let level = headings[at]?.level ?? 1
  for (let before = at - 1; before >= 0; before -= 1) {
    const heading = headings[before]
    if (heading === undefined || heading.level >= level) continue
    names.unshift(heading.text)
    level = heading.level
  }
  return names
}

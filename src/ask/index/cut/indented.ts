import type { SymbolSpan } from './outline.ts'

const MODIFIER = [
  'public|private|protected|internal|open|final|abstract|override|static|sealed|data|inline|suspend|async|local|export',
  'fileprivate|mutating|lazy|implicit|case|actual|expect|operator|infix|@\\w+(?:\\([^)]*\\))?',
].join('|')
const KINDS =
  'class|interface|object|enum|struct|protocol|extension|trait|mixin|actor|fun|func|function|def|typealias|init'
const DECLARATION = new RegExp(
  `^(\\s*)(?:(?:${MODIFIER})\\s+)*(?:${KINDS})\\b(?:\\s+class\\b)?\\s*(?:<[^>]*>\\s*)?([\\w$]*(?:[.:]\\w+)*)`,
)

/**
 * The functions and types of a language without a grammar: a line that declares one, and what is further in than it
 * until something is not. Well indented code, as formatters leave it, is read as it is meant.
 */
export function declarationsOf(lines: readonly string[]): SymbolSpan[] {
  const spans: SymbolSpan[] = []
  const open: { indent: number; names: readonly string[]; last: number }[] = []
  for (const [first, line] of lines.entries()) {
    const [, space, name = ''] = DECLARATION.exec(line) ?? []
    if (space === undefined || (name === '' && !/\binit\b/.test(line))) continue
    const indent = space.length
    while ((open.at(-1)?.last ?? first) < first) open.pop()
    const own = name === '' ? 'init' : name
    const names = [...(open.at(-1)?.names ?? []), own]
    const last = endOf(lines, first, indent)
    open.push({ indent, names, last })
    spans.push({ name: own, names, first, last })
  }
  return spans
}

/** The last line that is further in, and the brace or `end` below it. */
function endOf(lines: readonly string[], first: number, indent: number): number {
  let last = first
  for (let at = first + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const depth = line.length - line.trimStart().length
    if (depth <= indent) return /^\s*(?:[)}\]]|end\b)/.test(line) ? goOn(lines, at, indent) : last
    last = at
  }
  return last
}

/** `) {` closes the parameters and opens the body. */
function goOn(lines: readonly string[], at: number, indent: number): number {
  return /[{:=]\s*$/.test(lines[at] ?? '') ? endOf(lines, at, indent) : at
}

/** The lines of a component with all but its scripts emptied, so that the lines of symbols are those of the file. */
export function scriptOf(lines: readonly string[]): string[] {
  let inside = false
  return lines.map(line => {
    if (/^\s*<script\b[^>]*>/i.test(line)) {
      inside = !/<\/script>/i.test(line)
      return ''
    }
    if (/<\/script>/i.test(line)) inside = false
    return inside ? line : ''
  })
}

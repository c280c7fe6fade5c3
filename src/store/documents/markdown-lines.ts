/** One line of a markdown text: `[start, end)` holds it with its line break. */
export interface MarkdownLine {
  readonly start: number
  readonly end: number
  /** Without the line break. */
  readonly text: string
  /** Front matter, fenced code, a comment or raw HTML began on an earlier line. */
  readonly inside: boolean
  /** Inside one of those, or its first line: no heading. */
  readonly opaque: boolean
}

export interface MarkdownLines {
  readonly lines: readonly MarkdownLine[]
  /** The line, from 1, of something that opens and never closes. */
  readonly unclosed: number | undefined
}

interface Region {
  readonly opens: RegExp
  readonly closes: (opening: RegExpExecArray) => RegExp
  /** The first line may itself close it. */
  readonly oneLine: boolean
}

const REGIONS: readonly Region[] = [
  {
    opens: /^ {0,3}(`{3,})[^`]*$/,
    closes: ([, fence = '']) => new RegExp(`^ {0,3}\`{${fence.length},}[ \\t]*$`),
    oneLine: false,
  },
  {
    opens: /^ {0,3}(~{3,})/,
    closes: ([, fence = '']) => new RegExp(`^ {0,3}~{${fence.length},}[ \\t]*$`),
    oneLine: false,
  },
  { opens: /^ {0,3}<!--/, closes: () => /-->/, oneLine: true },
  {
    opens: /^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i,
    closes: () => /<\/(?:pre|script|style|textarea)>/i,
    oneLine: true,
  },
]

const FRONT_MATTER: Region = { opens: /^---[ \t]*$/, closes: () => /^(?:---|\.\.\.)[ \t]*$/, oneLine: false }

/** Follows CommonMark in what ends where, as far as headings can tell. */
export function markdownLines(text: string): MarkdownLines {
  const lines: MarkdownLine[] = []
  let closing: RegExp | undefined
  let openedAt: number | undefined
  for (const { start, end, text: line } of splitLines(text)) {
    const opening = closing === undefined ? openingOf(line, lines.length === 0) : undefined
    const inside = closing !== undefined
    lines.push({ start, end, text: line, inside, opaque: inside || opening !== undefined })
    if (opening !== undefined) openedAt = lines.length
    const closes = closing ?? opening?.closing
    const mayClose = inside || opening?.oneLine === true
    closing = mayClose && closes?.test(line) ? undefined : closes
  }
  return { lines, unclosed: closing === undefined ? undefined : openedAt }
}

function* splitLines(text: string): Generator<{ start: number; end: number; text: string }> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline + 1
    yield { start, end, text: text.slice(start, end).replace(/\r?\n$/, '') }
    start = end
  }
}

function openingOf(line: string, first: boolean): { closing: RegExp; oneLine: boolean } | undefined {
  for (const region of first ? [FRONT_MATTER, ...REGIONS] : REGIONS) {
    const opening = region.opens.exec(line)
    if (opening !== null) return { closing: region.closes(opening), oneLine: region.oneLine }
  }
  return undefined
}

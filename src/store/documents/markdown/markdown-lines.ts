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

type Closes = (line: string) => boolean

interface Region {
  readonly opens: RegExp
  readonly closes: (opening: RegExpExecArray) => Closes
  /** The first line may itself close it. */
  readonly oneLine: boolean
}

const REGIONS: readonly Region[] = [
  {
    opens: /^ {0,3}(`{3,})[^`]*$/,
    closes:
      ([, fence = '']) =>
      line =>
        isFence(line, fence),
    oneLine: false,
  },
  {
    opens: /^ {0,3}(~{3,})/,
    closes:
      ([, fence = '']) =>
      line =>
        isFence(line, fence),
    oneLine: false,
  },
  { opens: /^ {0,3}<!--/, closes: () => line => line.includes('-->'), oneLine: true },
  {
    opens: /^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/i,
    closes: () => line => /<\/(?:pre|script|style|textarea)>/i.test(line),
    oneLine: true,
  },
]

const FRONT_MATTER: Region = {
  opens: /^---[ \t]*$/,
  closes: () => line => /^(?:---|\.\.\.)[ \t]*$/.test(line),
  oneLine: false,
}

/** A closing fence is at least as long as the opening one and stands alone. */
function isFence(line: string, opening: string): boolean {
  const fence = line.replace(/^ {0,3}/, '').trimEnd()
  return fence.length >= opening.length && fence === (opening[0] ?? '').repeat(fence.length)
}

/** Follows CommonMark in what ends where, as far as headings can tell. */
export function markdownLines(text: string): MarkdownLines {
  const lines: MarkdownLine[] = []
  let closing: Closes | undefined
  let openedAt: number | undefined
  for (const { start, end, text: line } of splitLines(text)) {
    const opening = closing === undefined ? openingOf(line, lines.length === 0) : undefined
    const inside = closing !== undefined
    lines.push({ start, end, text: line, inside, opaque: inside || opening !== undefined })
    if (opening !== undefined) openedAt = lines.length
    const closes = closing ?? opening?.closing
    const mayClose = inside || opening?.oneLine === true
    closing = mayClose && closes?.(line) ? undefined : closes
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

function openingOf(line: string, first: boolean): { closing: Closes; oneLine: boolean } | undefined {
  for (const region of first ? [FRONT_MATTER, ...REGIONS] : REGIONS) {
    const opening = region.opens.exec(line)
    if (opening !== null) return { closing: region.closes(opening), oneLine: region.oneLine }
  }
  return undefined
}

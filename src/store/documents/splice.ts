/** One replacement in a text: `[start, end)` becomes `text`. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies splices that do not overlap; those at one place keep their order. */
export function applySplices(source: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const splice of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (splice.start < at) throw new Error(`Two edits overlap at offset ${splice.start}.`)
    parts.push(source.slice(at, splice.start), splice.text)
    at = splice.end
  }
  parts.push(source.slice(at))
  return parts.join('')
}

export function lineEnding(text: string): '\n' | '\r\n' {
  const first = text.indexOf('\n')
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n'
}

export function lineStartAt(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** Where the line below begins; the end of the text when there is none. */
export function nextLineAt(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  return newline === -1 ? text.length : newline + 1
}

/** The white space that starts the line on which an offset stands. */
export function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartAt(text, offset), offset))?.[0] ?? ''
}

import { revisionOf } from '../store/files/files.ts'
import type { ReviewThread, ThreadOpening } from './model.ts'

export type Anchor = Pick<ThreadOpening, 'line' | 'quote' | 'before' | 'after' | 'content'>
export type AnchorPosition = Pick<ReviewThread, 'line' | 'end_line' | 'standing'>

/** What is kept of some lines so that they are found again in another text; nothing where the text has no such lines. */
export function anchorAt(text: string, line: number, endLine = line): Anchor | undefined {
  const lines = linesOf(text)
  if (line < 1 || endLine < line || endLine > lines.length) return undefined
  const [before, after] = [lines[line - 2], lines[endLine]]
  return {
    line,
    quote: lines.slice(line - 1, endLine).join('\n'),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    content: revisionOf(Buffer.from(text)),
  }
}

/** Where the lines of an anchor are in a text that may have been edited since. */
export function placeAnchor(anchor: Anchor, text: string | undefined): AnchorPosition {
  const { line, quote, content } = anchor
  const height = quote.split('\n').length
  const at = (found: number, standing: AnchorPosition['standing']) => ({
    line: found,
    end_line: found + height - 1,
    standing,
  })
  if (text === undefined) return at(line, 'gone')
  if (revisionOf(Buffer.from(text)) === content) return at(line, 'current')
  const found = findAgain(anchor, linesOf(text))
  if (found === undefined) return at(line, 'outdated')
  return at(found, found === line ? 'current' : 'moved')
}

/** The same lines, best between the same neighbours, then nearest to where they were. */
function findAgain(anchor: Anchor, lines: readonly string[]): number | undefined {
  const quoted = anchor.quote.split('\n')
  const candidates = lines.flatMap((_, index) =>
    quoted.every((line, offset) => lines[index + offset] === line)
      ? [{ line: index + 1, neighbours: neighboursAt(anchor, lines, index, quoted.length) }]
      : [],
  )
  const [best] = candidates.sort(
    (a, b) => b.neighbours - a.neighbours || Math.abs(a.line - anchor.line) - Math.abs(b.line - anchor.line),
  )
  if (best === undefined) return undefined
  const isCertain = best.neighbours > 0 || (candidates.length === 1 && isTelling(anchor.quote))
  return isCertain ? best.line : undefined
}

function neighboursAt({ before, after }: Anchor, lines: readonly string[], index: number, height: number): number {
  return Number(lines[index - 1] === before) + Number(lines[index + height] === after)
}

/** A brace or an empty line is everywhere; words are not. */
function isTelling(quote: string): boolean {
  return (quote.match(/[\p{L}\p{N}]/gu) ?? []).length >= 4
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

import { type Chunk, chunksOf, SIZES } from './chunk.ts'
import { languageOf } from './languages.ts'
import { sectionsOf } from './markdown.ts'
import { outlineOf, type SymbolSpan } from './outline.ts'
import type { Parsers } from './parsers.ts'

/** The lines of a text, without what the last line break would leave. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The passages of one file. */
export function cut(path: string, lines: readonly string[], parsers: Parsers, sizes = SIZES): Chunk[] {
  return chunksOf(lines, spansOf(path, lines, parsers), sizes)
}

function spansOf(path: string, lines: readonly string[], parsers: Parsers): SymbolSpan[] {
  const { reading } = languageOf(path)
  switch (reading.kind) {
    case 'code':
      return parsers.parse(lines.join('\n'), reading.grammar, tree => outlineOf(tree, reading.grammar)) ?? []
    case 'markdown':
      return sectionsOf(lines)
    case 'plain':
      return []
  }
}

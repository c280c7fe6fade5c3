import { CHUNK_SIZES, type Chunk, chunksOf } from './chunk.ts'
import { declarationsOf, scriptOf } from './indented.ts'
import { languageOf } from './languages.ts'
import { sectionsOf } from './markdown-sections.ts'
import { type SymbolSpan, symbolOutline } from './outline.ts'
import type { Parsers } from './parsers.ts'

/** The lines of a text, without what the last line break would leave. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The passages of one file. */
export function cutIntoChunks(path: string, lines: readonly string[], parsers: Parsers, sizes = CHUNK_SIZES): Chunk[] {
  return chunksOf(lines, spansOf(path, lines, parsers), sizes)
}

function spansOf(path: string, lines: readonly string[], parsers: Parsers): SymbolSpan[] {
  const { reading } = languageOf(path)
  switch (reading.kind) {
    case 'code':
      return parsers.parse(lines.join('\n'), reading.grammar, tree => symbolOutline(tree, reading.grammar)) ?? []
    case 'component': {
      const script = scriptOf(lines).join('\n')
      return parsers.parse(script, reading.grammar, tree => symbolOutline(tree, reading.grammar)) ?? []
    }
    case 'indented':
      return declarationsOf(lines)
    case 'markdown':
      return sectionsOf(lines)
    case 'plain':
      return []
  }
}

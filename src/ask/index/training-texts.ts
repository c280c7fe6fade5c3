import { spelledOut } from '../../search/words/abbreviations.ts'
import { termsOf } from '../../search/words/tokenize.ts'
import { splitLines } from './cut/cut.ts'
import type { IndexedTree, ListedFile } from './files/list-files.ts'
import { readText } from './files/read-text.ts'

/** So many texts teach what more of them would; each is some lines of a file. */
const TEXTS = 2000
const LINES = 40
const BYTES_OF_A_TEXT = 1500

/** Texts to learn from, out of files at even steps over the whole tree. */
export function textsToLearnFrom({ root }: IndexedTree, listed: readonly ListedFile[]): string[][] {
  const files = listed.filter(({ skipped }) => skipped === undefined)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const step = Math.max(1, bytes / (TEXTS * BYTES_OF_A_TEXT))
  const texts: string[][] = []
  for (let at = 0; at < files.length && texts.length < 2 * TEXTS; at += step) {
    const file = files[Math.floor(at)]
    const read = file === undefined ? undefined : readText(root, file.path)
    if (read?.kind === 'text') texts.push(...windowsOf(read.text))
  }
  return texts
}

function windowsOf(text: string): string[][] {
  const lines = splitLines(text)
  const starts = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, n) => n * LINES)
  return starts.map(start => termsOf(lines.slice(start, start + LINES).join('\n'), spelledOut))
}

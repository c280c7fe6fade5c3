import { isSecondaryFile } from '../src/ask/search/file-kinds.ts'
import { STOP_WORDS } from '../src/search/words/stop-words.ts'
import { termsOf } from '../src/search/words/tokenize.ts'
import { Bm25, type Scored } from './ask-bm25.ts'
import type { FileText, Passage, PassageRanker } from './ask-measures.ts'

const [LINES, STRIDE] = [40, 35]
const LOOKED_AT = 5000

/** The windows of every file, each with the words of its path counted twice. */
function windowsOf({ path, text }: FileText): { passage: Passage; terms: string[] }[] {
  const lines = text.split('\n')
  const head = termsOf(path)
  const starts = Array.from(
    { length: Math.max(1, Math.ceil((lines.length - LINES) / STRIDE) + 1) },
    (_, n) => n * STRIDE,
  )
  return starts.map(start => ({
    passage: { path, first: start + 1, last: Math.min(lines.length, start + LINES) },
    terms: [...head, ...head, ...termsOf(lines.slice(start, start + LINES).join('\n'))],
  }))
}

/**
 * The plain baseline: BM25 over overlapping windows of 40 lines, identifiers whole and split, stems, the words of the
 * path twice; tests and docs last; files and dotted modules that the question names first.
 */
export function windowBaseline(files: readonly FileText[]): PassageRanker {
  return plainRanker(files.flatMap(windowsOf))
}

export function plainRanker(units: readonly { passage: Passage; terms: readonly string[] }[]): PassageRanker {
  const index = new Bm25(units.map(({ terms }) => terms))
  const passages = units.map(({ passage }) => passage)
  const beside = passages.map(({ path }) => isSecondaryFile(path))
  return question => {
    const named = namedFiles(question)
    const rank = ({ id }: Scored) => (named(passages[id]?.path ?? '') ? 0 : beside[id] === true ? 2 : 1)
    const terms = [...new Set(termsOf(question).filter(term => !STOP_WORDS.has(term)))]
    const found = index
      .search(terms)
      .slice(0, LOOKED_AT)
      .sort((a, b) => rank(a) - rank(b) || b.score - a.score || a.id - b.id)
    return found.slice(0, 50).flatMap(({ id }) => passages[id] ?? [])
  }
}

/** `src/a.ts`, `a.ts` and `package.module` in a question, as they end the path of a file. */
function namedFiles(question: string): (path: string) => boolean {
  const names = (question.match(/[\w@-]+(?:[./][\w@-]+)+/g) ?? []).flatMap(name => [name, name.replaceAll('.', '/')])
  const ends = [...new Set(names)].map(name => `/${name.replace(/^\/+/, '')}`)
  return path =>
    ends.some(end => `/${path}`.endsWith(end) || `/${path.replace(/(?:\/__init__)?\.\w+$/, '')}`.endsWith(end))
}

import { fenced } from '../../store/documents/markdown/fenced.ts'
import type { Citation } from '../threads/model.ts'
import { renderCommits, renderSource } from '../threads/render-thread.ts'

/** Of each passage as much as a reader takes in; the page and the file have the rest. */
const MOST_LINES = 24

const NOTHING =
  'Nothing in this codebase fits the question. Other words may find it; `furrow ask status` says what is searched.'

/** An answer without anybody to write one: the passages themselves, said to be just that. */
export function extract(sources: readonly Citation[]): string {
  if (sources.length === 0) return NOTHING
  const which = sources.length === 1 ? 'this passage fits' : `these ${sources.length} passages fit`
  return [`*Extracted, not written: ${which} the question best, word for word.*`, ...sources.map(passage)].join('\n\n')
}

function passage(source: Citation): string {
  const lines = source.excerpt.replace(/\s+$/, '').split('\n')
  const shown = lines.slice(0, MOST_LINES)
  const cut = lines.length > shown.length ? `\n\n… ${lines.length - shown.length} more lines` : ''
  const text = `**${renderSource(source).slice(2)}**\n\n${fenced(shown.join('\n'), languageOf(source.path))}${cut}`
  return [text, ...renderCommits(source)].join('\n\n')
}

function languageOf(path: string): string {
  const [, ending = ''] = /\.([A-Za-z0-9]{1,10})$/.exec(path) ?? []
  return ending.toLowerCase()
}

import { fenced } from '../store/documents/markdown/fenced.ts'
import type { AnswerSource, IndexStatus, SearchAnswer } from './model.ts'
import { renderCommits } from './threads/render-thread.ts'

export function renderFound({ sources, index, notice }: SearchAnswer): string {
  const state = index.state === 'building' ? 'The index is still being made; this is what it holds so far.\n\n' : ''
  if (sources.length === 0)
    return `${state}Nothing found in ${index.files} files. Try other words, or a symbol or path by its name.`
  return `${state}${[...(notice === undefined ? [] : [notice]), ...sources.map(renderSource)].join('\n\n')}`
}

function renderSource({ path, lines: [first, last], symbol, language, excerpt, why, commits }: AnswerSource): string {
  const title = `**${path}:${first}-${last}**${symbol === undefined ? '' : ` ${symbol}`}`
  const head = `${title}${why === undefined ? '' : `\n${why}`}`
  return [`${head}\n${fenced(excerpt, language)}`, ...renderCommits({ commits })].join('\n\n')
}

export function renderStatus(status: IndexStatus): string {
  const { state, files, chunks, skipped, bytes, languages, left_out, progress } = status
  if (state === 'missing') return 'There is no index yet; `furrow ask index` makes it, and so does the first question.'
  const read = progress === undefined ? '' : ` (${progress.done} of ${progress.total} files read)`
  if (status.file === undefined) return `The index is being made for the first time${read}.`
  const head = `${state}${read}: ${files} files in ${chunks} passages, ${Math.ceil(bytes / 1024)} KiB; ${skipped} left out.`
  const meant = `Vectors beside the words: ${status.vectors.maker}, ${status.vectors.made} passages have one.`
  const kinds = languages.map(({ language, files: count }) => `- ${language}: ${count}`)
  const reasons = left_out.map(({ reason, files: count, examples }) => `- ${count} ${reason}: ${examples.join(', ')}`)
  return [
    head,
    meant,
    ...(kinds.length > 0 ? ['', 'Languages', ...kinds] : []),
    ...(reasons.length > 0 ? ['', 'Left out', ...reasons] : []),
  ].join('\n')
}

import { renderNext } from '../../changes/view.ts'
import type { OutputOf } from '../../operation/contract.ts'
import type { check } from './contracts.ts'

/** The report with the headings of seed 001 §1.4. */
export function renderReport(report: OutputOf<typeof check>): string {
  const { artifacts, passages, prior, explorations, memory, conventions, conflicts, smells, left_out, next } = report
  return [
    '# Context Check Report',
    ...section('Existing Artifacts Found', '_No SDD artifacts found in this project._', [
      ...artifacts.map(({ path, bytes }) => `- ${path} (${bytes} bytes)`),
      ...passages.map(({ path, heading, from, to, text }) => `\n${path}:${from}-${to} ${heading}\n\n${quoted(text)}`),
      ...(left_out > 0 ? [`\n${left_out} more sections match and did not fit.`] : []),
    ]),
    ...section(
      'Relevant Prior Changes',
      '_No completed changes found matching this description._',
      prior.map(({ id, description }) => `- **${id}**: ${description}`),
    ),
    ...section(
      'Explore Context (Memory)',
      memory === 'available' ? '_No explore observations found._' : `_Memory subsystem not available: ${memory}_`,
      explorations.map(({ id, title, passage }) => `- **#${id} ${title}**\n\n${quoted(passage)}`),
    ),
    ...section(
      'Convention Files',
      artifacts.length > 0 ? '_SDD artifacts present — convention file scan skipped._' : '_No convention files found._',
      conventions.length === 0
        ? []
        : [
            'project conventions detected but no formal SDD specs',
            ...conventions.map(({ path, text }) => `\n${path}\n\n${quoted(text)}`),
          ],
    ),
    ...section(
      'Ambiguity Flags',
      '_Nothing here is shared with other open work, and no word smells; read the above for what the description leaves open._',
      [
        ...conflicts.map(
          ({ shared, with: others }) => `- ${shared} is also in ${others.join(', ')}: say what comes of it`,
        ),
        ...smells.map(({ kind, words, says }) => `- ${kind}: ${words.map(word => `"${word}"`).join(', ')} ${says}`),
      ],
    ),
    '',
    renderNext(next),
  ].join('\n')
}

function section(title: string, empty: string, lines: readonly string[]): string[] {
  return ['', `## ${title}`, '', ...(lines.length === 0 ? [empty] : lines)]
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n')
}

import { renderNext } from '../../changes/show/view-change.ts'
import type { OutputOf } from '../../operation/contract.ts'
import type { check } from './contracts.ts'

export type ContextCheckOutput = OutputOf<typeof check>

/** The report with the headings of seed 001 §1.4; one that was cut has only those with something below them. */
export function renderReport(report: ContextCheckOutput): string {
  const { artifacts, passages, prior, explorations, memory, conventions, conflicts, smells, next } = report
  const isCut = report.left_out > 0
  return [
    '# Context Check Report',
    ...section('Existing Artifacts Found', isCut ? '' : '_No SDD artifacts found in this project._', [
      ...artifacts.map(({ path, bytes }) => `- ${path} (${bytes} bytes)`),
      ...passages.map(passageLines),
    ]),
    ...section(
      'Relevant Prior Changes',
      isCut ? '' : '_No completed changes found matching this description._',
      prior.map(({ id, description }) => `- **${id}**: ${description}`),
    ),
    ...section(
      'Explore Context (Memory)',
      memory !== 'available'
        ? `_Memory subsystem not available: ${memory}_`
        : isCut
          ? ''
          : '_No explore observations found._',
      explorations.map(explorationLines),
    ),
    ...section(
      'Convention Files',
      isCut
        ? ''
        : artifacts.length > 0
          ? '_SDD artifacts present — convention file scan skipped._'
          : '_No convention files found._',
      conventions.length === 0
        ? []
        : [CONVENTIONS, ...conventions.map(({ path, text }) => `\n${path}\n\n${quoted(text)}`)],
    ),
    ...section(
      'Ambiguity Flags',
      isCut ? '' : '_No ids or files are shared with other open work, and no wording is ambiguous._',
      [...conflicts.map(conflictLine), ...smells.map(smellLine)],
    ),
    ...leftOutLines(report),
    '',
    renderNext(next),
  ].join('\n')
}

/** Only what was found, for an answer that is about something else. */
export function renderFindings(report: Omit<ContextCheckOutput, 'next'>): string {
  const { artifacts, passages, prior, explorations, memory, conventions, conflicts, smells } = report
  const lines = [
    ...conflicts.map(conflictLine),
    ...smells.map(smellLine),
    ...prior.map(({ id, description }) => `- earlier change **${id}**: ${description}`),
    ...passages.map(({ path, heading, from, to }) => `- ${path}:${from}-${to} ${heading}`),
    ...explorations.map(({ id, title }) => `- memory #${id} ${title}`),
    ...(memory === 'available' ? [] : [`- memory is not available: ${memory}`]),
    ...(passages.length === 0 ? artifacts.map(({ path }) => `- ${path}: no section matches`) : []),
    ...conventions.map(({ path }) => `- conventions in ${path}`),
    ...leftOutLines(report),
  ]
  return lines.length === 0 ? '- nothing related was found' : lines.join('\n')
}

const CONVENTIONS = 'project conventions detected but no formal SDD specs'

function passageLines({ path, heading, from, to, text }: ContextCheckOutput['passages'][number]): string {
  const place = `${path}:${from}-${to} ${heading}`
  return text === '' ? `- ${place}` : `\n${place}\n\n${quoted(text)}`
}

function explorationLines({ id, title, passage }: ContextCheckOutput['explorations'][number]): string {
  return passage === '' ? `- **#${id} ${title}**` : `- **#${id} ${title}**\n\n${quoted(passage)}`
}

function conflictLine({ shared, with: others }: ContextCheckOutput['conflicts'][number]): string {
  return `- ${shared} is also in ${others.join(', ')}: say how you resolve it`
}

function smellLine({ kind, words, says }: ContextCheckOutput['smells'][number]): string {
  return `- ${kind}: ${words.map(word => `"${word}"`).join(', ')} ${says}`
}

function leftOutLines({ left_out }: Pick<ContextCheckOutput, 'left_out'>): string[] {
  return left_out === 0 ? [] : ['', `${left_out} more did not fit; a larger max_tokens shows them.`]
}

function section(title: string, empty: string, lines: readonly string[]): string[] {
  if (lines.length > 0) return ['', `## ${title}`, '', ...lines]
  return empty === '' ? [] : ['', `## ${title}`, '', empty]
}

/** What was left out of a text, such as the explanations of a guided file, leaves no rows of empty lines. */
function quoted(text: string): string {
  return text
    .replace(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
}

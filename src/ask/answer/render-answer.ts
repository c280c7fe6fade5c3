import { shell } from '../../shared/shell/shell.ts'
import { renderSource } from '../threads/render-thread.ts'
import { promptPassage } from './prompt.ts'
import type { AnswerView } from './view-answer.ts'

/** The answer, or what it is to be made of; then where it is kept. */
export function renderAsked(asked: AnswerView): string {
  const { thread_id, sources, synthesis, problem, instructions, way, run_id } = asked
  if (instructions !== undefined) return [instructions, ...sources.map(promptPassage)].join('\n\n')
  return [
    ...(problem === undefined ? [] : [`> ${problem}`]),
    synthesis ?? `The agent is at work: \`${shell`furrow runs watch ${run_id ?? ''}`}\``,
    ...(way === 'extract' || sources.length === 0 ? [] : [`Sources:\n\n${sources.map(renderSource).join('\n')}`]),
    `Go on: \`${shell`furrow ask "..." --thread ${thread_id}`}\``,
  ].join('\n\n')
}

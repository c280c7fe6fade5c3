import { shell } from '../../operation/shell.ts'
import { renderSource } from '../threads/render.ts'
import { passageOf } from './prompt.ts'
import type { Asked } from './view.ts'

/** The answer, or what it is to be made of; then where it is kept. */
export function renderAsked(asked: Asked): string {
  const { thread_id, sources, synthesis, problem, instructions, way, run_id } = asked
  if (instructions !== undefined) return [instructions, ...sources.map(passageOf)].join('\n\n')
  return [
    ...(problem === undefined ? [] : [`> ${problem}`]),
    synthesis ?? `The agent is at work: \`${shell`furrow runs watch ${run_id ?? ''}`}\``,
    ...(way === 'extract' || sources.length === 0 ? [] : [`Sources:\n\n${sources.map(renderSource).join('\n')}`]),
    `Go on: \`${shell`furrow ask "..." --thread ${thread_id}`}\``,
  ].join('\n\n')
}

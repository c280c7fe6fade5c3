import type { Output } from '../api/call.ts'

type Started = Output<'flow.start'>
type Proposal = Started['proposal']

/** The page of what was started. */
export function destination({
  change,
  exploration,
  specification,
}: Pick<Started, 'change' | 'exploration' | 'specification'>): string {
  if (change !== undefined) return `/changes/${change.id}`
  if (exploration !== undefined) return `/explorations/${exploration}`
  return specification === undefined ? '/' : '/specs'
}

export function headline({ kind, type, size, stages }: Proposal): string {
  if (kind === 'explore') return 'Explore it first: topics, findings, then a summary.'
  const name = kind === 'specify' ? 'New specification' : `${capitalized(size)} ${type}`
  return `${name}: ${stages.map(stage => stage.replaceAll('-', ' ')).join(' → ')}`
}

export function startLabel({ kind }: Proposal): string {
  return { explore: 'Start exploration', specify: 'Start specification', change: 'Start change' }[kind]
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

import type { Output } from '../api/call.ts'

type StartResult = Output<'flow.start'>
type StartSuggestion = StartResult['proposal']

/** What is started: as it was proposed, or as the person chose. */
export type StartChoice = Pick<StartSuggestion, 'kind' | 'type' | 'size'>

/** The page of what was started. */
export function destination({
  change,
  exploration,
  specification,
}: Pick<StartResult, 'exploration' | 'specification'> & {
  readonly change?: { readonly id: string } | undefined
}): string {
  if (change !== undefined) return `/changes/${change.id}`
  if (exploration !== undefined) return `/explorations/${exploration}`
  return specification === undefined ? '/' : '/specs'
}

export function headline({ kind, type, size, stages }: Omit<StartSuggestion, 'because'>): string {
  if (kind === 'explore') return 'Explore it first: topics, findings, then a summary.'
  const name = kind === 'specify' ? 'New specification' : `${capitalized(size)} ${type}`
  if (stages.length === 0) return name
  return `${name}: ${stages.map(stage => stage.replaceAll('-', ' ')).join(' → ')}`
}

/** Why; an exploration has neither a type nor a size of its own. */
export function reasonsOf({ kind, because }: Pick<StartSuggestion, 'kind' | 'because'>): readonly string[] {
  return kind === 'explore' ? because.filter(line => !/^(?:type|size) /.test(line)) : because
}

export function startLabel({ kind }: StartChoice): string {
  return { explore: 'Start exploration', specify: 'Start specification', change: 'Start change' }[kind]
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

import type { Interaction } from '../../../tools/model.ts'
import { hasEnded } from '../../runs/status.ts'
import type { RunSample } from '../../runs/trend/trend.ts'
import type { InputValues } from '../tool-types.ts'

/** An input in a few words: its values, the short ones first. */
export function interactionSummaryOf(input: InputValues | undefined, most = 80): string {
  const parts = Object.entries(input ?? {}).map(([key, value]) => `${key}: ${brief(value)}`)
  const text = parts.join(', ')
  if (text === '') return 'no input'
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? '').replace(/\s+/g, ' ').slice(0, 60)
}

/** What was given lately, each input once, the newest first. */
export function inputsOf(interactions: readonly Pick<Interaction, 'input'>[], most = 6): InputValues[] {
  const inputs = interactions.map(({ input }) => input).filter(input => input !== undefined)
  return [...new Map(inputs.map(input => [JSON.stringify(input), input])).values()].slice(0, most)
}

/** The one to show: the one asked for, else the newest. A thread of the assistant is shown by its own page. */
export function chosenOf<I extends Pick<Interaction, 'id' | 'kind'>>(
  interactions: readonly I[],
  asked: string | undefined,
): ChosenInteraction<I> {
  const found = asked === undefined ? interactions[0] : interactions.find(({ id }) => id === asked)
  if (found?.kind === 'thread') return { kind: 'thread', thread: found }
  const id = found?.id ?? asked
  return id === undefined ? { kind: 'none' } : { kind: 'run', id }
}

/** Its runs that have ended; set-ups and threads take other times. */
export function samplesOf(interactions: readonly Interaction[]): RunSample[] {
  return interactions
    .filter(each => each.kind === 'run' && hasEnded(each))
    .map(({ id, status, created_at: at, duration_ms: ms = 0 }) => ({ id, status, at, ms }))
}

export type ChosenInteraction<I> =
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'thread'; readonly thread: I }

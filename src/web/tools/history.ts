import type { Interaction, Values } from './types.ts'

/** An input in a few words: its values, the short ones first. */
export function summaryOf(input: Values | undefined, most = 80): string {
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
export function inputsOf(interactions: readonly Pick<Interaction, 'input'>[], most = 6): Values[] {
  const inputs = interactions.map(({ input }) => input).filter(input => input !== undefined)
  return [...new Map(inputs.map(input => [JSON.stringify(input), input])).values()].slice(0, most)
}

/** The one to show: the one asked for, else the newest. */
export function chosenId(
  interactions: readonly Pick<Interaction, 'id'>[],
  asked: string | undefined,
): string | undefined {
  return asked ?? interactions[0]?.id
}

import { refuse } from './errors.ts'
import type { OperationInput } from './input.ts'
import type { OperationEntry } from './manifest.ts'

/** What ties a decision to the text that was shown: fields of the input, with what the preview said of itself. */
export type ShownPins = Readonly<Record<string, string>>

export function pinsIn({ pins = {} }: Pick<OperationEntry, 'pins'>, shown: unknown): ShownPins {
  const answer = Object(shown) as OperationInput
  const taken = Object.entries(pins).flatMap(([field, from]) => {
    const value = answer[from]
    return typeof value === 'string' ? [[field, value] as const] : []
  })
  return Object.fromEntries(taken)
}

/** The input for exactly what was shown. One that names another text, or the beginning of it, is not carried out. */
export function pinned(entry: Pick<OperationEntry, 'name'>, input: OperationInput, pins: ShownPins): OperationInput {
  for (const [field, value] of Object.entries(pins)) {
    const asked = input[field]
    if (asked === undefined || (typeof asked === 'string' && value.startsWith(asked))) continue
    throw refuse('conflict', `${entry.name} was asked for another ${field} than what is there now; nothing was done.`, {
      target: field,
      details: { shown: value, asked },
    })
  }
  return { ...input, ...pins }
}

/** What was asked for, whichever text of it was looked at. */
export function withoutPins({ pins = {} }: Pick<OperationEntry, 'pins'>, input: OperationInput): OperationInput {
  return Object.fromEntries(Object.entries(input).filter(([field]) => pins[field] === undefined))
}

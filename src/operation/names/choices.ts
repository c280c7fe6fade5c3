import type * as z from 'zod'
import type { Choices, JsonSchema, OperationEntry } from '../manifest.ts'

/** Sets of words to which a repository may add its own, by its config or its files. */
export type ChoiceSet = 'change_type' | 'change_size' | 'change_stage' | 'project_type' | 'artifact_kind'

export type AddedChoices = Readonly<Partial<Record<ChoiceSet, readonly string[]>>>

/**
 * Marks a text as one of some words. The operation refuses others with a message of its own; the lists of tools show the
 * words as an enum, with those that the repository adds to the set.
 */
export function choiceOf<T extends z.ZodType>(schema: T, values: readonly string[], set?: ChoiceSet): T {
  const choices: Choices = { values, ...(set !== undefined && { set }) }
  return schema.meta({ ...schema.meta(), 'x-choices': choices })
}

/** The same operations with the words of this repository. */
export function withChoices(entries: readonly OperationEntry[], added: AddedChoices): readonly OperationEntry[] {
  if (Object.keys(added).length === 0) return entries
  return entries.map(entry => {
    const properties = Object.entries(entry.input.properties ?? {})
    if (!properties.some(([, schema]) => 'x-choices' in schema)) return entry
    const extended = Object.fromEntries(properties.map(([key, schema]) => [key, extend(schema, added)]))
    // A copy would read the schemas of all outputs, which nobody asked for yet.
    return Object.create(entry, { input: { value: { ...entry.input, properties: extended }, enumerable: true } })
  })
}

function extend(schema: JsonSchema, added: AddedChoices): JsonSchema {
  const choices = schema['x-choices']
  const more = choices?.set === undefined ? undefined : added[choices.set]
  if (choices === undefined || more === undefined) return schema
  return { ...schema, 'x-choices': { ...choices, values: [...new Set([...choices.values, ...more])] } }
}

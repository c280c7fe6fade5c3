import { type Refused, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import type { Values } from './document.ts'
import { itemsIn } from './items.ts'
import type { Written } from './stages.ts'

interface Definition {
  readonly id: string
  readonly place: string
}

/** One id for two things would make everything that names it ambiguous. */
export function doubledId(stage: Written, values: Values, fields: readonly string[]): Refused | undefined {
  const first = new Map<string, Definition>()
  for (const definition of fields.flatMap(field => definitionsOf(field, values[field] ?? ''))) {
    const before = first.get(definition.id)
    if (before !== undefined) return refused(stage, before, definition)
    first.set(definition.id, definition)
  }
  return undefined
}

function definitionsOf(field: string, text: string): Definition[] {
  return itemsIn(text).flatMap(({ id, line, text: words }) =>
    id === undefined ? [] : [{ id, place: `line ${line} of ${field} ("${short(words)}")` }],
  )
}

function refused(stage: Written, one: Definition, other: Definition): Refused {
  return refuse(
    'usage',
    `${one.id} is used twice: in ${one.place} and in ${other.place}. Nothing was written. Leave the id of the new one out, and it is given the next free one.`,
    { target: one.id, fix: shell`furrow guide spec-${stage}` },
  )
}

function short(words: string): string {
  return words.length > 60 ? `${words.slice(0, 60).trimEnd()}...` : words
}

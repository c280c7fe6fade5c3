import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { WrittenStage } from '../stages.ts'
import type { StageValues } from '../write/document.ts'
import { itemsIn } from './items.ts'

interface Definition {
  readonly id: string
  readonly place: string
}

/** One id for two things would make everything that names it ambiguous. */
export function duplicateId(stage: WrittenStage, values: StageValues, fields: readonly string[]): Refused | undefined {
  const definitions = fields.flatMap(field => definitionsOf(field, values[field] ?? ''))
  const ids = definitions.map(({ id }) => id)
  const doubled = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  const [first] = doubled
  if (first === undefined) return undefined
  const said = doubled.map(id => usedTwice(definitions.filter(each => each.id === id)))
  return refuse(
    'usage',
    `${said.join(' ')} Nothing was written. Leave the id of the new one out, and it is given the next free one.`,
    { target: first, fix: shell`furrow guide spec-${stage}` },
  )
}

function definitionsOf(field: string, text: string): Definition[] {
  return itemsIn(text).flatMap(({ id, line, text: words }) =>
    id === undefined ? [] : [{ id, place: `line ${line} of ${field} ("${short(words)}")` }],
  )
}

function usedTwice(definitions: readonly Definition[]): string {
  const places = definitions.map(({ place }) => `in ${place}`)
  const times = places.length === 2 ? 'twice' : `${places.length} times`
  return `${definitions[0]?.id} is used ${times}: ${places.slice(0, -1).join(', ')} and ${places.at(-1)}.`
}

function short(words: string): string {
  return words.length > 60 ? `${words.slice(0, 60).trimEnd()}...` : words
}

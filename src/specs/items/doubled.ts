import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { WrittenStage } from '../stages.ts'
import type { StageValues } from '../write/document.ts'
import { itemsIn } from './items.ts'

interface Definition {
  readonly id: string
  /** Its words. */
  readonly text: string
  readonly place: string
}

/** One id for two things would make everything that names it ambiguous. */
export function duplicateId(stage: WrittenStage, values: StageValues, fields: readonly string[]): Refused | undefined {
  const definitions = fields.flatMap(field => definitionsOf(field, values[field] ?? ''))
  const doubled = doubledIn(definitions)
  const [first] = doubled
  if (first === undefined) return undefined
  const said = doubled.map(usedTwice)
  return refuse(
    'usage',
    `${said.join(' ')} Nothing was written. Leave the id of the new one out, and it is given the next free one.`,
    { target: first[0].id, fix: shell`furrow guide spec-${stage}` },
  )
}

/** The definitions that share an id, id by id. */
export function doubledIn<Each extends { readonly id: string }>(definitions: readonly Each[]): [Each, ...Each[]][] {
  return [...new Set(definitions.map(({ id }) => id))].flatMap(id => {
    const [first, ...others] = definitions.filter(each => each.id === id)
    return first === undefined || others.length === 0 ? [] : [[first, ...others]]
  })
}

function definitionsOf(field: string, text: string): Definition[] {
  return itemsIn(text).flatMap(({ id, line, text: words }) =>
    id === undefined ? [] : [{ id, text: words, place: `line ${line} of ${field}` }],
  )
}

/** One id with all of its places, each with its words. */
export function usedTwice(definitions: readonly Definition[]): string {
  const places = definitions.map(({ place, text }) => `in ${place} ("${short(text)}")`)
  const times = places.length === 2 ? 'twice' : `${places.length} times`
  return `${definitions[0]?.id} is used ${times}: ${places.slice(0, -1).join(', ')} and ${places.at(-1)}.`
}

function short(words: string): string {
  return words.length > 60 ? `${words.slice(0, 60).trimEnd()}...` : words
}

import { fill } from '../../shared/follow-ups/fill.ts'
import { parseTemplate } from '../../shared/follow-ups/template.ts'
import type { JsonObject, SecretRef, ToolMeta } from '../model.ts'

const DEFAULT = 'default'
/** A form with more choices than that has none that somebody would set a secret for each of. */
const MOST = 20

/** The scope of a secret for one input: a key for staging is none for production. */
export function scopeFor({ scope }: Pick<SecretRef, 'scope'>, input: JsonObject): string {
  return (scope === undefined ? '' : fill(scope, { input }).text.trim()) || DEFAULT
}

export interface Scopes {
  /** Those that a run may ask for, as far as the form says which values its fields can have. */
  readonly possible: readonly string[]
  /** That of the form as it opens, where it says so. */
  readonly first?: string
}

/** Where a secret is looked for before anybody has filled the form. */
export function scopesOf(secret: Pick<SecretRef, 'scope'>, meta: ToolMeta): Scopes {
  const { scope = DEFAULT } = secret
  const opened = defaultInput(meta)
  const isSettled = fill(scope, { input: opened }).missing.length === 0
  const possible = inputsFor(scope, { meta, opened }).map(input => scopeFor(secret, input))
  return { possible: [...new Set(possible)], ...(isSettled && { first: scopeFor(secret, opened) }) }
}

function inputsFor(scope: string, { meta, opened }: { meta: ToolMeta; opened: JsonObject }): JsonObject[] {
  const fields = parseTemplate(scope).parts.flatMap(part =>
    part.kind === 'place' && part.root === 'input' && typeof part.steps[0] === 'string' ? [part.steps[0]] : [],
  )
  return [...new Set(fields)].reduce<JsonObject[]>(
    (inputs, field) => {
      const values = choicesOf(meta, field)
      if (values.length === 0) return inputs
      return inputs.flatMap(input => values.map(value => ({ ...input, [field]: value }))).slice(0, MOST)
    },
    [opened],
  )
}

/** What a form holds as it opens. */
export function defaultInput({ input_schema, form_layout = [] }: ToolMeta): JsonObject {
  const fields = form_layout.map(({ key, default: value }) => [key, value] as const)
  const properties = Object.entries(propertiesOf(input_schema)).map(
    ([key, { default: value }]) => [key, value] as const,
  )
  return Object.fromEntries([...fields, ...properties].filter(([, value]) => value !== undefined))
}

function choicesOf({ input_schema, form_layout = [] }: ToolMeta, field: string): unknown[] {
  const { enum: choices } = propertiesOf(input_schema)[field] ?? {}
  return choices ?? form_layout.find(({ key }) => key === field)?.options ?? []
}

function propertiesOf({ properties }: JsonObject): Record<string, { default?: unknown; enum?: unknown[] }> {
  const known = Object.entries(Object(properties) as object)
  return Object.fromEntries(
    known.map(([key, property]) => {
      const { default: value, enum: choices } = Object(property) as Record<string, unknown>
      return [key, { default: value, ...(Array.isArray(choices) && { enum: choices }) }]
    }),
  )
}

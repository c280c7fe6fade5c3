import type { JsonSchema, OperationEntry } from '../manifest.ts'
import { flagName } from './command-line.ts'

export type Scalar = 'string' | 'number' | 'integer' | 'boolean'

/** How one value of a field is spelled on a command line. */
export type ValueSyntax =
  | { readonly type: 'scalar'; readonly scalars: readonly Scalar[] }
  | { readonly type: 'choice'; readonly choices: readonly (string | number | boolean)[] }
  | { readonly type: 'pairs'; readonly value: ValueSyntax; readonly orText: boolean }
  /** `2026-01-01..2026-02-01`, either end may be left out. */
  | { readonly type: 'range' }
  | { readonly type: 'json' }

/** One input of an operation as a person types it. */
export interface CommandField {
  readonly name: string
  /** Where its value goes: one name, or several for a part of an object. */
  readonly path: readonly string[]
  /** `--stage-name`; positionals and the rest have one too, for messages. */
  readonly flag: string
  readonly place: 'flag' | 'positional' | 'rest'
  readonly kind: ValueSyntax
  /** Repeats: `--tag a --tag b`. */
  readonly list: boolean
  /** A list whose items cannot hold a comma also takes `--allow trust,grant`. */
  readonly commas: boolean
  /** `--no-title` sets it to nothing. */
  readonly nullable: boolean
  readonly required: boolean
  /** What it lists are lists themselves, or anything. */
  readonly lists?: boolean
  /** Takes `-`, `@file`, or an editor. */
  readonly text: boolean
  /** Never typed on the command line, and not seen while it is typed on a terminal. */
  readonly secret: boolean
  /** Words of a set to which the repository may add others. */
  readonly suggests?: readonly string[]
  readonly default?: unknown
  readonly description?: string
}

/** The inputs of an operation, positionals first and in their order. */
export function fieldsOf(entry: OperationEntry): CommandField[] {
  const { properties = {}, required = [] } = entry.input
  const { positionals = [], rest, omits = [] } = entry.cli ?? {}
  const order = [...positionals, ...(rest === undefined ? [] : [rest])]
  const flags = Object.keys(properties).filter(name => !order.includes(name) && !omits.includes(name))
  const names = [...order, ...flags]
  const parts = entry.cli?.parts ?? []
  const inParts = new Set(parts.map(({ path: [whole] }) => whole))
  return [
    ...names.map(name => {
      const place = positionals.includes(name) ? 'positional' : name === rest ? 'rest' : 'flag'
      const schema = entry.input.properties?.[name] ?? {}
      return fieldOf(entry, schema, { path: [name], place, required: required.includes(name) && !inParts.has(name) })
    }),
    ...parts.map(part => fieldOf(entry, part.schema, { ...part, place: 'flag' })),
  ]
}

function fieldOf(
  entry: OperationEntry,
  schema: JsonSchema,
  { path, place, required }: Pick<CommandField, 'path' | 'place' | 'required'>,
): CommandField {
  const name = path.join('.')
  const { nullable, inner } = withoutNull(schema)
  const list = inner.type === 'array' && entry.cli?.objects?.[name] !== 'pairs'
  const item = list ? withoutNull(inner.items ?? {}).inner : inner
  const description = schema.description ?? inner.description
  return {
    name,
    path,
    flag: flagName(name, entry.cli),
    place,
    kind: kindOf(item, entry.cli?.objects?.[name]),
    list,
    ...(list && item.type !== 'object' && item.properties === undefined && { lists: true }),
    commas: list && (item.enum !== undefined || item['x-furrow'] === 'id'),
    nullable,
    required,
    text: entry.cli?.text === name,
    secret: schema['x-furrow'] === 'secret',
    ...(item['x-choices'] !== undefined && { suggests: item['x-choices'].values }),
    ...('default' in schema && { default: schema.default }),
    ...(description !== undefined && { description }),
  }
}

/** `anyOf: [x, null]` is x that may be nothing. */
function withoutNull(schema: JsonSchema): { nullable: boolean; inner: JsonSchema } {
  const options = schema.anyOf?.filter(option => option.type !== 'null')
  if (options === undefined || options.length === schema.anyOf?.length) return { nullable: false, inner: schema }
  const [only] = options
  return { nullable: true, inner: options.length === 1 && only !== undefined ? only : { ...schema, anyOf: options } }
}

function kindOf(schema: JsonSchema, mapping: 'pairs' | 'json' | undefined): ValueSyntax {
  if (mapping === 'json') return { type: 'json' }
  if (schema['x-furrow'] === 'range') return { type: 'range' }
  if (mapping === 'pairs')
    return {
      type: 'pairs',
      value: kindOf(valuesOf(schema), undefined),
      orText: (schema.anyOf ?? []).some(({ type }) => type === 'string'),
    }
  const choices = schema.enum ?? constsIn(schema) ?? (schema.const === undefined ? undefined : [schema.const as string])
  if (choices !== undefined) return { type: 'choice', choices: choices.filter(choice => choice !== null) }
  const scalars = scalarsOf(schema)
  return scalars.length === 0 ? { type: 'json' } : { type: 'scalar', scalars }
}

/** Alternatives that are each one value: choices with a title. */
function constsIn({ oneOf, anyOf }: JsonSchema): string[] | undefined {
  const shapes = oneOf ?? anyOf
  if (!Array.isArray(shapes) || shapes.length === 0) return undefined
  const consts = shapes.map(shape => (Object(shape) as JsonSchema).const)
  return consts.every(value => value !== undefined) ? (consts as string[]) : undefined
}

function valuesOf(schema: JsonSchema): JsonSchema {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : { type: 'string' }
}

const SCALARS: readonly Scalar[] = ['integer', 'number', 'boolean', 'string']

/** Narrowest first, so that `3` is a number where both a number and a text may stand. */
function scalarsOf({ type, anyOf, oneOf }: JsonSchema): Scalar[] {
  const shapes = anyOf ?? oneOf ?? []
  const types = new Set([type, ...shapes.map(option => option.type)].flat())
  return SCALARS.filter(scalar => types.has(scalar))
}

/** A flag without a value: `--detach`, `--no-detach`. */
export function isSwitch({ kind, list }: CommandField): boolean {
  return !list && kind.type === 'scalar' && kind.scalars.length === 1 && kind.scalars[0] === 'boolean'
}

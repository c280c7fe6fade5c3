import type { ErrorObject } from 'ajv'
import { whatFormat } from './formats.ts'

/** What does not fit, by its field, in words for whoever gave it. */
export interface Misfit {
  readonly field: string
  readonly message: string
}

/** What is said of a required field that was not given. */
export const MISSING = 'is missing'

/** Of a choice of shapes each says why it is not the one; one sentence names them all. */
export function misfitsOf(errors: readonly ErrorObject[]): Misfit[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  const isWithin = ({ schemaPath, instancePath }: ErrorObject) =>
    choices.find(
      choice => instancePath.startsWith(choice.instancePath) && schemaPath.startsWith(`${choice.schemaPath}/`),
    )
  const outer = errors.filter(error => isWithin(error) === undefined)
  return outer.map(error => (choices.includes(error) ? ofChoice(error, errors) : misfitOf(error)))
}

function ofChoice(choice: ErrorObject, errors: readonly ErrorObject[]): Misfit {
  const { field } = misfitOf(choice)
  const { passingSchemas: both } = choice.params as { passingSchemas?: readonly number[] | null }
  if (Array.isArray(both)) return { field, message: 'fits more than one of its forms' }
  const reasons = new Map<string, string[]>()
  for (const error of errors) {
    const form = formOf(choice, error)
    if (form === undefined) continue
    const misfit = misfitOf(error)
    reasons.set(form, [...(reasons.get(form) ?? []), `${nameWithin(field, misfit.field)}${misfit.message}`])
  }
  const why = [...reasons.values()].map(all => all.join(' and ')).join('; or ')
  return { field, message: `fits none of its forms${why === '' ? '' : `: ${why}`}` }
}

/** Which of the forms an error belongs to. */
function formOf({ schemaPath: path }: ErrorObject, { schemaPath }: ErrorObject): string | undefined {
  return schemaPath.startsWith(`${path}/`) ? schemaPath.slice(path.length + 1).split('/')[0] : undefined
}

function nameWithin(field: string, inner: string): string {
  const name = inner.startsWith(`${field}.`) ? inner.slice(field.length + 1) : inner
  return name === field || name === '' ? '' : `${name} `
}

function misfitOf({ instancePath, message = 'does not fit', keyword, params }: ErrorObject): Misfit {
  const at = instancePath.slice(1).replaceAll('/', '.')
  const { missingProperty, additionalProperty, allowedValues, allowedValue } = params as Record<string, unknown>
  if (keyword === 'required') return { field: join(at, missingProperty), message: MISSING }
  if (keyword === 'additionalProperties')
    return { field: join(at, additionalProperty), message: 'is not one of its inputs' }
  if (Array.isArray(allowedValues)) return { field: at, message: `must be one of ${allowedValues.join(', ')}` }
  if (keyword === 'const') return { field: at, message: `must be ${JSON.stringify(allowedValue)}` }
  const wanted = WORDS[keyword]?.(params)
  return { field: at, message: wanted === undefined ? message : `must ${wanted}` }
}

type Words = (params: Record<string, unknown>) => string | undefined

/** What the keywords of a schema ask for. */
const WORDS: Readonly<Record<string, Words>> = {
  type: ({ type }) => `be ${[type].flat().map(nameOfType).join(' or ')}`,
  format: ({ format }) => {
    const what = whatFormat(format)
    return what === undefined ? undefined : `be ${what}`
  },
  minimum: ({ limit }) => `be at least ${limit}`,
  maximum: ({ limit }) => `be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `be a multiple of ${multipleOf}`,
  minLength: ({ limit }) => `have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `have at most ${counted(limit, 'item')}`,
  minProperties: ({ limit }) => `have at least ${counted(limit, 'field')}`,
  maxProperties: ({ limit }) => `have at most ${counted(limit, 'field')}`,
  uniqueItems: () => 'not have the same item twice',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function nameOfType(type: unknown): string {
  return TYPES[String(type)] ?? String(type)
}

function counted(limit: unknown, what: string): string {
  return `${limit} ${what}${limit === 1 ? '' : 's'}`
}

function join(at: string, name: unknown): string {
  return at === '' ? String(name) : `${at}.${String(name)}`
}

import type { ShownField } from '../../../shared/form/field.ts'
import type { InputValues } from '../tool-types.ts'

/** What the controls hold: texts as they were typed, so that nothing is lost while one types. */
export type TypedValues = Readonly<Record<string, unknown>>

/** One of several shapes, and what was typed into it. */
export interface ChosenVariant {
  readonly index: number
  readonly typed: unknown
}

/** A form before anyone touched it: an earlier input where there is one, defaults elsewhere. Secrets start empty. */
export function initialOf(fields: readonly ShownField[], earlier: InputValues = {}): TypedValues {
  return Object.fromEntries(fields.map(field => [field.key, typedFrom(field, initial(field, earlier))]))
}

function initial(field: ShownField, earlier: InputValues): unknown {
  // The shapes of the whole input have no property of their own.
  if (field.key === '') return Object.keys(earlier).length === 0 ? field.default : earlier
  return Object.hasOwn(earlier, field.key) ? earlier[field.key] : field.default
}

/** A value as its control holds it; nothing gives an empty control. */
export function typedFrom(field: ShownField, value: unknown): unknown {
  switch (field.control) {
    case 'secret':
      return ''
    case 'checkbox':
      return value === true
    case 'multi-select':
      return Array.isArray(value) ? value.map(String) : []
    case 'date_range': {
      const { start, end } = Object(value ?? {}) as { start?: unknown; end?: unknown }
      return { start: asText(start), end: asText(end) }
    }
    case 'group':
      return value === undefined && !field.required ? undefined : initialOf(field.fields ?? [], asValues(value))
    case 'list':
      return Array.isArray(value) ? value.map(item => field.item && typedFrom(field.item, item)) : []
    case 'variants':
      return chosenFor(field, value)
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, undefined, 2)
    default:
      return asText(value)
  }
}

/** The first shape that holds all of the value. */
function chosenFor({ variants = [], required }: ShownField, value: unknown): ChosenVariant | undefined {
  const [first] = variants
  if (value === undefined) return required && first ? { index: 0, typed: typedFrom(first, undefined) } : undefined
  const fitting = variants.findIndex(variant => isSame(takenFrom(variant, typedFrom(variant, value)), value))
  const index = Math.max(0, fitting)
  const variant = variants[index]
  return variant && { index, typed: typedFrom(variant, value) }
}

/**
 * The input as the tool takes it: numbers are numbers, and what was left empty is left out. A text that was cleared is
 * empty: left out, its default would run instead.
 */
export function formInputOf(fields: readonly ShownField[], typed: TypedValues): InputValues {
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = takenFrom(field, typed[field.key])
      if (value === undefined) return []
      return field.key === '' ? Object.entries(asValues(value)) : [[field.key, value]]
    }),
  )
}

/** What a control holds as a value of the input. */
export function takenFrom(field: ShownField, typed: unknown): unknown {
  switch (field.control) {
    case 'fixed':
      return field.required ? field.schema.const : undefined
    case 'checkbox':
      return typed === true
    case 'multi-select':
      return Array.isArray(typed) && typed.length > 0 ? typed.map(each => choiceOf(field, each)) : emptyList(field)
    case 'date_range': {
      const { start, end } = Object(typed ?? {}) as { start?: string; end?: string }
      return start || end ? { ...(start && { start }), ...(end && { end }) } : undefined
    }
    case 'number':
      return asText(typed).trim() === '' ? undefined : asNumber(asText(typed))
    case 'group':
      return typed === undefined ? undefined : formInputOf(field.fields ?? [], typed as TypedValues)
    case 'list':
      return itemsOf(field, typed)
    case 'variants': {
      const { index, typed: inner } = Object(typed ?? { index: -1 }) as ChosenVariant
      const variant = field.variants?.[index]
      return variant && takenFrom(variant, inner)
    }
    case 'select':
      return asText(typed) === '' ? undefined : choiceOf(field, typed)
    case 'json':
      return asText(typed).trim() === '' ? undefined : asJson(asText(typed))
    default:
      if (asText(typed) === '') return wasCleared(field) ? '' : undefined
      return fitting(asText(typed), field.schema.type)
  }
}

const TEXTS: readonly ShownField['control'][] = ['text', 'textarea', 'code']

/** A form opens with the default of a field, so an empty one was cleared by hand or is empty in an earlier input. */
function wasCleared({ control, required, default: initial, schema: { type = 'string' } }: ShownField): boolean {
  const hadText = typeof initial === 'string' && initial !== ''
  return TEXTS.includes(control) && !required && hadText && [type].flat().includes('string')
}

/** Items that were left empty are left out. */
function itemsOf(field: ShownField, typed: unknown): unknown {
  const { item } = field
  if (item === undefined || !Array.isArray(typed) || typed.length === 0) return emptyList(field)
  return typed.map(each => takenFrom(item, each)).filter(value => value !== undefined)
}

/** A list that has to be there may be empty, where the schema lets it. */
function emptyList({ required, schema: { type, minItems = 0 } }: ShownField): unknown {
  return required && type === 'array' && minItems === 0 ? [] : undefined
}

/** A choice as the schema has it: `3`, not "3". */
function choiceOf({ schema }: ShownField, typed: unknown): unknown {
  const { enum: own, items, oneOf, anyOf } = schema
  const inner = Object(items ?? {}) as { enum?: unknown[]; oneOf?: unknown[]; anyOf?: unknown[] }
  const shapes = [oneOf, anyOf, inner.oneOf, inner.anyOf].flatMap(list => (Array.isArray(list) ? list : []))
  const consts = shapes.map(shape => (Object(shape) as { const?: unknown }).const)
  const known = [...(own ?? []), ...(Array.isArray(inner.enum) ? inner.enum : []), ...consts]
  const found = known.find(value => value !== undefined && String(value) === String(typed))
  return found ?? fitting(asText(typed), schema.type === 'array' ? 'string' : schema.type)
}

/** A text where the schema wants something else: JSON that somebody wrote into a code field. */
function fitting(text: string, type: unknown): unknown {
  if (type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))) return text
  return asJson(text)
}

/** What is not JSON stays as it was typed, for the error to speak of. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** What is no number stays as it was typed, for the error to speak of. */
function asNumber(text: string): unknown {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value)
}

function asValues(value: unknown): InputValues {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as InputValues) : {}
}

/**
 * Whether a form can show all of an input; what it cannot is edited as JSON. Values of secret fields are never there, and
 * the defaults of the schema come back by themselves.
 */
export function canShow(fields: readonly ShownField[], input: InputValues, schema: InputValues): boolean {
  const shown = { ...defaultsIn(schema), ...formInputOf(fields, initialOf(fields, input)) }
  const secret = new Set(fields.filter(({ control }) => control === 'secret').map(({ key }) => key))
  return Object.entries(input).every(([key, value]) => secret.has(key) || isSame(shown[key], value))
}

function defaultsIn({ properties }: InputValues): InputValues {
  const known = Object.entries(asValues(properties)).map(([key, property]) => [key, asValues(property)['default']])
  return Object.fromEntries(known)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return keys.every(key => isSame(Reflect.get(one, key), Reflect.get(other, key)))
}

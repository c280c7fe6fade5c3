import type { ShownField } from '../../../shared/form/field.ts'
import type { InputValues } from '../tool-types.ts'
import { type ChosenVariant, type TypedValues, takenFrom } from './values.ts'

export interface FieldError {
  /** Where it is in the form: `title`, `servers.0.host`. */
  readonly key: string
  readonly label: string
  readonly message: string
}

/** What the form can tell is wrong before anything is sent; the rest the server says. */
export function errorsIn(fields: readonly ShownField[], typed: TypedValues, at = ''): FieldError[] {
  return fields.flatMap(field => errorsOf(field, typed[field.key], fieldPath(at, field.key)))
}

/** Where a part of a form is. */
export function fieldPath(at: string, key: string | number): string {
  if (key === '') return at
  return at === '' ? String(key) : `${at}.${key}`
}

function errorsOf(field: ShownField, typed: unknown, at: string): FieldError[] {
  const message = isBrokenJson(field, typed) ? 'This is not JSON.' : whyNot(field, takenFrom(field, typed))
  const own = message === undefined ? [] : [{ key: at, label: field.label, message }]
  if (typed === undefined) return own
  switch (field.control) {
    case 'group':
      return [...own, ...errorsIn(field.fields ?? [], typed as TypedValues, at)]
    case 'list':
      return [...own, ...itemErrors(field, typed as readonly unknown[], at)]
    case 'variants': {
      const { index, typed: inner } = typed as ChosenVariant
      const variant = field.variants?.[index]
      return variant === undefined ? own : errorsOf({ ...variant, label: field.label }, inner, at)
    }
    default:
      return own
  }
}

/** An empty item is left out, so nothing is wrong with it. */
function itemErrors({ item, label }: ShownField, typed: readonly unknown[], at: string): FieldError[] {
  return typed.flatMap((each, index) => {
    if (item === undefined || takenFrom(item, each) === undefined) return []
    return errorsOf({ ...item, label: `${label} ${index + 1}` }, each, fieldPath(at, index))
  })
}

function isBrokenJson({ control }: ShownField, typed: unknown): boolean {
  if (control !== 'json' || typeof typed !== 'string' || typed.trim() === '') return false
  try {
    JSON.parse(typed)
    return false
  } catch {
    // That it cannot be read is what was asked.
    return true
  }
}

export function whyNot(field: ShownField, value: unknown): string | undefined {
  if (value === undefined) return field.required && field.control !== 'fixed' ? 'It is required.' : undefined
  switch (field.control) {
    case 'number':
      return whyNotNumber(field, value)
    case 'date_range':
      return whyNotRange(field, value)
    case 'select':
      return field.options.length > 0 && !field.options.includes(String(value))
        ? 'It is not one of the choices.'
        : undefined
    case 'list':
    case 'multi-select':
      return whyNotList(field, value)
    case 'json':
      return undefined
    default:
      return typeof value === 'string' ? whyNotText(field, value) : undefined
  }
}

function whyNotNumber({ schema: { type, minimum, maximum } }: ShownField, value: unknown): string | undefined {
  if (typeof value !== 'number') return 'Enter a number.'
  if (type === 'integer' && !Number.isInteger(value)) return 'It must be a whole number.'
  if (minimum !== undefined && value < minimum) return `It must be at least ${minimum}.`
  return maximum !== undefined && value > maximum ? `It must be at most ${maximum}.` : undefined
}

function whyNotRange({ required }: ShownField, value: unknown): string | undefined {
  const { start, end } = Object(value) as { start?: string; end?: string }
  if (required && (start === undefined || end === undefined)) return 'It needs a start and an end.'
  return start !== undefined && end !== undefined && start > end ? 'The end is before the start.' : undefined
}

function whyNotText({ schema: { minLength, maxLength } }: ShownField, value: string): string | undefined {
  if (minLength !== undefined && value.length < minLength) return `It needs at least ${minLength} characters.`
  return maxLength !== undefined && value.length > maxLength ? `It has more than ${maxLength} characters.` : undefined
}

function whyNotList({ schema: { minItems, maxItems } }: ShownField, value: unknown): string | undefined {
  const { length } = value as readonly unknown[]
  if (minItems !== undefined && length < minItems) return `It needs at least ${minItems}.`
  return maxItems !== undefined && length > maxItems ? `It takes at most ${maxItems}.` : undefined
}

/** A JSON input as somebody wrote it. */
export function readJsonError(text: string): { readonly input: InputValues } | { readonly problem: string } {
  try {
    const value = JSON.parse(text.trim() === '' ? '{}' : text) as unknown
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { input: value as InputValues }
    return { problem: 'The input is one JSON object: { … }' }
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` }
  }
}

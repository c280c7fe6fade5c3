import type { Values } from '../types.ts'
import type { ShownField } from './fields.ts'

export interface FieldError {
  readonly key: string
  readonly label: string
  readonly message: string
}

/** What the form can tell is wrong before anything is sent; the rest the server says. */
export function errorsIn(fields: readonly ShownField[], input: Values): FieldError[] {
  return fields.flatMap(field => {
    const message = whyNot(field, input[field.key])
    return message === undefined ? [] : [{ key: field.key, label: field.label, message }]
  })
}

export function whyNot(field: ShownField, value: unknown): string | undefined {
  if (value === undefined) return field.required ? 'It is required.' : undefined
  switch (field.control) {
    case 'number':
      return whyNotNumber(field, value)
    case 'date_range':
      return whyNotRange(field, value)
    case 'select':
      return field.options.length > 0 && !field.options.includes(String(value))
        ? 'It is none of the choices.'
        : undefined
    default:
      return typeof value === 'string' ? whyNotText(field, value) : undefined
  }
}

function whyNotNumber({ schema: { type, minimum, maximum } }: ShownField, value: unknown): string | undefined {
  if (typeof value !== 'number') return 'It is no number.'
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

/** A JSON input as somebody wrote it. */
export function readJson(text: string): { readonly input: Values } | { readonly problem: string } {
  try {
    const value = JSON.parse(text.trim() === '' ? '{}' : text) as unknown
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { input: value as Values }
    return { problem: 'The input is one JSON object: { … }' }
  } catch (error) {
    return { problem: `This is no JSON: ${(error as Error).message}` }
  }
}

import type { Values } from '../types.ts'
import type { ShownField } from './fields.ts'

/** What the controls hold: texts as they were typed, so that nothing is lost while one types. */
export type Typed = Readonly<Record<string, unknown>>

/** A form before anyone touched it: an earlier input where there is one, defaults elsewhere. Secrets start empty. */
export function initialOf(fields: readonly ShownField[], earlier: Values = {}): Typed {
  return Object.fromEntries(fields.map(field => [field.key, typedFrom(field, initial(field, earlier))]))
}

function initial(field: ShownField, earlier: Values): unknown {
  if (field.control === 'secret') return undefined
  return Object.hasOwn(earlier, field.key) ? earlier[field.key] : field.default
}

function typedFrom({ control }: ShownField, value: unknown): unknown {
  switch (control) {
    case 'checkbox':
      return value === true
    case 'multi-select':
      return Array.isArray(value) ? value.map(String) : []
    case 'date_range': {
      const { start, end } = Object(value ?? {}) as { start?: unknown; end?: unknown }
      return { start: asText(start), end: asText(end) }
    }
    default:
      return asText(value)
  }
}

/** The input as the tool takes it: numbers are numbers, and what was left empty is left out. */
export function inputOf(fields: readonly ShownField[], typed: Typed): Values {
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = takenFrom(field, typed[field.key])
      return value === undefined ? [] : [[field.key, value]]
    }),
  )
}

function takenFrom({ control, schema }: ShownField, typed: unknown): unknown {
  switch (control) {
    case 'checkbox':
      return typed === true
    case 'multi-select':
      return Array.isArray(typed) && typed.length > 0 ? typed : undefined
    case 'date_range': {
      const { start, end } = Object(typed ?? {}) as { start?: string; end?: string }
      return start || end ? { ...(start && { start }), ...(end && { end }) } : undefined
    }
    case 'number':
      return asText(typed).trim() === '' ? undefined : asNumber(asText(typed))
    default:
      return asText(typed) === '' ? undefined : fitting(asText(typed), schema.type)
  }
}

/** A text where the schema wants something else: JSON that somebody wrote into a code field. */
function fitting(text: string, type: unknown): unknown {
  if (type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))) return text
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

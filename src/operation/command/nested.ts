import type { OperationInput } from '../input.ts'

/** What an input holds at a place: `server.host`. */
export function inputValueAt(input: OperationInput, [key = '', ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(input, key) ? input[key] : undefined
  if (rest.length === 0) return value
  return isObject(value) ? inputValueAt(value, rest) : undefined
}

/** An input with a value at a place; objects on the way are made. */
export function withValueAt(
  input: OperationInput,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): OperationInput {
  if (rest.length === 0) return { ...input, [key]: value }
  const inner = Object.hasOwn(input, key) ? input[key] : undefined
  return { ...input, [key]: withValueAt(isObject(inner) ? inner : {}, rest, value) }
}

function isObject(value: unknown): value is OperationInput {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

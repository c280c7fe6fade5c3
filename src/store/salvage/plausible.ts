import type { SqlValue } from './read-record.ts'

/** Signs that a value is what Furrow writes, for rows that have no checksum of themselves. */
export function isPlausibleJson(value: SqlValue | undefined): boolean {
  if (typeof value !== 'string') return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

export function isJsonOrNull(value: SqlValue | undefined): boolean {
  return value === null || isPlausibleJson(value)
}

/** The largest time that a date can hold. */
const LAST_MS = 8.64e15

export function isPlausibleTime(value: SqlValue | undefined): boolean {
  return typeof value === 'number' && value >= 0 && value <= LAST_MS
}

export function isCount(value: SqlValue | undefined): boolean {
  return typeof value === 'number' && value >= 0 && value < 2 ** 32
}

export function isHex(value: SqlValue | undefined, length: number): boolean {
  return typeof value === 'string' && value.length === length && /^[0-9a-f]*$/.test(value)
}

import type { Setting } from '../api/types.ts'

/** A value of the configuration as a person types it; lists are separated by commas. */
export function shown(value: Setting['value']): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Where an edit belongs: to your own config when the value stands there, else to the project. */
export function operationFor({ source, key }: Setting): 'config.set' | 'config.set_person' {
  return source === 'person' || key === 'delegate' ? 'config.set_person' : 'config.set'
}

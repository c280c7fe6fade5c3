import type { Home } from './home.ts'

export function readPersonConfig(_home: Home): { values: { delegate?: readonly string[] } } {
  return { values: {} }
}

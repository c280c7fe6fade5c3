import { isRefused } from '../../src/operation/errors.ts'

/** What an act gave, or nothing where it was refused. */
export function accepted<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** The refusal of an act that must be refused. */
export function refusal(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
  throw new Error('nothing was refused')
}

import type { Need } from '../../flows/model.ts'

/** Permissions are asked for above the list. */
export function openNeeds(needs: readonly Need[], away: readonly string[]): Need[] {
  return needs.filter(({ kind, href = '' }) => kind !== 'permission' && !(kind === 'failed' && away.includes(href)))
}

/** What this browser kept; anything else is nothing. */
export function parseDismissed(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}

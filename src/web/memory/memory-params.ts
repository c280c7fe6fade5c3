/** The state of the memory page that its address holds. */
export interface MemorySearch {
  readonly q?: string
  readonly all?: 'on'
  /** The form of a new record is open. */
  readonly new?: 'on'
}

export const RECORD_TABS = ['text', 'history', 'timeline', 'relations'] as const
export type RecordTab = (typeof RECORD_TABS)[number]

export function memorySearch(raw: Record<string, unknown>): MemorySearch {
  const q = typeof raw.q === 'string' && raw.q !== '' ? raw.q : undefined
  return {
    ...(q !== undefined && { q }),
    ...(raw.all === 'on' && { all: 'on' as const }),
    ...(raw.new === 'on' && { new: 'on' as const }),
  }
}

export function recordSearch(raw: Record<string, unknown>): { readonly tab?: RecordTab } {
  const tab = RECORD_TABS.find(one => one === raw.tab)
  return tab === undefined ? {} : { tab }
}

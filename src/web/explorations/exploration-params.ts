/** The state of an exploration's page that its address holds. */
export interface ExplorationSearch {
  readonly tab?: ExplorationTab
}

export const EXPLORATION_TABS = ['work', 'evidence', 'summaries', 'plan', 'brief', 'log'] as const
export type ExplorationTab = (typeof EXPLORATION_TABS)[number]

export function explorationSearch(raw: Record<string, unknown>): ExplorationSearch {
  const tab = EXPLORATION_TABS.find(one => one === raw.tab)
  return tab === undefined ? {} : { tab }
}

/** The state of the list that its address holds. */
export interface ExplorationsSearch {
  /** The dialog that starts one is open. */
  readonly start?: 'on'
}

export function explorationsSearch(raw: Record<string, unknown>): ExplorationsSearch {
  return raw.start === 'on' ? { start: 'on' } : {}
}

/** The state of an exploration's page that its address holds. */
export interface ExplorationSearch {
  readonly tab?: ExplorationTab
}

export const TABS = ['work', 'summaries', 'plan', 'brief', 'log'] as const
export type ExplorationTab = (typeof TABS)[number]

export function explorationSearch(raw: Record<string, unknown>): ExplorationSearch {
  const tab = TABS.find(one => one === raw.tab)
  return tab === undefined ? {} : { tab }
}

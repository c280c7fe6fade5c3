/** The state of the board that its address holds. */
export interface BoardSearch {
  readonly tab?: BoardTab
}

export const BOARD_TABS = ['features', 'ponders', 'investigations', 'feedback', 'milestones', 'escalations'] as const
export type BoardTab = (typeof BOARD_TABS)[number]

/** The state of a feature's page that its address holds. */
export interface FeatureSearch {
  /** The artifact that is open. */
  readonly artifact?: string
}

const NAME = /^[a-z][a-z0-9-]{0,60}$/

export function boardSearch(raw: Record<string, unknown>): BoardSearch {
  const tab = BOARD_TABS.find(one => one === raw.tab)
  return tab === undefined || tab === 'features' ? {} : { tab }
}

export function featureSearch(raw: Record<string, unknown>): FeatureSearch {
  return typeof raw.artifact === 'string' && NAME.test(raw.artifact) ? { artifact: raw.artifact } : {}
}

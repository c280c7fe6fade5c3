/** The state of the page that its address holds. */
export interface SpecsSearch {
  readonly view?: SpecsView
  readonly stage?: string
  readonly round?: string
  /** An id in the text of the stage that is pointed at. */
  readonly at?: string
}

export const VIEWS = ['text', 'gate', 'trace', 'findings'] as const
export type SpecsView = (typeof VIEWS)[number]

export function specsSearch(raw: Record<string, unknown>): SpecsSearch {
  const view = VIEWS.find(one => one === raw.view)
  return {
    ...(view !== undefined && view !== 'text' && { view }),
    ...(typeof raw.stage === 'string' && /^[a-z][a-z-]{0,40}$/.test(raw.stage) && { stage: raw.stage }),
    ...(typeof raw.round === 'string' && /^\d{1,4}$/.test(raw.round) && { round: raw.round }),
    ...(typeof raw.at === 'string' && /^[A-Z]{2,4}-\d{1,6}$/.test(raw.at) && { at: raw.at }),
  }
}

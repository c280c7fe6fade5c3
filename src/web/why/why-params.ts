/** The state of the page that its address holds: what is asked about. */
export interface WhySearch {
  readonly what?: string
}

export function whySearch(raw: Record<string, unknown>): WhySearch {
  return typeof raw.what === 'string' && raw.what.trim() !== '' ? { what: raw.what.slice(0, 1100) } : {}
}

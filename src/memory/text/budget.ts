export type DetailLevel = 'summary' | 'standard' | 'full'

/** What fits into a budget, most relevant first, and how many were left out. The whole answer counts, not each item. */
export interface BudgetedItems<T> {
  readonly items: readonly T[]
  readonly left_out: number
  readonly tokens: number
}

/** A token is about four bytes; every estimate in the product is this one. */
export function tokensOf(text: string): number {
  return Math.max(1, Math.ceil(Buffer.byteLength(text) / 4))
}

/** Headings, the line about what was left out, and the like. */
const FRAME = 30

export function withinBudget<T>(
  items: readonly T[],
  { max, textOf }: { max: number | undefined; textOf: (item: T) => string },
): BudgetedItems<T> {
  const kept: T[] = []
  let tokens = max === undefined ? 0 : FRAME
  for (const item of items) {
    const cost = tokensOf(textOf(item))
    if (max !== undefined && tokens + cost > max) break
    kept.push(item)
    tokens += cost
  }
  return { items: kept, left_out: items.length - kept.length, tokens }
}

const EXCERPT: Readonly<Record<DetailLevel, number>> = { summary: 0, standard: 300, full: Number.POSITIVE_INFINITY }

/** A text at a level of detail; a cut is always marked with what is missing. */
export function excerpt(text: string, level: DetailLevel): string {
  const most = EXCERPT[level]
  if (text.length <= most) return text
  return most === 0 ? '' : `${text.slice(0, most).trimEnd()} ... (${text.length - most} characters more)`
}

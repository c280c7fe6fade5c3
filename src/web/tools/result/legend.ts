import type { Chart } from './shape.ts'

export interface Legend {
  /** Where along the bottom the figures are from; nothing while nobody points anywhere. */
  readonly at: string | undefined
  readonly figures: readonly { readonly label: string; readonly text: string }[]
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 })
const instant = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** The names of the lines with their figures at the place pointed at, or else the latest of each. */
export function legendOf({ x, times, series }: Chart, index: number | undefined): Legend {
  const place = index === undefined ? undefined : x[index]
  return {
    at: place === undefined ? undefined : times ? instant.format(place * 1_000) : number.format(place),
    figures: series.map(({ label, values }) => {
      const value = index === undefined ? values.findLast(each => each !== null) : values[index]
      return { label, text: typeof value === 'number' ? number.format(value) : 'none' }
    }),
  }
}

import type { Output } from '../../api/call.ts'

export type TopicMonths = Output<'memory.topics'>['topics'][number]

/** Every month from the first to the last that has records, at most so many of the newest. */
export function monthsOf(topics: readonly TopicMonths[], most: number): string[] {
  const all = topics.flatMap(({ months }) => months.map(({ month }) => month)).sort()
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return []
  const count = Math.min(most, indexOf(last) - indexOf(first) + 1)
  return Array.from({ length: count }, (_, n) => monthAt(indexOf(last) - count + 1 + n))
}

function indexOf(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return year * 12 + number - 1
}

function monthAt(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** How strong a field is shown, from 0 for nothing to 4 for the fullest month of all topics. */
export function strengthOf(records: number, most: number): number {
  return records === 0 ? 0 : Math.max(1, Math.ceil((records / most) * 4))
}

export function mostIn(topics: readonly TopicMonths[]): number {
  return Math.max(1, ...topics.flatMap(({ months }) => months.map(({ records }) => records)))
}

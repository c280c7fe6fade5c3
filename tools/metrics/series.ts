export type Point = readonly [seconds: number, value: number | null]

export interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly points: readonly Point[]
  /** What its numbers count, where the source says so. */
  readonly unit?: string
}

export interface Shown {
  readonly series: readonly Summary[]
  readonly series_count: number
  readonly truncated: boolean
  /** A column of times and one for each series. */
  readonly chart: {
    readonly columns: readonly string[]
    readonly rows: readonly (readonly (string | number | null)[])[]
    /** Of all of them, where they have the same. */
    readonly unit?: string
  }
}

interface Summary {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly points: number
  readonly last: number | null
  readonly min: number | null
  readonly max: number | null
  readonly avg: number | null
}

const MOST_POINTS = 500

/** The first series, each brought to a number of points that a chart can show. */
export function shownOf(all: readonly Series[], most: number): Shown {
  const kept = all.slice(0, most)
  const names = distinct(kept.map(({ name }) => name))
  const columns = kept.map(({ points }) => new Map(downsample(points, MOST_POINTS)))
  const units = [...new Set(kept.map(({ unit }) => unit))]
  const times = [...new Set(columns.flatMap(points => [...points.keys()]))].sort((a, b) => a - b)
  return {
    series: kept.map((each, index) => ({ ...summaryOf(each), name: names[index] ?? each.name })),
    series_count: all.length,
    truncated: all.length > kept.length,
    chart: {
      columns: ['time', ...names],
      rows: times.map(time => [isoOf(time), ...columns.map(points => points.get(time) ?? null)]),
      ...(units.length === 1 && units[0] !== undefined && { unit: units[0] }),
    },
  }
}

/** The mean of neighbours, at the time of the first of them; what is missing does not count. */
export function downsample(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points]
  const size = Math.ceil(points.length / most)
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => {
    const part = points.slice(index * size, (index + 1) * size)
    return [part[0]?.[0] ?? 0, mean(valuesOf(part))] as const
  })
}

function summaryOf({ name, labels, points }: Series): Summary {
  const values = valuesOf(points)
  const edge = (choose: (a: number, b: number) => number) =>
    values.length === 0 ? null : values.reduce((a, b) => choose(a, b))
  return {
    name,
    labels,
    points: points.length,
    last: values.at(-1) ?? null,
    min: edge(Math.min),
    max: edge(Math.max),
    avg: mean(values),
  }
}

function valuesOf(points: readonly Point[]): number[] {
  return points.flatMap(([, value]) => (value === null ? [] : [value]))
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Two lines of one name could not be told apart. */
function distinct(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter(each => each === name).length
    return before === 0 ? name : `${name} (${before + 1})`
  })
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** `http_requests_total{code="200"}`, as Prometheus writes it. */
export function nameOf({ __name__: name = '', ...labels }: Readonly<Record<string, string>>): string {
  const rest = Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return rest.length === 0 ? name || 'value' : `${name}{${rest.join(', ')}}`
}

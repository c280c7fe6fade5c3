/** A provider behind an address. */
export interface Remote {
  readonly address: string
  readonly key: string
  readonly project?: string | undefined
  readonly environment?: string | undefined
  readonly signal: AbortSignal
  readonly timeoutSeconds: number
}

export function below(address: string, path: string): URL {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url
}

export function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** The list in an answer; without it the answer is none of that provider. */
export function recordsIn(json: unknown, field: string, whose: string): Readonly<Record<string, unknown>>[] {
  const list = recordIn(json)[field]
  if (!Array.isArray(list)) throw new Error(`This is not an answer of ${whose}: there is no list ${field}.`)
  return list.map(recordIn)
}

export function textIn(value: unknown, whose: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Error(`This is not an answer of ${whose}: a flag has no name.`)
}

/** A date as text or as milliseconds. */
export function dateIn<K extends string>(field: K, value: unknown): { [P in K]?: string } {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return (Number.isNaN(time) ? {} : { [field]: new Date(time).toISOString() }) as { [P in K]?: string }
}

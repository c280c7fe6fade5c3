import type { Series } from './series.ts'
import type { Span } from './span.ts'

export interface MetricsQuestion {
  readonly address: string
  readonly query: string
  readonly span: Span
  /** Only the value at the end of the span. */
  readonly instant: boolean
  readonly datasource?: string | undefined
  readonly signal: AbortSignal
  readonly timeoutSeconds: number
}

export interface MetricsAnswer {
  readonly series: readonly Series[]
  readonly warnings: readonly string[]
}

export type Source = (question: MetricsQuestion) => Promise<MetricsAnswer>

/** The address with a path below its own, which a proxy may have given it. */
export function below(address: string, path: string): URL {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url
}

/** An answer that is no such answer is said to be just that. */
export function malformed(whose: string, what: string): Error {
  return new Error(`This is not an answer of ${whose}: ${what}.`)
}

export function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

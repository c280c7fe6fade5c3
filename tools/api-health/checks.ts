import type { Answer } from '../_shared/http.ts'
import { type Drift, driftOf } from './drift.ts'
import { type Latency, latencyOf } from './latency.ts'
import { describedAnswer } from './openapi.ts'
import { Ajv2020 } from './vendor/ajv.js'

export interface Check {
  check: string
  ok: boolean
  says: string
}

export interface Try {
  status?: number
  duration_ms: number
  error?: string
}

/** `200`, `2xx`, or several with commas between. */
export function statusCheck(tries: readonly Try[], expected: string): Check {
  const wanted = expected.split(',').map(each => new RegExp(`^${each.trim().toLowerCase().replaceAll('x', '\\d')}$`))
  const wrong = tries.filter(({ status }) => status === undefined || !wanted.some(each => each.test(String(status))))
  const [first] = wrong
  if (first === undefined)
    return { check: 'status', ok: true, says: `${tries.length} of ${tries.length} answered ${expected}` }
  return {
    check: 'status',
    ok: false,
    says: `${wrong.length} of ${tries.length} did not answer ${expected}: ${first.error ?? first.status}`,
  }
}

export function latencyCheck(latency: Latency | undefined, most: number | undefined): Check[] {
  if (most === undefined || latency === undefined) return []
  return [{ check: 'latency', ok: latency.p95 <= most, says: `p95 is ${latency.p95} ms, at most ${most} ms are fine` }]
}

export function schemaCheck(value: unknown, schema: Record<string, unknown>): Check {
  try {
    const { $schema: _, $id: __, ...rest } = schema
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false })
    const validate = ajv.compile(rest)
    if (validate(value)) return { check: 'schema', ok: true, says: 'the answer fits' }
    const errors = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
    return { check: 'schema', ok: false, says: errors.slice(0, 20).join('; ') }
  } catch (error) {
    return {
      check: 'schema',
      ok: false,
      says: `the schema cannot be used: ${error instanceof Error ? error.message : error}`,
    }
  }
}

interface Described {
  document: unknown
  url: URL
  method: string
  strict: boolean
}

/** Fields that came along break nobody, unless one wants to know of them. */
export function openapiCheck(value: unknown, answer: Answer, { document, url, method, strict }: Described) {
  const found = describedAnswer(document, { url, method, status: answer.status })
  if ('problem' in found) return { check: { check: 'openapi', ok: false, says: found.problem }, drift: [] as Drift[] }
  if (found.schema === undefined)
    return { check: { check: 'openapi', ok: true, says: `${found.at} describes no JSON` }, drift: [] as Drift[] }
  const drift = driftOf(value, found.schema, document)
  const breaking = drift.filter(({ kind }) => strict || kind !== 'extra')
  const says =
    drift.length === 0
      ? `the answer is as ${found.at} says`
      : `${found.at}: ${drift.map(sayDrift).slice(0, 20).join('; ')}`
  return { check: { check: 'openapi', ok: breaking.length === 0, says }, drift }
}

function sayDrift({ path, kind, expected, actual }: Drift): string {
  if (kind === 'missing') return `${path} is missing`
  return kind === 'extra' ? `${path} is new` : `${path} is ${actual}, not ${expected}`
}

export function timesOf(tries: readonly Try[]): Latency | undefined {
  return latencyOf(tries.filter(({ status }) => status !== undefined).map(({ duration_ms }) => duration_ms))
}

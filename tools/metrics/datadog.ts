import { askJson } from '../_shared/http.ts'
import { secret } from '../_shared/secrets.ts'
import type { Point, Series } from './series.ts'
import { below, listIn, malformed, numberIn, recordIn, type Source } from './source.ts'

/** https://docs.datadoghq.com/api/latest/metrics/#query-timeseries-points (v1) */
export const datadog: Source = async ({ address, query, span, instant, signal, timeoutSeconds }) => {
  const url = below(address, '/api/v1/query')
  url.search = new URLSearchParams({ from: String(span.start), to: String(span.end), query }).toString()
  const { json } = await askJson(url, {
    headers: { 'DD-API-KEY': secret('METRICS_API_KEY'), 'DD-APPLICATION-KEY': secret('METRICS_APP_KEY') },
    signal,
    timeoutSeconds,
  })
  const { status, error, series } = recordIn(json)
  if (status === 'error') throw new Error(`Datadog says: ${String(error)}`)
  if (!Array.isArray(series)) throw malformed('Datadog', 'there is no list of series')
  const all = series.map(each => seriesOf(recordIn(each)))
  return { series: instant ? all.map(lastOf) : all, warnings: [] }
}

function seriesOf({
  metric,
  display_name: display,
  scope,
  tag_set: tags,
  pointlist,
  unit,
}: Readonly<Record<string, unknown>>): Series {
  const name = String(display ?? metric ?? 'value')
  const labels = Object.fromEntries(listIn(tags).map(tag => pairOf(String(tag))))
  const shown = typeof scope === 'string' && scope !== '' && scope !== '*' ? `${name}{${scope}}` : name
  const counts = unitOf(listIn(unit)[0])
  return { name: shown, labels, points: listIn(pointlist).map(pointOf), ...(counts !== '' && { unit: counts }) }
}

/** The first of two: what is measured; the second says per what. */
function unitOf(unit: unknown): string {
  const { short_name: short, name } = Object(unit) as Readonly<Record<string, unknown>>
  return String(short ?? name ?? '')
}

function pairOf(tag: string): [string, string] {
  const at = tag.indexOf(':')
  return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)]
}

/** `[milliseconds, value]`. */
function pointOf(pair: unknown): Point {
  const [time, value] = listIn(pair)
  const milliseconds = numberIn(time)
  if (milliseconds === null) throw malformed('Datadog', 'a point has no time')
  return [milliseconds / 1000, numberIn(value)]
}

function lastOf(series: Series): Series {
  return { ...series, points: series.points.filter(([, value]) => value !== null).slice(-1) }
}

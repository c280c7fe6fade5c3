import { askJson } from '../_shared/http.ts'
import { optionalSecret } from '../_shared/secrets.ts'
import { nameOf, type Point, type Series } from './series.ts'
import { below, listIn, malformed, numberIn, recordIn, type Source } from './source.ts'

/** https://prometheus.io/docs/prometheus/latest/querying/api/ (instant queries, range queries) */
export const prometheus: Source = async ({ address, query, span, instant, signal, timeoutSeconds }) => {
  const { start, end, step } = span
  const form = instant ? { query, time: end } : { query, start, end, step }
  const body = new URLSearchParams(Object.entries(form).map(([key, value]) => [key, String(value)])).toString()
  const key = optionalSecret('PROMETHEUS_TOKEN')
  const { json } = await askJson(below(address, instant ? '/api/v1/query' : '/api/v1/query_range'), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(key !== undefined && { authorization: /\s/.test(key) ? key : `Bearer ${key}` }),
    },
    body,
    signal,
    timeoutSeconds,
  })
  const { status, data, error, warnings } = recordIn(json)
  if (status !== 'success')
    throw malformed('Prometheus', typeof error === 'string' ? error : 'it has no status success')
  return { series: seriesIn(recordIn(data)), warnings: listIn(warnings).map(String) }
}

function seriesIn({ resultType, result }: Readonly<Record<string, unknown>>): Series[] {
  switch (resultType) {
    case 'matrix':
      return rowsIn(result).map(({ metric, values }) => seriesOf(metric, listIn(values)))
    case 'vector':
      return rowsIn(result).map(({ metric, value }) => seriesOf(metric, [value]))
    case 'scalar':
      return [seriesOf({}, [result])]
    case 'string':
      throw new Error('The query answers a text; a metric is a number.')
    default:
      throw malformed('Prometheus', `it has no result of the type ${String(resultType)}`)
  }
}

function rowsIn(result: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(result)) throw malformed('Prometheus', 'its result is not a list')
  return result.map(recordIn)
}

function seriesOf(metric: unknown, values: readonly unknown[]): Series {
  const labels = Object.fromEntries(Object.entries(recordIn(metric)).map(([key, value]) => [key, String(value)]))
  return { name: nameOf(labels), labels, points: values.map(pointOf) }
}

/** `[seconds, "value"]`; NaN and the infinities are values there and none in a chart. */
function pointOf(pair: unknown): Point {
  const [time, value] = listIn(pair)
  const seconds = numberIn(time)
  if (seconds === null) throw malformed('Prometheus', 'a point has no time')
  return [seconds, numberIn(value)]
}

import { askJson } from '../_shared/http.ts'
import { secret } from '../_shared/secrets.ts'
import { nameOf, type Point, type Series } from './series.ts'
import { below, listIn, type MetricsQuestion, malformed, numberIn, recordIn, type Source } from './source.ts'

/** https://grafana.com/docs/grafana/latest/developers/http_api/data_source/#query-a-data-source */
export const grafana: Source = async ({ address, signal, timeoutSeconds, ...question }) => {
  const { json } = await askJson(below(address, '/api/ds/query'), {
    method: 'POST',
    headers: headers(),
    body: bodyOf(question),
    signal,
    timeoutSeconds,
  })
  const answer = recordIn(recordIn(recordIn(json)['results'])['A'])
  if (typeof answer['error'] === 'string') throw new Error(`The data source says: ${answer['error']}`)
  if (!Array.isArray(answer['frames'])) throw malformed('Grafana', 'there are no frames for the query')
  return { series: answer['frames'].flatMap(frame => seriesIn(recordIn(frame))), warnings: [] }
}

function headers(): Record<string, string> {
  return { authorization: `Bearer ${secret('METRICS_API_KEY')}` }
}

/** Each kind of data source has its own fields; a query in JSON names them, a plain one is an expression. */
function bodyOf({ query, span, instant, datasource }: Omit<MetricsQuestion, 'address' | 'signal' | 'timeoutSeconds'>) {
  const { start, end, step } = span
  if (datasource === undefined) throw new Error('Grafana needs the uid of a datasource.')
  const own = query.trimStart().startsWith('{') ? fieldsIn(query) : undefined
  return {
    queries: [
      {
        ...(own ?? { expr: query, range: !instant, instant, format: 'time_series' }),
        refId: 'A',
        datasource: { uid: datasource },
        intervalMs: step * 1000,
        maxDataPoints: Math.max(1, Math.ceil((end - start) / step)),
      },
    ],
    from: String(start * 1000),
    to: String(end * 1000),
  }
}

/** A selector like `{job="web"}` begins in the same way and is none. */
function fieldsIn(query: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return recordIn(JSON.parse(query))
  } catch {
    return undefined
  }
}

/** https://grafana.com/developers/dataplane/dataplane-contract: one field of times, the others hold values. */
function seriesIn(frame: Readonly<Record<string, unknown>>): Series[] {
  const { name, fields } = recordIn(frame['schema'])
  const columns = listIn(recordIn(frame['data'])['values']).map(listIn)
  const described = listIn(fields).map(recordIn)
  const at = described.findIndex(({ type }) => type === 'time')
  return described.flatMap((field, index) => {
    if (field['type'] !== 'number') return []
    const labels = Object.fromEntries(
      Object.entries(recordIn(field['labels'])).map(([key, value]) => [key, String(value)]),
    )
    return [{ name: labelOf(field, labels, name), labels, points: pointsOf(columns[at] ?? [], columns[index] ?? []) }]
  })
}

function labelOf(field: Readonly<Record<string, unknown>>, labels: Record<string, string>, frame: unknown): string {
  const shown = recordIn(field['config'])['displayNameFromDS']
  if (typeof shown === 'string' && shown !== '') return shown
  if (Object.keys(labels).length > 0) return nameOf(labels)
  return typeof frame === 'string' && frame !== '' ? frame : String(field['name'] ?? 'value')
}

function pointsOf(times: readonly unknown[], values: readonly unknown[]): Point[] {
  if (times.length !== values.length) throw malformed('Grafana', 'a frame has not as many times as values')
  return times.map((time, index) => [(numberIn(time) ?? 0) / 1000, numberIn(values[index])])
}

import { type Received, startDescribed } from './described.ts'
import { sampleOf } from './sample.ts'
import type { Counterpart, Reply } from './server.ts'

type Fields = Readonly<Record<string, unknown>>

/** Grafana's "query a data source", asked with the token of a service account. */
export function startGrafana(token: string): Promise<Counterpart> {
  return startDescribed({
    providers: ['grafana'],
    answer({ headers, text }, { complaints }): Reply {
      if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { message: 'Unauthorized' } }
      const { queries, from, to } = JSON.parse(text) as { queries: Fields[]; from: string; to: string }
      if (!(Number(from) < Number(to))) complaints.push('from and to are no times in milliseconds')
      if (queries[0]?.['expr'] === 'bad')
        return { body: { results: { A: { error: 'parse error at 1', errorSource: 'downstream', status: 400 } } } }
      return { body: { results: { A: { status: 200, frames: FRAMES } } } }
    },
  })
}

const TIMES = [1_767_225_600_000, 1_767_225_660_000, 1_767_225_720_000]
const time = { name: 'Time', type: 'time', typeInfo: { frame: 'time.Time' } }

const FRAMES = [
  {
    schema: {
      refId: 'A',
      fields: [time, { name: 'Value', type: 'number', labels: { job: 'web' }, config: { displayNameFromDS: 'web' } }],
    },
    data: { values: [TIMES, [1, null, 2]] },
  },
  {
    schema: { refId: 'A', fields: [time, { name: 'Value', type: 'number', labels: { job: 'db' } }] },
    data: { values: [TIMES, [3, 4, 5]] },
  },
]

/** Datadog's "query timeseries points", asked with both keys. */
export function startDatadog({
  METRICS_API_KEY: key,
  METRICS_APP_KEY: app,
}: Record<'METRICS_API_KEY' | 'METRICS_APP_KEY', string>) {
  return startDescribed({
    providers: ['datadog'],
    answer(received, { complaints }): Reply {
      const { query, headers } = received
      if (headers['dd-api-key'] !== key || headers['dd-application-key'] !== app)
        return { status: 403, body: { errors: ['Forbidden'] } }
      if (!(Number(query.get('from')) < Number(query.get('to')))) complaints.push('from and to are no seconds')
      const asked = query.get('query') ?? ''
      if (!/^(?:avg|sum|min|max):[\w.]+\{.*\}/.test(asked))
        return { body: { status: 'error', error: `Error parsing query: ${asked}`, series: [] } }
      return { body: pointsOf(received, asked) }
    },
  })
}

function pointsOf(received: Received, query: string): Fields {
  const [from, to] = ['from', 'to'].map(name => Number(received.query.get(name)) * 1000) as [number, number]
  const series = sampleOf(received, 'MetricsQueryMetadata', {
    metric: 'system.cpu.user',
    display_name: 'system.cpu.user',
    scope: 'host:a',
    tag_set: ['host:a'],
    interval: 60,
    length: 3,
    pointlist: [1, 2, 3].map((value, index) => [from + index * 60_000, value]),
  })
  const times = { from_date: from, to_date: to }
  return { status: 'ok', res_type: 'time_series', query, ...times, series: [series], group_by: ['host'] }
}

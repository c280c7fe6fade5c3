import { type Asked, type Counterpart, startCounterpart } from './server.ts'

type Fields = Readonly<Record<string, unknown>>

const isText = (value: unknown) => typeof value === 'string' && value !== ''

/**
 * Grafana 12's HTTP interface: https://grafana.com/docs/grafana/latest/developers/http_api/data_source/
 * Fields of a query: "Query a data source"; frames: https://grafana.com/developers/dataplane/dataplane-contract
 */
export function startGrafana(token: string): Promise<Counterpart> {
  return startCounterpart((asked, { complaints }) => {
    // "Authentication": a service account's token as a bearer
    if (asked.headers.authorization !== `Bearer ${token}`) return { status: 401, body: { message: 'Unauthorized' } }
    if (asked.path !== '/api/ds/query' || asked.method !== 'POST')
      return { status: 404, body: { message: 'Not found' } }
    const { queries, from, to } = JSON.parse(asked.text) as Fields
    const [query = {}] = Array.isArray(queries) ? (queries as Fields[]) : []
    const { uid } = Object(query['datasource']) as Fields
    const rules: [boolean, string][] = [
      [asked.headers['content-type'] === 'application/json', 'the body is not said to be JSON'],
      [isText(from) && isText(to) && Number(from) < Number(to), 'from and to are no times in milliseconds'],
      [isText(query['refId']), 'a query has no refId'],
      [isText(uid), 'a query has no datasource.uid'],
      [
        Number.isInteger(query['intervalMs']) && Number.isInteger(query['maxDataPoints']),
        'no intervalMs, maxDataPoints',
      ],
    ]
    complaints.push(...rules.filter(([fine]) => !fine).map(([, text]) => text))
    if (query['expr'] === 'bad') return { body: { results: { A: { error: 'parse error at 1', status: 400 } } } }
    return { body: { results: { A: { status: 200, frames: FRAMES } } } }
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

/** Datadog's interface v1: https://docs.datadoghq.com/api/latest/metrics/#query-timeseries-points */
export function startDatadog({
  METRICS_API_KEY: key,
  METRICS_APP_KEY: app,
}: Record<'METRICS_API_KEY' | 'METRICS_APP_KEY', string>) {
  return startCounterpart(({ method, path, query, headers }: Asked, { complaints }) => {
    if (method !== 'GET' || path !== '/api/v1/query') return { status: 404, body: { errors: ['Not found'] } }
    // "Authentication": both keys, as headers
    if (headers['dd-api-key'] !== key || headers['dd-application-key'] !== app)
      return { status: 403, body: { errors: ['Forbidden'] } }
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
    if (!(Number.isInteger(from) && Number.isInteger(to) && from < to)) complaints.push('from and to are no seconds')
    const asked = query.get('query') ?? ''
    if (!/^(?:avg|sum|min|max):[\w.]+\{.*\}/.test(asked))
      return { body: { status: 'error', error: `Error parsing query: ${asked}`, series: [] } }
    const pointlist = [
      [from * 1000, 1],
      [from * 1000 + 60_000, null],
      [from * 1000 + 120_000, 3],
    ]
    const series = {
      metric: 'system.cpu.user',
      display_name: 'system.cpu.user',
      scope: 'host:a',
      tag_set: ['host:a'],
      interval: 60,
      length: 3,
      pointlist,
    }
    return {
      body: {
        status: 'ok',
        res_type: 'time_series',
        query: asked,
        from_date: from * 1000,
        to_date: to * 1000,
        series: [series],
        group_by: ['host'],
      },
    }
  })
}

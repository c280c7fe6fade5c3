import { expect, test } from 'vitest'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { openHttpLab } from '../http.ts'
import { type Lab, openLab } from '../lab.ts'
import { startDatadog, startGrafana } from '../support/counterparts/metrics.ts'
import { freePort } from '../support/counterparts/program.ts'
import { startPrometheus } from '../support/counterparts/prometheus.ts'
import { startCounterpart } from '../support/counterparts/server.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd } from '../support/tools.ts'

interface Shown {
  series: { name: string; last: number; points: number }[]
  chart: { columns: string[]; rows: unknown[][] }
  series_count: number
  step_seconds: number
}

async function ask(lab: Lab, input: Record<string, unknown>) {
  const record = await runToEnd(lab, 'metrics', input)
  return { record, data: record.result?.data as Shown, error: record.result?.error }
}

test('a real Prometheus that watches a target is asked for a range, an instant and nonsense', async () => {
  let visits = 0
  await using target = await startCounterpart(() => {
    visits += 1
    return {
      headers: { 'content-type': 'text/plain' },
      body: `visits_total{page="home"} ${visits}\nvisits_total{page="cart"} 7\n`,
    }
  })
  await using prometheus = await startPrometheus(new URL(target.address).host)
  await using lab = await openLab()
  await addTool(lab, 'metrics', { METRICS_URL: `http://127.0.0.1:${prometheus.port}` })
  const scraped = async () => (await ask(lab, { query: 'visits_total', instant: true })).data?.series_count
  await expect.poll(scraped, { timeout: 60_000 }).toBe(2)
  const now = await ask(lab, { query: 'sum(visits_total{page="cart"})', instant: true })
  expect(now.record).toMatchObject({ status: 'succeeded', result: { render: { kind: 'table' } } })
  expect(now.data.series).toMatchObject([{ last: 7, points: 1 }])
  const over = await ask(lab, { query: 'visits_total', since: '5m', step_seconds: 1 })
  expect(over.data.chart.columns).toEqual(
    expect.arrayContaining(['time', expect.stringMatching(/^visits_total\{.*page="home"/)]),
  )
  expect(over.data.chart.rows.length).toBeGreaterThan(0)
  expect(over.data.chart.rows[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect((await ask(lab, { query: 'visits_total', max_series: 1 })).data).toMatchObject({
    series_count: 2,
    truncated: true,
  })
  const wrong = await ask(lab, { query: 'rate(visits_total' })
  expect(wrong.record.status).toBe('failed')
  expect(wrong.error).toMatch(/400.*parse error/)
  const tool = await lab.call('tool.info', { name: 'metrics' })
  const offered = (tool.result_actions ?? []).filter(({ condition }) => conditionHolds(condition, over.record.result))
  expect(offered.map(({ label }) => label)).toEqual(['Add to feedback'])
})

const KEYS = { METRICS_API_KEY: 'a-key-that-is-long', METRICS_APP_KEY: 'another-key-that-is-long' }

test('Grafana is asked as its interface wants it, and its frames become series', async () => {
  await using grafana = await startGrafana(KEYS.METRICS_API_KEY)
  await using lab = await openLab()
  await addTool(lab, 'metrics', { METRICS_URL: grafana.address, ...KEYS })
  const { data } = await ask(lab, { source: 'grafana', query: 'up', datasource: 'prom-1', since: '1h' })
  expect(grafana.complaints).toEqual([])
  expect(data.series).toMatchObject([
    { name: 'web', last: 2, points: 3 },
    { name: '{job="db"}', last: 5 },
  ])
  const own = await ask(lab, { source: 'grafana', query: '{"queryType": "range", "expr": "up"}', datasource: 'loki-1' })
  expect(own.record.status).toBe('succeeded')
  expect((await ask(lab, { source: 'grafana', query: 'bad', datasource: 'prom-1' })).error).toMatch(
    /data source says: parse/,
  )
  expect((await ask(lab, { source: 'grafana', query: 'up' })).error).toMatch(/needs the uid/)
  expect(grafana.complaints).toEqual([])
})

test('Datadog is asked as its interface wants it', async () => {
  await using datadog = await startDatadog(KEYS)
  await using lab = await openLab()
  await addTool(lab, 'metrics', { METRICS_URL: datadog.address, ...KEYS })
  const query = 'avg:system.cpu.user{*} by {host}'
  const { data } = await ask(lab, { source: 'datadog', query, range: { start: '2026-01-01', end: '2026-01-02' } })
  expect(datadog.complaints).toEqual([])
  expect(data.series).toMatchObject([{ name: 'system.cpu.user{host:a}', last: 3, points: 3 }])
  expect((await ask(lab, { source: 'datadog', query, instant: true })).data.series).toMatchObject([
    { points: 1, last: 3 },
  ])
  expect((await ask(lab, { source: 'datadog', query: 'nonsense' })).error).toMatch(/Datadog says: Error parsing query/)
})

test('a missing address is 422; a missing key, a server that is away, slow, cut or something else is said', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await addTool(lab, 'metrics')
  const refused = await http.ask('POST', '/api/tools/metrics/run', { input: { query: 'up' } })
  expect([refused.status, await refused.json()]).toMatchObject([422, { missing_secrets: ['METRICS_URL'] }])
  await lab.call('secrets.set', { name: 'METRICS_URL', value: `http://127.0.0.1:${await freePort()}` })
  await lab.call('secrets.grant', { name: 'METRICS_URL', tool: 'metrics' })
  const set = (value: string) => lab.call('secrets.set', { name: 'METRICS_URL', value })
  const said = async (input = {}) => (await ask(lab, { query: 'up', ...input })).error
  expect(await said()).toMatch(/nothing listens there/)
  const keyless = { name: 'metrics', input: { query: 'up', source: 'datadog' } }
  expect(await lab.refusal('tool.run', keyless)).toMatchObject({
    details: { missing_secrets: ['METRICS_API_KEY', 'METRICS_APP_KEY'] },
  })
  await using cut = await startCounterpart(() => 'cut')
  await set(cut.address)
  expect(await said()).toMatch(/cannot be reached|not JSON/)
  await using odd = await startCounterpart(({ path }) => ({
    body: path.includes('query_range') ? '<html>' : '{"status":"success"}',
  }))
  await set(odd.address)
  expect(await said()).toMatch(/not JSON/)
  expect(await said({ instant: true })).toMatch(/not an answer of Prometheus/)
  await using away = await startCounterpart(() => ({ status: 401, body: { message: 'no' } }))
  await set(away.address)
  expect(await said()).toMatch(/401.*does not accept the key/)
  expect(await lab.refusal('tool.run', { name: 'metrics', input: { query: 'up', source: 'x' } })).toMatchObject({
    code: 'usage',
  })
})

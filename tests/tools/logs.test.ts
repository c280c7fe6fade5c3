import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { openHttpLab } from '../http.ts'
import { type Lab, openLab } from '../lab.ts'
import { RENDER_KEY, RENDER_SERVICE, startRender } from '../support/counterparts/render.ts'
import { nobody, startCounterpart } from '../support/counterparts/server.ts'
import { addTool } from '../support/shipped.ts'
import { endOf, runToEnd } from '../support/tools.ts'

const line = (minute: number, level: string, text: string) =>
  `2026-01-02T10:${String(minute).padStart(2, '0')}:00Z ${level} ${text}\n`

async function logs(lab: Lab, input: Record<string, unknown>) {
  return (await runToEnd(lab, 'logs', input)).result as { ok: boolean; error?: string; data: Record<string, unknown> }
}

test('files: rotated and packed ones in order, by time, level and words; errors are grouped', async () => {
  await using lab = await openLab()
  await addTool(lab, 'logs')
  fs.mkdirSync(path.join(lab.root, 'logs'))
  fs.writeFileSync(
    path.join(lab.root, 'logs/app.log.2.gz'),
    gzipSync(line(1, 'ERROR', 'order 1 failed') + line(2, 'INFO', 'up')),
  )
  lab.write(
    'logs/app.log.1',
    `${line(10, 'WARN', 'slow')}${line(11, 'ERROR', 'order 2 failed')}    at pay (src/pay.ts:3:7)\n`,
  )
  lab.write('logs/app.log', line(20, 'ERROR', 'order 3 failed') + line(21, 'ERROR', 'disk is full'))
  for (const [index, name] of ['app.log.2.gz', 'app.log.1', 'app.log'].entries())
    fs.utimesSync(path.join(lab.root, 'logs', name), 1000 + index, 1000 + index)
  const all = await logs(lab, { files: 'logs/*.log*' })
  expect(all).toMatchObject({
    ok: true,
    data: { matched: 6, counts: { error: 4, warning: 1, info: 1 }, cut: false },
  })
  expect(all.data['errors']).toMatchObject([{ count: 3, message: 'order 1 failed' }, { count: 1 }])
  const minutes = (all.data['lines'] as string[]).flatMap(text => /T10:(\d\d)/.exec(text)?.[1] ?? [])
  expect(minutes).toEqual(['01', '02', '10', '11', '20', '21'])
  const ranged = { range: { start: '2026-01-02T10:10:00Z', end: '2026-01-02T10:20:30Z' } }
  expect((await logs(lab, { files: 'logs/*.log*', ...ranged, level: 'error' })).data).toMatchObject({
    matched: 2,
    problems: [],
  })
  expect((await logs(lab, { files: 'logs/app.log.1' })).data).toMatchObject({
    problems: [{ file: 'src/pay.ts', line: 3 }],
  })
  expect((await logs(lab, { files: '**/*.log*', grep: 'disk' })).data).toMatchObject({ matched: 1 })
  fs.writeFileSync(path.join(lab.root, 'logs/torn.log.gz'), gzipSync(line(3, 'INFO', 'x').repeat(500)).subarray(0, 60))
  expect((await logs(lab, { files: 'logs/torn.log.gz' })).ok).toBe(true)
  expect((await logs(lab, { files: '/etc/passwd' })).error).toContain('neither in the project nor in /var/log')
  expect((await logs(lab, { since: 'soonish' })).error).toContain('which is no time')
  expect(await lab.call('tool.test', { name: 'logs' })).toMatchObject({ passed: 2, failed: 0 })
})

test('it follows a file while that is written to, and a command, until there is enough', async () => {
  await using lab = await openLab()
  await addTool(lab, 'logs')
  lab.write('logs/app.log', line(1, 'INFO', 'begun'))
  const { interaction_id: id } = await lab.call('tool.run', {
    name: 'logs',
    input: { files: 'logs/app.log', follow: true, follow_seconds: 300, limit: 4 },
  })
  const written = async () =>
    (await lab.call('tool.interaction', { name: 'logs', id })).log.map(({ text }) => text).join()
  await expect.poll(written, { timeout: 60_000 }).toContain('Following')
  const file = path.join(lab.root, 'logs/app.log')
  fs.appendFileSync(file, line(2, 'ERROR', 'one') + line(3, 'ERR', 'half of').slice(0, 10))
  fs.appendFileSync(file, line(3, 'ERR', 'half of').slice(10))
  await expect.poll(written, { timeout: 60_000 }).toContain('half of')
  // Begun anew, as rotation does it.
  fs.writeFileSync(file, line(4, 'INFO', 'new'))
  expect((await endOf(lab, 'logs', id)).result).toMatchObject({ ok: true, data: { matched: 4, cut: true } })
  const command = 'i=0; while :; do i=$((i+1)); echo "ERROR number $i"; done'
  expect(await logs(lab, { source: 'command', command, limit: 50 })).toMatchObject({ data: { matched: 50, cut: true } })
})

test('an HTTP log API: pages by cursor, its own names, and every way to fail', async () => {
  const pages: Record<string, unknown> = {
    '': { data: { rows: [{ at: 1767348000, body: 'up', sev: 'INFO' }], next: 'two' } },
    two: { data: { rows: [{ at: 1767348060, body: 'order 5 failed', sev: 'ERROR' }] } },
  }
  let mode: 'fine' | 'broken' | 'hang' | 'huge' | 'other' = 'fine'
  await using api = await startCounterpart((asked, { complaints }) => {
    if (asked.headers.authorization !== 'Bearer a-key-of-some-length')
      return { status: 401, body: { error: 'no such key' } }
    for (const name of ['from', 'to']) if (!/^\d{10}$/.test(asked.query.get(name) ?? '')) complaints.push(`odd ${name}`)
    if (mode === 'hang') return 'hang'
    if (mode === 'huge') return { body: `[${'"x",'.repeat(9 * 2 ** 20)}"x"]` }
    if (mode === 'broken') return { body: '<html>proxy</html>' }
    return { body: mode === 'other' ? { a: 1 } : pages[asked.query.get('page') ?? ''] }
  })
  await using http = await openHttpLab()
  const { lab } = http
  await lab.call('tool.add', { name: 'logs' })
  await addSecrets(lab, {})
  const input = {
    source: 'http',
    range: { start: '2026-01-02', end: '2026-01-02' },
    timeout_seconds: 1,
    mapping: {
      items: 'data.rows',
      time: 'at',
      message: 'body',
      level: 'sev',
      start_param: 'from',
      end_param: 'to',
      time_format: 'seconds',
      cursor: 'data.next',
      cursor_param: 'page',
    },
  }
  const refused = await http.ask('POST', '/api/tools/logs/run', { input })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ missing_secrets: ['LOGS_API_URL'] })
  await addSecrets(lab, { LOGS_API_URL: `${api.address}/logs`, LOGS_API_KEY: 'a-key-of-some-length' })
  const found = await logs(lab, input)
  expect(found).toMatchObject({ ok: true, data: { matched: 2, counts: { error: 1, info: 1 } } })
  expect(api.complaints).toEqual([])
  const { result_actions: actions = [] } = await lab.call('tool.info', { name: 'logs' })
  expect(actions.filter(({ condition }) => conditionHolds(condition, found)).map(({ label }) => label)).toEqual([
    'Investigate errors',
  ])
  const failing = async (now: typeof mode) => {
    mode = now
    return (await logs(lab, input)).error
  }
  expect(await failing('broken')).toContain('something that is not JSON: proxy')
  expect(await failing('other')).toContain('no list of entries at data.rows')
  expect(await failing('hang')).toContain('did not answer within 1 s')
  mode = 'huge'
  expect((await logs(lab, { ...input, timeout_seconds: 60 })).error).toContain('longer than 32 MiB')
  await lab.call('secrets.set', { name: 'LOGS_API_KEY', value: 'another-key-of-some-length' })
  expect(await failing('fine')).toContain('answered 401: it does not accept the key (no such key)')
  await lab.call('secrets.set', { name: 'LOGS_API_URL', value: await nobody() })
  expect(await failing('fine')).toContain('nothing listens there')
})

test('Render: pages by time, each entry once, levels from its labels', async () => {
  const at = (minute: number) => `2026-01-02T10:${String(minute).padStart(2, '0')}:00Z`
  const entries = Array.from({ length: 8 }, (_, index) => ({
    timestamp: at(index),
    message: `request ${index} ${index % 2 === 0 ? 'failed' : 'served'}`,
    level: index % 2 === 0 ? 'error' : 'info',
  }))
  await using render = await startRender({ logs: entries })
  await using lab = await openLab()
  await addTool(lab, 'logs', {
    RENDER_API_KEY: RENDER_KEY,
    RENDER_OWNER_ID: 'tea-1234567890',
    RENDER_API_URL: `${render.address}/v1`,
  })
  const input = { source: 'render', service: RENDER_SERVICE, range: { start: at(1), end: at(6) } }
  expect((await logs(lab, input)).data).toMatchObject({
    matched: 6,
    counts: { error: 3, info: 3 },
    errors: [{ count: 3 }],
  })
  expect(render.complaints).toEqual([])
  expect(await lab.refusal('tool.run', { name: 'logs', input: { source: 'render' } })).toMatchObject({
    details: { missing_secrets: ['RENDER_SERVICE_ID'] },
  })
})

async function addSecrets(lab: Lab, values: Readonly<Record<string, string>>): Promise<void> {
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  for (const [name, value] of Object.entries(values)) {
    await lab.call('secrets.set', { name, value })
    await lab.call('secrets.grant', { name, tool: 'logs' })
  }
}

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openHttpLab } from '../http.ts'
import { openLab, person } from '../lab.ts'
import { connectStdio } from '../support/mcp.ts'
import { bareTool, DEPLOY, endOf, runToEnd, trust, trustedTool, writeTool } from '../support/tools.ts'

const { name: _, ...deployMeta } = DEPLOY

test('the deploy example asks for its two secrets with 422, before anything is started, and then streams', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  const run = `print({ type: 'log', level: 'stdout', line: 'key has ' + process.env.RENDER_API_KEY.length })
    print({ type: 'log', level: 'stdout', line: process.env.RENDER_API_KEY })
    print({ type: 'result', ok: true, data: { deploy_id: 'dep_1', url: 'https://' + process.env.RENDER_SERVICE_ID } })`
  await trustedTool(lab, 'deploy', deployMeta as never, run)
  const input = { environment: 'staging' }
  const refused = await http.ask('POST', '/api/tools/deploy/run', { input })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ missing_secrets: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'] })
  expect(await (await http.ask('GET', '/api/tools/deploy')).json()).toMatchObject({
    built_in: false,
    missing_secrets: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'],
  })
  const key = 'rnd_averysecretkey123456'
  await lab.call('secrets.set', { name: 'RENDER_API_KEY', value: key })
  await lab.call('secrets.set', { name: 'RENDER_SERVICE_ID', value: 'srv-0123456789abc' })
  const ungranted = await http.ask('POST', '/api/tools/deploy/run', { input })
  expect(ungranted.status).toBe(422)
  expect(await ungranted.json()).toMatchObject({ missing_grants: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'] })
  for (const name of ['RENDER_API_KEY', 'RENDER_SERVICE_ID']) await lab.call('secrets.grant', { name, tool: 'deploy' })
  const started = await http.ask('POST', '/api/tools/deploy/run', { input })
  expect(started.status).toBe(202)
  const { interaction_id: id, events } = (await started.json()) as { interaction_id: string; events: string }
  expect(started.headers.get('x-interaction-id')).toBe(id)
  const stream = await (await http.ask('GET', events)).text()
  expect(stream).toContain(`key has ${key.length}`)
  const record = await endOf(lab, 'deploy', id)
  expect(record).toMatchObject({
    status: 'succeeded',
    result: { ok: true, data: { deploy_id: 'dep_1', url: 'https://***' } },
  })
  const files = fs.readdirSync(path.join(lab.root, '.sdlc'), { recursive: true, encoding: 'utf8' })
  const texts = files.map(file => path.join(lab.root, '.sdlc', file)).filter(file => fs.statSync(file).isFile())
  expect([stream, ...texts.map(file => fs.readFileSync(file, 'utf8'))].filter(text => text.includes(key))).toEqual([])
})

test('X11 a byte changed after the grant, or a clone, has no grant; nothing is started', async () => {
  await using lab = await openLab()
  const meta = { secrets: [{ env_var: 'API_KEY', description: 'k', required: true }] }
  await trustedTool(lab, 'use', meta, 'print({ ok: true, data: process.env.API_KEY.length })')
  await lab.call('secrets.set', { name: 'API_KEY', value: 'a long secret value' })
  await lab.call('secrets.grant', { name: 'API_KEY', tool: 'use' })
  expect((await runToEnd(lab, 'use')).result).toEqual({ ok: true, data: 19 })
  await lab.call('tool.clone', { name: 'use', new_name: 'use-two' })
  lab.write('.sdlc/tools/use/more.ts', '// one more byte')
  await trust(lab)
  for (const name of ['use', 'use-two'])
    expect(await lab.refusal('tool.run', { name })).toMatchObject({
      code: 'missing_grants',
      details: { missing_grants: ['API_KEY'] },
    })
})

test('X10 a tool has the allowed variables, its own and the granted secrets, and nothing of the server', async () => {
  await using lab = await openLab()
  await using other = await openLab({ root: lab.root, env: { ...lab.env, SERVER_TOKEN: 'only the server knows' } })
  writeTool(lab, 'env', bareTool({}, 'print({ ok: true, data: Object.keys(process.env).sort() })'))
  await trust(other)
  const allowed = ['HOME', 'LANG', 'PATH', 'PWD', 'SDLC_ROOT', 'TMPDIR', 'TZ', 'SHLVL', '_', 'OLDPWD']
  for (const door of ['cli', 'http', 'http'] as const) {
    const { interaction_id: id } = await other.call('tool.run', { name: 'env' }, { ...person, door })
    const names = (await endOf(other, 'env', id)).result?.data as string[]
    expect(names.filter(name => !allowed.includes(name) && !name.startsWith('FURROW_'))).toEqual([])
    expect(names).toContain('FURROW_RUN_ID')
  }
})

test('a stream is taken up again after the last line that was seen', async () => {
  await using http = await openHttpLab()
  await trustedTool(
    http.lab,
    'say',
    { streaming: true },
    `for (const n of [1, 2, 3]) console.log('line ' + n); print({ type: 'result', ok: true })`,
  )
  const direct = await http.ask('POST', '/api/tools/say/run', {}, { Accept: 'text/event-stream' })
  expect(direct.headers.get('content-type')).toContain('text/event-stream')
  const all = await direct.text()
  expect(all).toContain('line 1')
  const id = direct.headers.get('x-interaction-id') ?? ''
  const rest = await (
    await http.ask('GET', `/api/interactions/${id}/events`, undefined, { 'Last-Event-ID': '2' })
  ).text()
  expect(rest).not.toContain('line 2')
  expect(rest).toContain('line 3')
  expect(rest).toContain('event: end')
})

test('a stream carries the events of a tool with their types, and an attachment is there as soon as its event is', async () => {
  await using http = await openHttpLab()
  const code = `print({ type: 'progress', message: 'half', percent: 50 })
    print({ type: 'log', level: 'stderr', line: 'careful' })
    print({ type: 'attachment', kind: 'report', name: 'all.html', base64: Buffer.from('<p>hi').toString('base64') })
    const go = setInterval(() => fs.existsSync('go') && (clearInterval(go), print({ type: 'result', ok: true, data: 1 })), 5)`
  await trustedTool(http.lab, 'say', { streaming: true }, code)
  const started = await http.ask('POST', '/api/tools/say/run', {})
  const { interaction_id: id } = (await started.json()) as { interaction_id: string }
  const path = `/api/runs/${id}/attachments/all.html`
  await expect.poll(async () => (await http.ask('GET', path)).status, { timeout: 60_000 }).toBe(200)
  const file = await http.ask('GET', path)
  expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    'text/html; charset=utf-8',
    'attachment; filename="all.html"',
  ])
  expect((await http.ask('GET', `/api/runs/${id}/attachments/other.html`)).status).toBe(404)
  http.lab.write('go', '')
  const text = await (await http.ask('GET', `/api/interactions/${id}/events?as=events`)).text()
  const events = [...text.matchAll(/event: (\w+)\ndata: (.*)/g)].map(([, name, data]) => ({
    name,
    ...JSON.parse(data ?? ''),
  }))
  const place = { n: expect.any(Number), t: expect.any(Number) }
  expect(events).toEqual(
    expect.arrayContaining([
      { name: 'progress', type: 'progress', message: 'half', percent: 50, ...place },
      { name: 'log', type: 'log', level: 'stderr', line: 'careful', ...place },
      expect.objectContaining({ type: 'attachment', media_type: 'text/html; charset=utf-8', kind: 'report', ...place }),
    ]),
  )
  expect(events.slice(-2)).toMatchObject([
    { name: 'result', ok: true, data: 1 },
    { name: 'end', status: 'succeeded' },
  ])
  expect((await http.ask('GET', `/api/interactions/${id}/events?as=tea`)).status).toBe(400)
})

test('tools called build and plan are ordinary names', async () => {
  await using http = await openHttpLab()
  for (const name of ['build', 'plan', 'sync', 'update']) writeTool(http.lab, name, bareTool({}, 'print({ ok: true })'))
  await trust(http.lab)
  for (const name of ['build', 'plan']) {
    expect((await http.ask('GET', `/api/tools/${name}`)).status).toBe(200)
    expect(await (await http.ask('POST', `/api/tools/${name}/run`, { wait: 300 })).json()).toMatchObject({ ok: true })
  }
  expect((await http.ask('POST', '/api/tools/sync', {})).status).toBe(200)
})

test('an agent has every trusted tool as its own, with schema, annotations, progress and a capped result', async () => {
  await using lab = await openLab()
  const input_schema = { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] }
  const run = `print({ type: 'progress', message: 'half', percent: 50 })
    setTimeout(() => print({ type: 'result', ok: input.size > 0, data: 'x'.repeat(input.size) }), 200)`
  await trustedTool(
    lab,
    'make-text',
    { streaming: true, effect: 'read', input_schema, description: 'Makes a text.' },
    run,
  )
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const { tools } = await mcp.client.listTools()
  const listed = tools.find(({ name }) => name === 'tool_make_text')
  expect(listed).toMatchObject({ description: 'Makes a text.', annotations: { readOnlyHint: true } })
  expect(listed?.inputSchema.properties).toHaveProperty('size')
  const heard: unknown[] = []
  const answer = await mcp.client.callTool(
    { name: 'tool_make_text', arguments: { size: 100_000, wait: 300 } },
    { onprogress: step => heard.push(step.message) },
  )
  expect(answer.structuredContent).toMatchObject({ ok: true, cut: true, status: 'succeeded' })
  expect(JSON.stringify(answer.structuredContent).length).toBeLessThan(60_000)
  expect(heard).toContain('half (50%)')
  const empty = { name: 'make-text', input: { size: 0 }, wait: 300 }
  const failed = await mcp.client.callTool({ name: 'tool_run', arguments: empty })
  expect(failed).toMatchObject({ isError: true, structuredContent: { ok: false, tool_name: 'make-text' } })
  const wrong = await mcp.client.callTool({ name: 'tool_make_text', arguments: {} })
  expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: 'usage', target: 'size' } } })
})

test('what is not to be kept is nowhere on disk, and is there until its owner ends', async () => {
  await using lab = await openLab()
  await trustedTool(
    lab,
    'private',
    { persist_interactions: false, streaming: true },
    `console.log('words'); print({ type: 'result', ok: true, data: 'secret-ish' })`,
  )
  const record = await runToEnd(lab, 'private')
  expect(record.result).toEqual({ ok: true, data: 'secret-ish' })
  expect(lab.list('.sdlc/tool-interactions')).toEqual([])
  const { interactions } = await lab.call('tool.interactions', { name: 'private' })
  expect(interactions.map(({ id }) => id)).toEqual([record.id])
  await lab.app[Symbol.asyncDispose]()
  await using again = await openLab({ root: lab.root, env: lab.env })
  expect((await again.call('tool.interactions', { name: 'private' })).interactions).toEqual([])
})

test('old interactions are cleared away with their logs; pinned ones stay', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'tools:\n  interaction_retention: 2\n')
  await trustedTool(lab, 'say', { streaming: true }, `print({ type: 'result', ok: true })`)
  const first = await runToEnd(lab, 'say')
  await lab.call('tool.pin', { id: first.id })
  const ids = [first.id]
  for (let round = 0; round < 4; round += 1) ids.push((await runToEnd(lab, 'say')).id)
  const kept = async () =>
    (await lab.call('tool.interactions', { name: 'say' })).interactions.map(({ id }) => id).sort()
  await expect.poll(kept).toEqual([first.id, ...ids.slice(-2)].sort())
  expect(lab.list('.sdlc/tool-interactions/say').filter(name => name.endsWith('.log'))).toHaveLength(3)
})

test('secret fields of a form reach the tool and are stored nowhere', async () => {
  await using lab = await openLab()
  const form_layout = [{ key: 'password', type: 'text' as const, secret: true }]
  await trustedTool(
    lab,
    'login',
    { form_layout },
    'print({ ok: true, data: { length: input.password.length, said: input.password } })',
  )
  const record = await runToEnd(lab, 'login', { user: 'ann', password: 'correct horse battery' })
  expect(record).toMatchObject({ input: { user: 'ann' }, result: { data: { length: 21, said: '***' } } })
  expect(lab.read(`.sdlc/tool-interactions/login/${record.id}.yaml`)).not.toContain('correct horse')
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type HttpLab, openHttpLab } from '../http.ts'
import { type Lab, openLab } from '../lab.ts'
import { runCli, runTty } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'
import { bareTool, DEPLOY, endOf, trust, writeTool } from '../support/tools.ts'

const KEY = 'rnd_0123456789abcdef'
const SERVICE = 'srv-fedcba9876543210'

/** Leaves a mark when it runs, and says what it was given in every way it can. */
const CODE = `
  fs.appendFileSync(process.env.SDLC_ROOT + '/ran', 'x')
  const key = process.env.RENDER_API_KEY
  print({ type: 'log', level: 'stdout', line: 'key ' + key + ' ' + Buffer.from(key).toString('base64') })
  print({ type: 'result', ok: true, data: { key, others: Object.keys(process.env).sort() } })
`

async function deployable(lab: Lab): Promise<void> {
  writeTool(lab, 'deploy', bareTool(DEPLOY, CODE))
  await trust(lab)
}

async function keyed(lab: Lab): Promise<void> {
  await lab.call('secrets.set', { name: 'RENDER_API_KEY', value: KEY })
  await lab.call('secrets.set', { name: 'RENDER_SERVICE_ID', value: SERVICE })
}

async function granted(lab: Lab): Promise<void> {
  for (const name of ['RENDER_API_KEY', 'RENDER_SERVICE_ID']) await lab.call('secrets.grant', { name, tool: 'deploy' })
}

const ran = (lab: Lab) => lab.list('.').includes('ran')
const input = { environment: 'staging' }
const askRun = (http: HttpLab, tool = 'deploy') => http.ask('POST', `/api/tools/${tool}/run`, { input })

test('X11: without its secrets a tool answers 422 and names them, through every door, and nothing runs', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await deployable(lab)
  const response = await askRun(http)
  expect(response.status).toBe(422)
  const missing = { missing_secrets: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'], missing_grants: [] }
  expect(await response.json()).toMatchObject({ code: 'missing_secrets', details: missing })
  expect(await (await http.ask('GET', '/api/tools/deploy')).json()).toMatchObject(missing)
  const cli = await runCli(lab, ['tool', 'run', 'deploy', '--input', JSON.stringify(input)])
  expect([cli.code, cli.stderr]).toEqual([7, expect.stringContaining('furrow secrets set RENDER_API_KEY')])
  await using mcp = await connectStdio(lab, { era: '2026-07-28' })
  const answer = await mcp.client.callTool({ name: 'tool_run', arguments: { name: 'deploy', input } })
  expect(answer).toMatchObject({ isError: true, structuredContent: { error: { details: missing } } })
  expect(ran(lab)).toBe(false)
})

test('X11: set but not granted, changed by one byte after the grant, or a clone: 422 and nothing runs', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await deployable(lab)
  await keyed(lab)
  const ungranted = { code: 'missing_grants', details: { missing_grants: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'] } }
  expect(await (await askRun(http)).json()).toMatchObject(ungranted)
  await granted(lab)
  fs.appendFileSync(path.join(lab.root, '.sdlc/tools/deploy/tool.ts'), '\n')
  await trust(lab)
  expect(await (await askRun(http)).json()).toMatchObject(ungranted)
  await granted(lab)
  fs.cpSync(path.join(lab.root, '.sdlc/tools/deploy'), path.join(lab.root, '.sdlc/tools/copy'), { recursive: true })
  await trust(lab)
  const clone = await askRun(http, 'copy')
  expect([clone.status, await clone.json()]).toMatchObject([422, ungranted])
  expect(ran(lab)).toBe(false)
})

test('X10: a granted value reaches the child alone, and is masked in everything it says', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await deployable(lab)
  await keyed(lab)
  await granted(lab)
  const response = await askRun(http)
  expect(response.status).toBe(202)
  const { interaction_id: id } = (await response.json()) as { interaction_id: string }
  const record = await endOf(lab, 'deploy', id)
  expect(record).toMatchObject({ status: 'succeeded' })
  const { others } = (record.result?.data ?? {}) as { others: string[] }
  expect(others).toEqual(expect.arrayContaining(['RENDER_API_KEY', 'RENDER_SERVICE_ID', 'SDLC_ROOT']))
  const shown = await Promise.all(
    ['/api/secrets', '/api/tools/deploy', `/api/tools/deploy/interactions/${id}`, `/api/runs/${id}/log`].map(async at =>
      (await http.ask('GET', at)).text(),
    ),
  )
  for (const text of [...shown, ...filesBelow(lab.home), ...filesBelow(lab.root), ...http.log])
    for (const form of [KEY, SERVICE, Buffer.from(KEY).toString('base64')]) expect(text.includes(form)).toBe(false)
  const { secrets } = await lab.call('secrets.list', {})
  expect(secrets[0]?.scopes[0]?.last_used).toMatchObject({ tool: 'deploy' })
})

test('a scope that is templated from the input takes that value, and no other stands in', async () => {
  await using lab = await openLab()
  const secrets = [{ env_var: 'API_KEY', description: 'Key', required: true, scope: '{{input.environment}}' }]
  const print = 'print({ ok: true, data: { length: process.env.API_KEY.length } })'
  writeTool(lab, 'scoped', bareTool({ secrets }, print))
  await trust(lab)
  await lab.call('secrets.set', { name: 'API_KEY', value: 'for staging', scope: 'staging' })
  await lab.call('secrets.grant', { name: 'API_KEY', tool: 'scoped' })
  const { interaction_id: id } = await lab.call('tool.run', { name: 'scoped', input })
  expect((await endOf(lab, 'scoped', id)).result?.data).toEqual({ length: 'for staging'.length })
  for (const environment of ['production', '../staging', ''])
    expect(await lab.refusal('tool.run', { name: 'scoped', input: { environment } })).toMatchObject({
      code: 'missing_secrets',
    })
})

test('a person types a secret at the prompt, unseen', async () => {
  await using lab = await openLab()
  let typed = false
  const { stdout } = await runTty(lab, ['secrets', 'set', 'API_KEY'], {
    watch: (printed, child) => {
      if (typed || !printed.includes('The secret itself')) return
      typed = true
      child.type(`${KEY}\r`)
    },
  })
  expect(stdout).toContain('API_KEY')
  expect(stdout).not.toContain(KEY)
  expect((await lab.call('secrets.list', {})).secrets).toMatchObject([{ name: 'API_KEY' }])
})

test.each([
  ['secrets', 'set', 'API_KEY', KEY],
  ['call', 'secrets.set', '--input', JSON.stringify({ name: 'API_KEY', value: KEY })],
])('%s %s with the value on the command line is refused before anything is done', async (...argv) => {
  await using lab = await openLab()
  const { code, stdout, stderr } = await runCli(lab, argv)
  expect(code).toBe(2)
  expect(stdout + stderr).not.toContain(KEY)
  expect(fs.existsSync(path.join(lab.home, 'secrets'))).toBe(false)
})

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => path.join(folder, file))
    .filter(file => fs.statSync(file).isFile())
    .map(file => fs.readFileSync(file, 'latin1'))
}

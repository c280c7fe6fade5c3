import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { ended, script, setUpAgent } from '../support/agents.ts'
import { runCli } from '../support/cli.ts'
import { serveBuilt } from '../support/serve.ts'
import { bareTool, trust, writeTool } from '../support/tools.ts'

const DECLARED = [
  { env_var: 'SDLC_SERVER_URL', description: 'Where the server is', required: true },
  { env_var: 'SDLC_AGENT_TOKEN', description: 'To call it', required: true },
]

/** Calls each of the routes that it is given with its own token, and leaves the token where a test finds it. */
const CALLS = `
  const url = process.env.SDLC_SERVER_URL ?? '', token = process.env.SDLC_AGENT_TOKEN ?? ''
  if (!url || !token) { print({ ok: false, error: 'no server' }); process.exit(1) }
  fs.writeFileSync('token', Buffer.from(token).map(byte => byte ^ 1))
  console.error('token ' + token + ' at ' + url)
  const ask = async ([method, path, body]: [string, string, unknown]) => {
    const headers = { Authorization: 'Bearer ' + token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const { data, result, error, status, run_id } = await answer.json()
    return { status: answer.status, data, result, error, said: status, run_id }
  }
  Promise.all((input.calls ?? []).map(ask)).then(answers => print({ ok: true, data: { answers, token } }))
`

function tokenIn(root: string): string {
  return Buffer.from(fs.readFileSync(path.join(root, 'token')).map(byte => byte ^ 1)).toString('utf8')
}

async function openCaller(meta: Parameters<typeof bareTool>[0] = { secrets: DECLARED }) {
  const lab = await openLab()
  writeTool(lab, 'caller', bareTool(meta, CALLS))
  writeTool(
    lab,
    'other',
    bareTool({}, `print({ ok: true, data: Object.keys(process.env).filter(name => name.startsWith('SDLC_')) })`),
  )
  await trust(lab)
  return lab
}

async function callFrom(lab: Awaited<ReturnType<typeof openLab>>, calls: unknown[]) {
  const ran = await runCli(lab, ['tool', 'run', 'caller', '--input', JSON.stringify({ calls }), '--json'])
  if (!ran.stdout.includes('"answers"')) throw new Error(JSON.stringify(ran))
  return {
    ...ran,
    answers: JSON.parse(ran.stdout).data?.answers as Record<string, unknown>[],
  }
}

test('a tool that declares the two variables gets them once the token is granted, and the token opens what is listed', async () => {
  await using lab = await openCaller()
  await using server = await serveBuilt(lab)
  const ungranted = await runCli(lab, ['run', 'caller'])
  expect([ungranted.code, ungranted.stderr]).toEqual([7, expect.stringContaining('SDLC_AGENT_TOKEN must be granted')])
  expect(ungranted.stderr).not.toContain('SDLC_SERVER_URL must')
  await lab.call('secrets.grant_all', { tool: 'caller' })
  const { answers, stdout, stderr } = await callFrom(lab, [
    ['GET', '/api/tools'],
    ['GET', '/api/tools/other'],
    ['POST', '/api/tools/other/run', { input: {}, wait: 300 }],
    ['POST', '/api/operations/feature.create', { title: 'x' }],
    ['POST', '/api/trust', {}],
    ['DELETE', '/api/tools/other'],
    ['POST', '/api/tools/other/uploads?file=x'],
    ['POST', '/mcp', {}],
    ['POST', '/api/sign-in/codes', {}],
  ])
  expect(answers.map(answer => answer['status'])).toEqual([200, 200, 200, 403, 403, 403, 403, 403, 403])
  expect(answers[2]?.['data']).toEqual(['SDLC_ROOT'])
  const token = tokenIn(lab.root)
  expect(token).toMatch(/^furrow_run_[\w-]{43}$/)
  expect(stdout + stderr).not.toContain(token)
  const { interactions } = await lab.call('tool.interactions', { name: 'caller' })
  const nested = await lab.call('tool.interactions', { name: 'other' })
  const parent = interactions[0]?.id
  const inner = await lab.call('run.show', { id: nested.interactions[0]?.id ?? '' })
  expect(inner).toMatchObject({ parent, actor: { kind: 'agent', id: `run:${parent}`, door: 'http' } })
  const afterwards = await fetch(`${server.address}/api/tools`, { headers: { Authorization: `Bearer ${token}` } })
  expect(afterwards.status).toBe(401)
  for (const folder of [lab.home, path.join(lab.root, '.sdlc')])
    for (const file of fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(name => path.join(folder, name)))
      if (fs.statSync(file).isFile()) expect([file, fs.readFileSync(file).includes(token)]).toEqual([file, false])
})

test('without a server the tool is not started and says what to start; ready lists it', async () => {
  await using lab = await openCaller()
  const { code, stderr } = await runCli(lab, ['run', 'caller'])
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(/calls Furrow's server, and none is running[\s\S]*furrow serve/),
  ])
  const { steps } = await lab.call('tool.ready', { name: 'caller' })
  expect(steps.filter(({ done }) => !done)).toMatchObject([
    { kind: 'server', command: 'furrow serve' },
    { kind: 'server', command: 'furrow serve' },
  ])
})

test('a tool that declares neither gets neither, until a person grants this very code the token', async () => {
  await using lab = await openCaller({})
  await using _server = await serveBuilt(lab)
  const without = await runCli(lab, ['run', 'caller', '--json'])
  expect(JSON.parse(without.stdout)).toMatchObject({ ok: false, error: 'no server' })
  await lab.call('secrets.grant', { name: 'SDLC_AGENT_TOKEN', tool: 'caller' })
  expect((await callFrom(lab, [['GET', '/api/tools']])).answers).toMatchObject([{ status: 200 }])
  writeTool(lab, 'caller', `${bareTool({}, CALLS)}// edited\n`)
  await trust(lab)
  expect(JSON.parse((await runCli(lab, ['run', 'caller', '--json'])).stdout)).toMatchObject({ error: 'no server' })
})

test('values that a person stored count before those of the server, and take a grant as ever', async () => {
  await using lab = await openCaller()
  await using _server = await serveBuilt(lab)
  await lab.call('secrets.set', { name: 'SDLC_SERVER_URL', value: 'http://127.0.0.1:9' })
  const refused = await lab.refusal('tool.run', { name: 'caller', input: {} })
  expect(refused).toMatchObject({ details: { missing_grants: ['SDLC_SERVER_URL', 'SDLC_AGENT_TOKEN'] } })
})

test('a tool has an agent answer it, and dispatches one per key into a worktree; both are runs inside its own', async () => {
  await using lab = await openCaller({ secrets: DECLARED, timeout_seconds: 300 })
  setUpAgent(lab)
  await using _server = await serveBuilt(lab)
  await lab.call('secrets.grant_all', { tool: 'caller' })
  lab.write('.claude/agents/reviewer.md', 'You review.')
  const waits = script({ ask: { title: 'May I?', kind: 'execute' } }, { say: 'done' })
  const work = { prompt: waits, run_key: 'dev:feature:x', label: 'Advance x', max_turns: 40 }
  const asked = { prompt: script({ say: 'Forty-two.' }), max_turns: 10 }
  const { answers } = await callFrom(lab, [
    ['POST', '/api/tools/agent-call', { ...asked, agent_file: path.join(lab.root, '.claude/agents/reviewer.md') }],
    ['POST', '/api/tools/agent-call', { ...asked, agent_file: '.claude/agents/nobody.md' }],
    ['POST', '/api/tools/agent-dispatch', { prompt: '', run_key: 'x', label: 'x' }],
    ['POST', '/api/tools/agent-dispatch', work],
  ])
  expect(answers).toMatchObject([
    { status: 200, result: 'Forty-two.' },
    { status: 400, error: expect.stringContaining('agent_file') },
    { status: 400, error: expect.stringContaining('prompt') },
    { status: 202, said: 'started' },
  ])
  const again = await callFrom(lab, [['POST', '/api/tools/agent-dispatch', work]])
  expect(again.answers).toMatchObject([{ status: 409 }])
  const run = await lab.call('run.show', { id: String(answers[3]?.['run_id']) })
  expect(run).toMatchObject({
    label: 'Advance x',
    agent: { key: 'dispatch:dev:feature:x', profile: 'write', attended: true },
  })
  const called = await lab.call('run.show', { id: String(answers[0]?.['run_id']) })
  expect(called.agent?.prompt).toMatch(/^You review\./)
  await lab.call('agent.stop', { id: run.id })
  await ended(lab, run)
})

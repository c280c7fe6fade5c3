import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentAnswer } from '../../src/agents/launch.ts'
import { createApp } from '../../src/app/app.ts'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { agent, type Lab, openLab, person } from '../lab.ts'
import { ended, eventsOf, saidIn, script, setUpAgent, startAgent, until, waiting } from '../support/agents.ts'
import { type Served, serveBuilt } from '../support/serve.ts'

const ASK_EDIT = { ask: { title: 'Edit a.txt', kind: 'edit', paths: ['a.txt'], rawInput: { path: 'a.txt' } } }

/** The process that owns a run. */
function ownerOf(lab: Lab, id: string): number {
  return lab.app.store.leases.find(id)?.pid ?? 0
}

function isAlive(pid: number): boolean {
  return fs.existsSync(`/proc/${pid}/stat`)
}

test('an agent answers a prompt, and what it said and did is kept in order', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const run = await startAgent(lab, [
    { think: 'Let me see.' },
    { plan: ['Look', 'Answer'] },
    { tool: { toolCallId: 'one', title: 'Look around', kind: 'read', status: 'in_progress' } },
    { done: 'one' },
    { usage: { used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } } },
    { say: 'It is ' },
    { say: 'the cookie.' },
  ])
  const over = await ended(lab, run)
  expect(over).toMatchObject({
    kind: 'agent',
    status: 'succeeded',
    detached: true,
    agent: { name: 'scripted', turns: 2, cost: { amount: 0.5 }, stop_reason: 'end_turn', profile: 'read' },
  })
  expect(eventsOf(lab, run).map(({ n, type }) => [n, type])).toEqual(
    ['started', 'thought', 'plan', 'tool', 'tool', 'usage', 'text', 'text', 'ended'].map((type, at) => [at + 1, type]),
  )
  await lab.app.within('test', { actor: person }, async call =>
    expect(await agentAnswer(call, run.id)).toBe('It is the cookie.'),
  )
  const { lines } = await lab.call('run.tail', { id: run.id })
  expect(lines.map(({ text }) => text)).toEqual(['plan: 0 of 2 steps done', 'read: Look around', 'It is the cookie.'])
})

describe('permissions', () => {
  test('a person is asked and allows it; the run waits meanwhile', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const run = await startAgent(lab, [ASK_EDIT, { say: ' done' }], { profile: 'write' })
    const asked = await waiting(lab, run)
    expect(asked).toMatchObject({ tool: 'edit', title: 'Edit a.txt', paths: ['a.txt'], agent: 'scripted' })
    expect(await lab.call('run.show', { id: run.id })).toMatchObject({ status: 'waiting' })
    await lab.call('agent.permit', { id: run.id, answer: 'allow' }, person)
    await ended(lab, run)
    expect(saidIn(lab, run)).toBe('[yes] done')
    expect(eventsOf(lab, run)).toContainEqual(
      expect.objectContaining({ type: 'answered', answer: 'allow', by: 'person' }),
    )
    expect((await lab.call('agent.permissions', {})).permissions).toEqual([])
  })

  test('and denies it; an agent cannot answer', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const run = await startAgent(lab, [ASK_EDIT], { profile: 'write' })
    await waiting(lab, run)
    expect(await lab.refusal('agent.permit', { id: run.id, answer: 'allow' }, agent)).toMatchObject({
      code: 'needs_person',
    })
    await lab.call('agent.permit', { id: run.id, answer: 'deny' }, person)
    await ended(lab, run)
    expect(saidIn(lab, run)).toBe('[no]')
  })

  test('rules decide without asking, the last match, and a repository only makes them stricter', async () => {
    await using lab = await openLab()
    const permissions = [
      { tool: 'edit', action: 'allow' },
      { tool: 'edit', path: 'secret/**', action: 'deny' },
    ]
    setUpAgent(lab, { permissions })
    lab.write(
      '.sdlc/config.yaml',
      'agents:\n  evil: { command: sh }\n  permissions:\n    - { tool: "*", action: allow }\n    - { tool: edit, path: ci/**, action: deny }\n',
    )
    const ask = (file: string, kind = 'edit') => ({ ask: { title: file, kind, paths: [file] } })
    const steps = [ask('a.txt'), ask('secret/b.txt'), ask('ci/c.txt'), ask('d.txt', 'execute')]
    const run = await startAgent(lab, steps, { profile: 'write', unattended: true })
    await ended(lab, run)
    expect(saidIn(lab, run)).toBe('[yes][no][no][no]')
    const { agents, warnings } = await lab.call('agent.list', {})
    expect(agents.map(({ name }) => name)).toEqual(['scripted'])
    expect(warnings).toEqual([expect.stringContaining('agents.evil')])
  })
})

describe('a run that only reads', () => {
  test('cannot write or run anything, by the protocol or with its own hands', async () => {
    await using lab = await openLab()
    setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
    lab.write('a.txt', 'old\n')
    const run = await startAgent(lab, [
      { read: 'a.txt' },
      { write: { path: 'a.txt', content: 'new' } },
      { scribble: { path: 'a.txt', content: 'new' } },
      { terminal: { command: 'touch', args: ['b.txt'] } },
      ASK_EDIT,
      { read: '../outside.txt' },
      { capabilities: true },
    ])
    const over = await ended(lab, run)
    const said = saidIn(lab, run)
    expect(said).toContain('old\n')
    expect(said.match(/refused:/g)?.length).toBe(over.contained === true ? 4 : 3)
    expect(said).toContain('[no]')
    expect(said).toContain('"writeTextFile":false')
    if (over.contained === true) expect(lab.read('a.txt')).toBe('old\n')
    expect(fs.existsSync(path.join(lab.root, 'b.txt'))).toBe(false)
  })
})

describe('stop', () => {
  test('ends the agent and its children, also those that ignore SIGTERM, within the grace period', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const run = await startAgent(
      lab,
      [
        { ignoreTerm: true },
        { deaf: true },
        { spawn: { script: "trap '' TERM; echo up > child; while :; do sleep 1; done", file: 'child' } },
        { say: 'up' },
        { hang: true },
      ],
      { profile: 'write' },
    )
    await until(() => (saidIn(lab, run) === 'up' ? true : undefined), 'the child')
    expect(findByMarker(run.id).length).toBeGreaterThan(1)
    const stopped = await lab.call('agent.stop', { id: run.id }, person)
    expect(stopped).toMatchObject({ status: 'stopped', reason: 'Stopped by person.' })
    expect(findByMarker(run.id)).toEqual([])
    expect(eventsOf(lab, run).at(-1)).toMatchObject({ type: 'ended', status: 'stopped', text: 'up' })
  })

  test('an agent that hears it stops in its own way, and what waited for an answer waits no more', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const run = await startAgent(lab, [ASK_EDIT, { hang: true }], { profile: 'write' })
    await waiting(lab, run)
    await lab.call('agent.stop', { id: run.id }, person)
    expect(await lab.call('run.show', { id: run.id })).toMatchObject({ status: 'stopped' })
    expect((await lab.call('agent.permissions', {})).permissions).toEqual([])
  })
})

test('a killed owner leaves the run interrupted, its events complete, and nothing running', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const run = await startAgent(lab, [
    { spawn: { script: "trap '' TERM; while :; do sleep 1; done" } },
    { say: 'so far' },
    { hang: true },
  ])
  await until(() => (saidIn(lab, run) === 'so far' ? true : undefined), 'its text')
  const owner = ownerOf(lab, run.id)
  process.kill(owner, 'SIGKILL')
  const over = await ended(lab, run)
  expect(over).toMatchObject({ status: 'interrupted' })
  expect(eventsOf(lab, run).map(({ type }) => type)).toEqual(['started', 'text'])
  await until(() => (findByMarker(run.id).length === 0 ? true : undefined), 'the end of its processes')
})

test('whoever started it may end: the run goes on, and is seen again', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const first = createApp({ manifest: lab.app.manifest, root: lab.root, env: lab.env })
  const prompt = script(ASK_EDIT, { say: ' after' })
  const started = await first.call('agent.start', { prompt, profile: 'write' }, { actor: person })
  await first[Symbol.asyncDispose]()
  if (!started.ok) throw new Error(started.error.message)
  const run = started.value as { id: string }
  await waiting(lab, run)
  expect(isAlive(ownerOf(lab, run.id))).toBe(true)
  await lab.call('agent.permit', { id: run.id, answer: 'always' }, person)
  await ended(lab, run)
  expect(saidIn(lab, run)).toBe('[yes-always] after')
})

test('a restart of the server leaves it alone: the next one shows it and takes the answer', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const first = await serveBuilt(lab)
  const started = await asPerson(first, 'agent.start', {
    prompt: script(ASK_EDIT, { say: ' after' }),
    profile: 'write',
  })
  const run = started as { id: string }
  await waiting(lab, run)
  const owner = ownerOf(lab, run.id)
  process.kill(first.pid, 'SIGKILL')
  await first.over
  await using second = await serveBuilt(lab)
  expect(isAlive(owner)).toBe(true)
  expect(await asPerson(second, 'run.show', { id: run.id })).toMatchObject({ status: 'waiting' })
  await asPerson(second, 'agent.permit', { id: run.id, answer: 'allow' })
  expect(await ended(lab, run)).toMatchObject({ status: 'succeeded' })
  expect(saidIn(lab, run)).toMatch(/ after$/)
})

async function asPerson(served: Served, operation: string, input: unknown): Promise<unknown> {
  const response = await fetch(`${served.address}/api/operations/${operation}`, {
    method: 'POST',
    headers: { ...(await served.signIn()), 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  })
  const answer = (await response.json()) as unknown
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300)
  return answer
}

describe('how it may end', () => {
  test.each([
    ['a crash', [{ say: 'x' }, { crash: 3 }], { status: 'failed', exit_code: 3 }],
    ['a refusal', [{ stop: 'refusal' }], { status: 'failed' }],
    ['its own limit', [{ stop: 'max_tokens' }], { status: 'paused' }],
    ['garbage on its output', [{ garbage: 'Welcome! {not json' }, { say: 'fine' }], { status: 'succeeded' }],
    ['a flood', [{ flood: 2000 }], { status: 'succeeded' }],
  ])('%s', async (_, steps, expected) => {
    await using lab = await openLab()
    setUpAgent(lab)
    expect(await ended(lab, await startAgent(lab, steps))).toMatchObject(expected)
  })

  test('a budget of turns and of time ends it', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const turn = (id: string) => [
      { tool: { toolCallId: id, title: 'Look', kind: 'read', status: 'in_progress' } },
      { done: id },
    ]
    const steps = [...turn('1'), ...turn('2'), ...turn('3'), { hang: true }]
    expect(await ended(lab, await startAgent(lab, steps, { turns: 2 }))).toMatchObject({
      status: 'over_budget',
      reason: expect.stringContaining('2 of 2 turns'),
    })
    expect(await ended(lab, await startAgent(lab, [{ hang: true }], { minutes: 0.02 }))).toMatchObject({
      status: 'over_budget',
    })
  })
})

test('a session is gone on with, where the agent keeps sessions', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { args: ['--keeps-sessions'] })
  const first = await ended(lab, await startAgent(lab, [{ say: 'one' }]))
  expect(first.agent).toMatchObject({ resumable: true })
  const second = await lab.call('agent.resume', { id: first.id, prompt: script({ say: 'two' }) }, person)
  const over = await ended(lab, second)
  expect(over.agent).toMatchObject({ resumes: first.id, session_id: first.agent?.session_id })
  expect(saidIn(lab, second)).toBe('two')
})

test('where it keeps none, that is said', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const first = await ended(lab, await startAgent(lab, [{ say: 'one' }]))
  expect(await lab.refusal('agent.resume', { id: first.id })).toMatchObject({ code: 'unsupported' })
})

test('secrets are in nothing that shows the run, in one piece or in two', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { env: { MODEL_KEY: '$OUTER_KEY', PLAIN: 'seen' } })
  await lab.call('secrets.set', { name: 'API_KEY', value: 'correct-horse-battery' }, person)
  const env = { ...lab.env, OUTER_KEY: 'sk-outer-key-1234567' }
  const app = createApp({ manifest: lab.app.manifest, root: lab.root, env })
  const steps = [
    { say: 'correct-horse-' },
    { say: 'battery ' },
    { env: 'MODEL_KEY' },
    { env: 'PLAIN' },
    { stderr: 'correct-horse-battery' },
  ]
  const prompt = `${script(...steps)} correct-horse-battery`
  const started = await app.call('agent.start', { prompt }, { actor: person })
  await app[Symbol.asyncDispose]()
  if (!started.ok) throw new Error(started.error.message)
  const run = started.value as { id: string }
  await ended(lab, run)
  const kept = filesBelow(path.join(lab.root, '.sdlc/.runs')).map(file => fs.readFileSync(file, 'utf8'))
  expect(kept.join('\n')).not.toMatch(/horse-battery|sk-outer/)
  expect(saidIn(lab, run)).toContain('PLAIN=seen')
})

test('inside its run an agent reaches Furrow, and nothing that a person decides', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  await lab.call('secrets.set', { name: 'API_KEY', value: 'correct-horse-battery' }, person)
  const forbidden = forbiddenIn(lab)
  expect(forbidden.length).toBeGreaterThan(15)
  const run = await startAgent(
    lab,
    [
      { mcp: [{ tool: 'mem_save', arguments: { title: 'From a run', content: 'It works.' } }] },
      { mcp: forbidden },
      { peek: path.join(lab.home, 'secrets/identity.txt') },
      { peek: path.join(lab.home, 'token') },
    ],
    { profile: 'write' },
  )
  const over = await ended(lab, run)
  const said = saidIn(lab, run)
  const { hits } = (await lab.call('memory.search', { query: 'from a run' })) as { hits: unknown[] }
  expect(hits).toHaveLength(1)
  const answers = said.split('\n').slice(1, 1 + forbidden.length)
  const codes = answers.map(answer => (JSON.parse(answer) as { error?: { code?: string } }).error?.code)
  expect(codes.filter(code => code !== 'forbidden' && code !== 'protocol')).toEqual([])
  expect(said).not.toContain('AGE-SECRET-KEY')
  if (over.contained === true) expect(said.match(/refused: ENOENT/g)?.length).toBe(2)
  expect((await lab.call('run.list', { kind: 'agent' })).runs).toHaveLength(1)
  expect((await lab.call('request.list', {})).requests).toEqual([])
})

/** Every tool by which an agent could try to decide something, widen what is allowed, read secrets or start agents. */
function forbiddenIn(lab: Lab): { tool: string; arguments: Record<string, unknown> }[] {
  const closed =
    /^(?:secrets|token|trust|request|agent|config)\.|^exploration\.(?:finalize|finish|cleanup|settle|share)$/
  return lab.app.manifest.operations.flatMap(({ name, authority, mcp }) =>
    mcp !== undefined && (authority === 'person' || closed.test(name))
      ? [{ tool: mcp.tool, arguments: { ...(mcp.action !== undefined && { action: mcp.action }) } }]
      : [],
  )
}

test('one run of a key at a time', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const { launchAgent } = await import('../../src/agents/launch.ts')
  const job = {
    key: 'plan:shop',
    kind: 'plan',
    label: 'Plan',
    prompt: script({ hang: true }),
    profile: 'read',
  } as const
  const launch = () => lab.app.within('tool.plan', { actor: person }, call => launchAgent(call, job))
  const run = await launch()
  await expect(launch()).rejects.toMatchObject({ code: 'conflict', details: { run: run.id } })
  await lab.call('agent.stop', { id: run.id }, person)
})

test('without any agent it is said how to set one up', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('agent.start', { prompt: 'x' })).toMatchObject({
    code: 'unsupported',
    fix: expect.stringMatching(/^furrow agent (?:detect|add)/),
  })
})

function filesBelow(folder: string): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const place = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(place) : [place]
  })
}

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BudgetAccount } from '../../src/runs/budget/model.ts'
import { agent, bin, type Lab, openLab, person } from '../lab.ts'
import { ended, eventsOf, saidIn, script, setUpAgent, startAgent, until, waiting } from '../support/agents.ts'
import { runToEnd, trustedTool } from '../support/tools.ts'

const turn = (id: string) => [
  { tool: { toolCallId: id, title: `Look at ${id}`, kind: 'read', status: 'in_progress' } },
  { done: id },
]
const cost = (amount: number, used = 10, currency = 'USD') => ({
  usage: { used, size: 1000, cost: { amount, currency } },
})

async function configure(lab: Lab, keys: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(keys)) await lab.call('config.set_person', { key, value } as never, person)
}

async function accounts(
  lab: Lab,
  wanted: { run?: string; feature?: string; change?: string },
): Promise<BudgetAccount[]> {
  return (await lab.call('budget.show', wanted)).accounts
}

describe('a run ends before the next call', () => {
  test('of its model, when its turns are used', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const steps = [...turn('1'), ...turn('2'), { hang: true }]
    const run = await ended(lab, await startAgent(lab, steps, { turns: 2 }))
    expect(run).toMatchObject({
      status: 'over_budget',
      reason: expect.stringContaining('2 of 2 turns are used'),
      agent: { turns: 2, stop_reason: 'over_budget', used: { turns: 2 }, limits: { turns: 2 } },
    })
  })

  test('many tools at once are one turn', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const call = (id: string) => ({ tool: { toolCallId: id, title: id, kind: 'read', status: 'in_progress' } })
    const steps = [call('a'), call('b'), call('c'), { done: 'a' }, { done: 'c' }, { done: 'b' }, { say: 'Done.' }]
    const run = await ended(lab, await startAgent(lab, steps, { turns: 3 }))
    expect(run).toMatchObject({ status: 'succeeded', agent: { turns: 2, used: { turns: 2 } } })
  })

  test('when its tokens are used', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const usage = (used: number) => ({ usage: { used, size: 1000 } })
    const steps = [{ say: 'a' }, usage(40), ...turn('1'), { say: 'b' }, usage(70), { hang: true }]
    const run = await ended(lab, await startAgent(lab, steps, { tokens: 100 }))
    expect(run).toMatchObject({ status: 'over_budget', agent: { used: { tokens: 110 } } })
  })

  test('when its money is used, which it reports as a total', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const steps = [{ say: 'a' }, cost(0.2), cost(0.3), cost(0.5), { hang: true }]
    const run = await ended(lab, await startAgent(lab, steps, { cost: 0.5 }))
    expect(run).toMatchObject({
      status: 'over_budget',
      reason: expect.stringContaining('0.5 of 0.5 USD'),
      agent: { used: { costs: [{ amount: 0.5, currency: 'USD' }] } },
    })
  })

  test('when it reports its cost in a currency in which the budget cannot be kept', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const run = await ended(lab, await startAgent(lab, [cost(0.1, 10, 'EUR'), { hang: true }], { cost: 5 }))
    expect(run).toMatchObject({ status: 'over_budget', reason: expect.stringContaining('EUR') })
  })

  test('when its time is used', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const run = await ended(lab, await startAgent(lab, [{ hang: true }], { minutes: 0.01 }))
    expect(run).toMatchObject({ status: 'over_budget', reason: expect.stringContaining('of 0.01 minutes') })
  })

  test('while a person is asked, no time is used', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const ask = { ask: { title: 'Edit a.txt', kind: 'edit', paths: ['a.txt'] } }
    const run = await startAgent(lab, [ask], { profile: 'write' })
    await waiting(lab, run)
    const minutes = async () => (await lab.call('run.show', { id: run.id })).agent?.used?.minutes
    const before = await minutes()
    await lab.call('run.wait', { id: run.id, seconds: 3 })
    expect(await minutes()).toBe(before)
    await lab.call('agent.permit', { id: run.id, answer: 'deny' }, person)
    expect(await ended(lab, run)).toMatchObject({ status: 'succeeded' })
  })
})

test('it ends with its own exit code, and the terminal says why', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const argv = [bin, 'agent', 'run', script(...turn('1'), { hang: true }), '--turns', '1']
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd: lab.root, env: lab.env, encoding: 'utf8' })
  expect(stderr).toContain('over budget')
  expect(stderr).toContain('1 of 1 turns')
  expect(status).toBe(9)
})

test('config sets it, a person may allow a run more, an agent only less, and a repository only less', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  lab.write('.sdlc/config.yaml', 'schema_version: 1\nbudget:\n  turns: 40\n  minutes: 999\n')
  const limits = async (more: object, actor = person) =>
    (await ended(lab, await lab.call('agent.start', { prompt: script({ say: 'ok' }), ...more }, actor))).agent?.limits
  expect(await limits({})).toEqual({ turns: 40, minutes: 30, currency: 'USD' })
  expect(await limits({ turns: 70, cost: 2 })).toMatchObject({ turns: 70, minutes: 30, cost: 2 })
  expect(await limits({ turns: 70, minutes: 5 }, agent)).toMatchObject({ turns: 40, minutes: 5 })
})

test('a run of no feature and no change is listed with what it used', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const run = await ended(lab, await startAgent(lab, [...turn('1'), { hang: true }], { turns: 1 }))
  expect(await accounts(lab, {})).toMatchObject([{ kind: 'run', id: run.id, used: { turns: 1 } }])
  const { id: feature } = await lab.call('feature.create', { title: 'Sign in' })
  await ended(lab, await startAgent(lab, [{ say: 'a' }], { feature }))
  expect((await accounts(lab, {})).map(({ id }) => id)).toEqual([feature, run.id])
})

describe('a feature', () => {
  test('has one budget for all its runs, and nothing starts when that is used up', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const { id } = await lab.call('feature.create', { title: 'Sign in' })
    await lab.call('feature.use', { id })
    await lab.call('feature.budget', { id, cost: 1 }, person)
    await ended(lab, await startAgent(lab, [{ say: 'a' }, cost(0.7), { say: 'b' }]))
    expect(await accounts(lab, { feature: id })).toMatchObject([
      { kind: 'feature', limits: { cost: 1 }, used: { costs: [{ amount: 0.7 }] } },
    ])
    const second = await ended(lab, await startAgent(lab, [{ say: 'a' }, cost(0.4), { hang: true }]))
    expect(second).toMatchObject({ status: 'over_budget', reason: expect.stringContaining(`feature ${id}`) })
    const { runs } = await lab.call('run.list', {})
    const refusal = await lab.refusal('agent.start', { prompt: script({ say: 'c' }) })
    expect(refusal).toMatchObject({
      code: 'over_budget',
      message: expect.stringContaining('Nothing was started'),
      fix: `furrow feature budget ${id} --cost 3`,
    })
    expect((await lab.call('run.list', {})).runs).toHaveLength(runs.length)
    await lab.call('feature.budget', { id, cost: 5 }, person)
    expect(await ended(lab, await startAgent(lab, [{ say: 'c' }]))).toMatchObject({ status: 'succeeded' })
  })

  test('only a person sets its budget', async () => {
    await using lab = await openLab()
    const { id } = await lab.call('feature.create', { title: 'Sign in' })
    expect(await lab.refusal('feature.budget', { id, cost: 99 }, agent)).toMatchObject({ code: 'needs_person' })
  })
})

test('what was used is told by stage of the change', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const { id, current_stage: first } = await lab.call('change.start', {
    type: 'fix',
    size: 'small',
    description: 'Login fails',
  })
  await ended(lab, await startAgent(lab, [...turn('1'), { say: 'a' }, cost(0.2)]))
  const { current_stage: second } = await lab.call('change.advance', { content: 'The session is lost after login.' })
  await ended(lab, await startAgent(lab, [{ say: 'a' }, cost(0.1)]))
  expect(second).not.toBe(first)
  expect(await accounts(lab, { change: id })).toMatchObject([
    { kind: 'change', id, stage: first, used: { turns: 2, costs: [{ amount: 0.2 }] } },
    { kind: 'change', id, stage: second, used: { turns: 1, costs: [{ amount: 0.1 }] } },
  ])
})

describe('runs inside of runs share the budget', () => {
  const NAP = `
    const until = Date.now() + (input.ms ?? 0)
    while (Date.now() < until) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    print({ ok: true, data: { slept: input.ms } })`

  test('a tool that an agent started ends when their budget is used up', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    await trustedTool(lab, 'nap', { effect: 'read', timeout_seconds: 3600 }, NAP)
    const { id: feature } = await lab.call('feature.create', { title: 'Sign in' })
    const call = { tool: 'tool_run', arguments: { name: 'nap', input: { ms: 3_000_000 } } }
    const run = await startAgent(lab, [{ mcp: [call] }, { hang: true }], { profile: 'write', feature })
    const nap = await until(async () => {
      const { runs } = await lab.call('run.list', {})
      return runs.find(({ parent, status }) => parent === run.id && status === 'running')
    }, 'the tool')
    await lab.call('feature.budget', { id: feature, minutes: 0.0001 }, person)
    expect(await ended(lab, run)).toMatchObject({ status: 'over_budget' })
    expect(await ended(lab, nap)).toMatchObject({
      status: 'over_budget',
      reason: expect.stringContaining(`feature ${feature}`),
    })
  })

  test('a tool starts no more when the budget of its agent is used up', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    await trustedTool(lab, 'nap', { effect: 'read' }, NAP)
    const call = { tool: 'tool_run', arguments: { name: 'nap', input: { ms: 1 } } }
    // Deaf to the cancel, it goes on as long as it may.
    const steps = [{ deaf: true }, { say: 'a' }, cost(1), { mcp: [call] }, { hang: true }]
    const run = await ended(lab, await startAgent(lab, steps, { cost: 0.5, profile: 'write' }))
    expect(run).toMatchObject({ status: 'over_budget' })
    const { runs } = await lab.call('run.list', { kind: 'tool' })
    expect(runs).toEqual([])
    expect(saidIn(lab, run)).not.toContain('slept')
  })

  test('an agent that a tool started uses the budget of the tool', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const inner = script(...turn('1'), { say: 'inner' })
    await trustedTool(
      lab,
      'ask',
      { effect: 'read', timeout_seconds: 600 },
      `const { spawnSync } = await import('node:child_process')
       const argv = [${JSON.stringify(bin)}, 'agent', 'run', ${JSON.stringify(inner)}]
       const { status, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' })
       print({ ok: true, data: { status, stderr } })`,
    )
    const { id } = await runToEnd(lab, 'ask')
    expect(await accounts(lab, { run: id })).toMatchObject([{ kind: 'run', id, used: { turns: 2 } }])
  })

  test('agents that one command starts share one budget', async () => {
    await using lab = await openLab()
    setUpAgent(lab)
    const prompt = path.join(lab.root, 'prompt.md')
    fs.writeFileSync(prompt, script(...turn('1'), { say: 'b' }))
    await configure(lab, { 'budget.turns': '5' })
    const one = `"${process.execPath}" "${bin}" agent run @"${prompt}" >&2; echo $?`
    const argv = [bin, 'exec', '--', 'sh', '-c', `${one}; ${one}; ${one}; ${one}`]
    const { stdout } = spawnSync(process.execPath, argv, { cwd: lab.root, env: lab.env, encoding: 'utf8' })
    // Two turns each: the third one is over after its first, and the fourth does not start.
    expect(stdout.split('\n').filter(line => /^\d+$/.test(line))).toEqual(['0', '0', '9', '9'])
    const { runs } = await lab.call('run.list', { kind: 'agent' })
    expect(runs.map(({ status }) => status)).toEqual(['over_budget', 'succeeded', 'succeeded'])
    const [outer] = (await lab.call('run.list', { kind: 'exec' })).runs
    expect(await accounts(lab, { run: outer?.id ?? '' })).toMatchObject([
      { limits: { turns: 5 }, over: expect.stringContaining('of 5 turns') },
    ])
  })
})

test('a killed owner loses nothing that was used', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const { id: feature } = await lab.call('feature.create', { title: 'Sign in' })
  const run = await startAgent(lab, [...turn('1'), cost(0.25), { hang: true }], { feature })
  await until(() => eventsOf(lab, run).find(({ type }) => type === 'usage'), 'its usage')
  const used = async () => (await accounts(lab, { feature }))[0]?.used
  await until(async () => ((await used())?.costs === undefined ? undefined : true), 'its cost')
  process.kill(lab.app.store.leases.find(run.id)?.pid ?? 0, 'SIGKILL')
  expect(await ended(lab, run)).toMatchObject({
    status: 'interrupted',
    agent: { used: { turns: 1, costs: [{ amount: 0.25, currency: 'USD' }] } },
  })
  expect(await used()).toMatchObject({ turns: 1, costs: [{ amount: 0.25 }] })
})

test('what a resumed session has cost before is not counted again, and only a person goes on after the budget', async () => {
  await using lab = await openLab()
  setUpAgent(lab, { args: ['--keeps-sessions'] })
  const first = await ended(lab, await startAgent(lab, [{ say: 'a' }, cost(0.5), { hang: true }], { cost: 0.5 }))
  expect(first).toMatchObject({ status: 'over_budget' })
  const prompt = script({ say: 'b' }, cost(0.6), { say: 'c' })
  expect(await lab.refusal('agent.resume', { id: first.id, prompt }, agent)).toMatchObject({ code: 'over_budget' })
  const next = await ended(lab, await lab.call('agent.resume', { id: first.id, prompt, cost: 2 }, person))
  expect(next).toMatchObject({ status: 'succeeded', agent: { limits: { cost: 2 } } })
  expect(next.agent?.used?.costs?.[0]?.amount).toBeCloseTo(0.1)
})

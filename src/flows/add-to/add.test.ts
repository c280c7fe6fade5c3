import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { ended, setUpAgent } from '../../../tests/support/agents.ts'
import { bareTool, runToEnd, trust, writeTool } from '../../../tests/support/tools.ts'

const BUILD = bareTool(
  {},
  `console.error('src/login.ts(4,7): error TS2322: no')
   print({ ok: false, error: 'The build failed' })`,
)

async function failedBuild(lab: Lab): Promise<string> {
  writeTool(lab, 'build', BUILD)
  await trust(lab)
  return String((await runToEnd(lab, 'build', {})).id)
}

test('a failed build becomes a task on the current feature, and both name each other', async () => {
  await using lab = await openLab()
  const id = await failedBuild(lab)
  await lab.call('feature.create', { title: 'Sign-on' })
  await lab.call('feature.use', { id: 'sign-on' })
  const made = await lab.call('tool.add_to', { name: 'build', interaction_id: id, target: 'task' }, agent)
  expect(made).toMatchObject({ ref: 'task:sign-on/T1', links: ['task:sign-on/T1'] })
  const { tasks } = await lab.call('feature.show', { id: 'sign-on' })
  expect(tasks[0]).toMatchObject({
    title: 'Compile error: src/login.ts(4,7): error TS2322: no',
    labels: ['tool-result', 'compile-error'],
    source: { kind: 'interaction', ref: `build/${id}` },
  })
  expect(tasks[0]?.body).toContain('error TS2322: no')
  const { links } = await lab.call('tool.interaction', { name: 'build', id })
  expect(links).toEqual(['task:sign-on/T1'])
  await lab.call('store.undo', {})
  expect((await lab.call('feature.show', { id: 'sign-on' })).tasks).toEqual([])
  expect(await lab.call('tool.interaction', { name: 'build', id })).not.toHaveProperty('links')
})

test('every target is made with where it came from', async () => {
  await using lab = await openLab()
  const interaction_id = await failedBuild(lab)
  const to = async (target: 'feature' | 'ponder' | 'investigation' | 'feedback' | 'bug') =>
    (await lab.call('tool.add_to', { name: 'build', interaction_id, target, title: 'It breaks' })).ref
  expect(await to('feature')).toBe('feature:it-breaks')
  expect(await to('ponder')).toBe('ponder:it-breaks')
  expect(await to('investigation')).toBe('investigation:it-breaks')
  expect(await to('feedback')).toBe('feedback:f-001')
  expect(await to('bug')).toBe('feedback:f-002')
  const origin = { kind: 'interaction', ref: `build/${interaction_id}` }
  expect((await lab.call('feature.show', { id: 'it-breaks' })).origin).toEqual(origin)
  const ponder = await lab.call('ponder.show', { id: 'it-breaks' })
  expect(ponder.origin).toEqual(origin)
  expect(ponder.artifacts).toHaveLength(1)
  const { context } = await lab.call('investigation.show', { id: 'it-breaks' })
  expect(context).toContain('error TS2322: no')
  expect((await lab.call('tool.interaction', { name: 'build', id: interaction_id })).links).toHaveLength(5)
})

test('a bug is a task labelled so where there is a current feature, and only the selection is carried over', async () => {
  await using lab = await openLab()
  const interaction_id = await failedBuild(lab)
  await lab.call('feature.create', { title: 'Sign-on' })
  await lab.call('feature.use', { id: 'sign-on' })
  await lab.call('tool.add_to', { name: 'build', interaction_id, target: 'bug', selection: 'line 4 is wrong' })
  const { tasks } = await lab.call('feature.show', { id: 'sign-on' })
  expect(tasks[0]).toMatchObject({ title: 'line 4 is wrong', labels: ['bug', 'tool-result', 'compile-error'] })
  expect(tasks[0]?.body).not.toContain('TS2322')
})

test('a task needs a feature, and an interaction has to be there', async () => {
  await using lab = await openLab()
  const interaction_id = await failedBuild(lab)
  const wish = { name: 'build', interaction_id, target: 'task' }
  expect(await lab.refusal('tool.add_to', wish)).toMatchObject({ code: 'usage', target: 'feature' })
  const gone = { ...wish, interaction_id: '20260102-101500-zzz' }
  expect(await lab.refusal('tool.add_to', gone)).toMatchObject({ code: 'not_found' })
})

test('a deploy is tested by the acceptance test of a milestone, and both name each other', async () => {
  await using lab = await openLab()
  const id = await failedBuild(lab)
  await lab.call('milestone.create', { title: 'One login' })
  await lab.call('milestone.acceptance', { id: 'one-login', content: 'Sign in.' })
  const { uat } = await lab.call('milestone.uat', { id: 'one-login', deploy: `build/${id}` })
  expect(uat).toMatchObject([{ id: 'uat-001', deploy: `build/${id}` }])
  expect((await lab.call('tool.interaction', { name: 'build', id })).links).toEqual(['uat:one-login/uat-001'])
})

test('an agent that lacks a secret asks a person once, and the current feature waits', async () => {
  await using lab = await openLab()
  const secrets = [{ env_var: 'API_KEY', description: 'A key', required: true }]
  writeTool(lab, 'deploy', bareTool({ secrets }, 'print({ ok: true })'))
  await trust(lab)
  await lab.call('feature.create', { title: 'Sign-on' })
  await lab.call('feature.use', { id: 'sign-on' })
  for (const _ of [1, 2])
    expect((await lab.refusal('tool.run', { name: 'deploy' }, agent)).code).toBe('missing_secrets')
  const { escalations } = await lab.call('escalation.list', {})
  expect(escalations).toMatchObject([{ title: 'API_KEY for deploy', kind: 'secret_request', feature: 'sign-on' }])
  expect((await lab.call('board.next', {})).next.says).toContain('waits for an answer of a person')
})

test('the request for a secret of a scope says which scope', async () => {
  await using lab = await openLab()
  const secrets = [{ env_var: 'API_KEY', description: 'A key', required: true, scope: '{{input.env}}' }]
  writeTool(lab, 'deploy', bareTool({ secrets }, 'print({ ok: true })'))
  await trust(lab)
  for (const env of ['staging', 'live']) await lab.refusal('tool.run', { name: 'deploy', input: { env } }, agent)
  const { escalations } = await lab.call('escalation.list', {})
  expect(escalations.map(({ title, context }) => [title, context]).sort()).toEqual([
    ['API_KEY (scope live) for deploy', 'furrow secrets set API_KEY --scope live'],
    ['API_KEY (scope staging) for deploy', 'furrow secrets set API_KEY --scope staging'],
  ])
})

test('an agent works on the draft when that is asked for, and its failure loses nothing', async () => {
  await using lab = await openLab()
  const interaction_id = await failedBuild(lab)
  const given = { name: 'build', interaction_id, target: 'feedback' as const, enrich: true }
  expect(await lab.call('tool.add_to', given)).not.toHaveProperty('run_id')
  setUpAgent(lab)
  const { run_id = '', ref } = await lab.call('tool.add_to', given)
  const over = await ended(lab, { id: run_id })
  expect(over.agent).toMatchObject({ purpose: 'enrich', target: ref, origin: `interaction:build/${interaction_id}` })
  expect(over.agent?.prompt).toContain('error TS2322: no')
  expect((await lab.call('feedback.list', {})).feedback).toHaveLength(2)
})

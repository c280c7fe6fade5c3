import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { specifiedTo } from '../../../tests/support/specified.ts'

test('start proposes a change with its reasons, and starts nothing', async () => {
  await using lab = await openLab()
  const { proposal, change, next } = await lab.call('flow.start', { what: 'Quick fix of the login crash' })
  expect(proposal).toMatchObject({ kind: 'change', type: 'fix', size: 'small' })
  expect(proposal.because).toEqual(['type fix: because of "fix", "crash"', 'size small: because of "quick"'])
  expect(change).toBeUndefined()
  expect(next.command).toBe("furrow change start 'Quick fix of the login crash' --type fix --size small")
  expect(lab.list('.').includes('sdd')).toBe(false)
})

test.each([{ now: true }, { type: 'fix' }, { size: 'large' }])('start with %j starts the change', async chosen => {
  await using lab = await openLab()
  const { change } = await lab.call('flow.start', { what: 'Fix the login', ...chosen })
  expect(change).toMatchObject({ id: 'fix-the-login', status: 'active', type: 'fix' })
})

test.each([
  ['Reorganise the price module', 'refactor'],
  ['Optimise the start time', 'enhancement'],
])('%s is a %s, on either side of the ocean', async (what, type) => {
  await using lab = await openLab()
  expect((await lab.call('flow.start', { what })).proposal).toMatchObject({ type })
})

test.each([
  ['Login redirects to the wrong page', { type: 'fix', size: 'small' }],
  ['The export fails on Windows', { type: 'fix', size: 'small' }],
  ['Signing in does not work on telephones', { type: 'fix', size: 'small' }],
  ['Rename the helper', { type: 'refactor' }],
  ['Show a failsafe page', { type: 'feature' }],
])('%s: %j', async (what, proposed) => {
  await using lab = await openLab()
  expect((await lab.call('flow.start', { what })).proposal).toMatchObject(proposed)
})

test('with nothing open the next step is start, with what to do', async () => {
  await using lab = await openLab()
  expect((await lab.call('flow.next', {})).next).toMatchObject({
    tool: { name: 'furrow_start', arguments: {} },
    needs: ['what'],
  })
})

test('a question is something to explore first, and --now makes an exploration of it, not a change', async () => {
  await using lab = await openLab()
  const what = 'Should we move to PostgreSQL?'
  const { proposal, next } = await lab.call('flow.start', { what })
  expect(proposal.kind).toBe('explore')
  expect(next).toMatchObject({
    command: `furrow explore start '${what}'`,
    tool: { name: 'exploration', arguments: { action: 'start' } },
  })
  const { exploration } = await lab.call('flow.start', { what, now: true })
  expect(exploration).toBe('should-we-move-to-postgresql')
  expect(lab.list('.').includes('sdd')).toBe(false)
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'exploration', exploration })
  expect((await lab.call('flow.start', { what: 'What if?' })).next.says).toContain(`${exploration} is under way`)
})

test('a new project is something to specify, and --now begins it', async () => {
  await using lab = await openLab()
  const what = 'Build a new app that keeps articles'
  const { proposal, next } = await lab.call('flow.start', { what })
  expect(proposal).toMatchObject({ kind: 'specify', because: ['"new app" begins where nothing is yet'] })
  expect(next.command).toBe(`furrow spec init '${what}' '${what}'`)
  const begun = await lab.call('flow.start', { what, now: true })
  expect(begun).toMatchObject({ specification: what, next: { stage: 'propose' } })
  expect((await lab.call('flow.start', { what: 'A new project' })).next.says).toContain('at propose')
})

test('status and next know an open specification, and say nothing of one that is done', async () => {
  await using lab = await openLab()
  const open = await specifiedTo(lab, 'design')
  expect(await lab.call('flow.next', {})).toEqual({ state: 'specification', next: open.next })
  expect((await lab.call('workspace.status', {})).specification).toMatchObject({ stage: 'design', stale: [] })
  lab.write('sdd/proposal.md', 'changed\n')
  const { specification } = await lab.call('workspace.status', {})
  expect(specification?.stale).toEqual(['sdd/requirements.md', 'sdd/business-rules.md', 'sdd/clarifications.md'])
  lab.write('sdd/sdd.json', '{')
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'damaged', next: { command: 'furrow doctor' } })
})

test('start beside an active change says what to do about that one', async () => {
  await using lab = await openLab()
  await lab.call('flow.start', { what: 'Fix the login', now: true })
  const { next } = await lab.call('flow.start', { what: 'Fix the logout' })
  expect(next.command).toBe('furrow change pause fix-the-login')
  expect(await lab.refusal('flow.start', { what: 'Fix the logout', now: true })).toMatchObject({ code: 'blocked' })
})

test('nothing to start is refused', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('flow.start', { what: ' ' })).toMatchObject({ code: 'usage', target: 'what' })
})

test('next leads through every state: idle, active, paused, asked, damaged', async () => {
  await using lab = await openLab()
  const state = async () => {
    const { state: name, next } = await lab.call('flow.next', {})
    return [name, next.command]
  }
  expect(await state()).toEqual(['idle', 'furrow start --help'])
  await lab.call('flow.start', { what: 'Fix the login', now: true })
  expect(await state()).toEqual(['change', 'furrow change advance --stage describe --content -'])
  await lab.call('change.pause', { id: 'fix-the-login' })
  expect(await state()).toEqual(['paused', 'furrow change switch fix-the-login'])
  const { details } = await lab.refusal('config.set_person', { key: 'runs.concurrency', value: '2' }, agent)
  expect(await state()).toEqual(['request', `furrow request show ${details?.['request']}`])
  lab.write('sdd/changes/fix-the-login/change.json', '{')
  expect(await state()).toEqual(['damaged', 'furrow doctor'])
})

test('status shows the active change with its next step, and damaged files among the needs', async () => {
  await using lab = await openLab()
  expect((await lab.call('workspace.status', {})).work).toBeUndefined()
  await lab.call('flow.start', { what: 'Fix the login', now: true })
  const { work } = await lab.call('workspace.status', {})
  expect(work).toMatchObject({ id: 'fix-the-login', stage: 'describe', next: { tool: { name: 'sdd_change_advance' } } })
  lab.write('sdd/changes/other/change.json', '{')
  const { needs } = await lab.call('workspace.status', {})
  expect(needs).toMatchObject([{ kind: 'damaged', title: 'sdd/changes/other/change.json cannot be read' }])
})

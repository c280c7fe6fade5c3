import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { BUILT_IN_TYPES } from './names.ts'

const AT = '2026-01-02T03:04:05.000Z'
const clock = { now: () => Date.parse(AT) }

test('a type of the repository is used once a person trusts it, and not before', async () => {
  await using lab = await openLab()
  lab.write('.sow/types/spike.yaml', SPIKE)
  lab.write('.sow/types/spike-prompt.md', '# Spike\n\nBe quick.\n')
  expect(await lab.refusal('exploration.start', { title: 'A spike', type: 'spike' })).toMatchObject({
    code: 'untrusted',
  })
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  const started = await lab.call('exploration.start', { title: 'A spike', type: 'spike' })
  expect(started).toMatchObject({ type: 'spike', branch: 'spike/a-spike', state: 'Open' })
  expect(started.brief).toContain('Be quick.')
  await lab.call('exploration.task_create', { name: 'Try it' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  const { brief } = await lab.call('exploration.complete', {})
  expect(brief).toContain('[ ] Tell the others')
  const [step] = (await lab.call('exploration.task_list', {})).steps
  await lab.call('exploration.task_update', { id: step?.id ?? '', status: 'completed' })
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Done', terminal: true })
  lab.write('.sow/types/spike.yaml', `${SPIKE}# changed\n`)
  expect(await lab.refusal('exploration.status', {})).toMatchObject({ code: 'untrusted' })
})

test('a type that could not be lived by is refused with its file and what is wrong', async () => {
  await using lab = await openLab()
  lab.write('.sow/types/spike-prompt.md', '# Spike\n')
  lab.write('.sow/types/spike.yaml', SPIKE.replace('initial: Open', 'initial: Closed'))
  expect(await lab.refusal('exploration.start', { title: 'A spike', type: 'spike' })).toMatchObject({
    code: 'damaged',
    target: '.sow/types/spike.yaml',
  })
  const { types } = await lab.call('exploration.types', {})
  expect(types.map(({ name, problem }) => [name, problem === undefined])).toEqual([
    ['exploration', true],
    ['standard', true],
    ['design', true],
    ['breakdown', true],
    ['spike', false],
  ])
})

const SPIKE = `schema_version: 1
name: spike
title: Spike
task: attempt
prefixes: [spike/]
initial: Open
phases: [work]
kinds:
  note: { needs_approval: false }
states:
  Open:
    title: Open
    purpose: Try it.
    phase: work
    status: open
    prompt: spike-prompt
    allows: [task.create, task.update]
  Telling:
    title: Telling
    purpose: Tell what came of it.
    phase: work
    status: telling
    prompt: spike-prompt
    allows: [step.update]
    checklist:
      - { action: manual, name: Tell the others }
  Done:
    title: Done
    purpose: It is over.
    phase: work
    status: completed
    prompt: spike-prompt
    terminal: true
transitions:
  - event: tell
    from: [Open]
    to: Telling
    by: complete
    summary: Everything was tried.
    guards: [{ guard: tasks_completed, at_least: 1 }]
  - event: finish
    from: [Telling]
    to: Done
    by: complete
    summary: Everybody knows.
    guards: [{ guard: steps_done }]
`

test.each(BUILT_IN_TYPES)('%s is copied, trusted, changed and used', async name => {
  await using lab = await openLab({ git: false })
  const { files } = await lab.call('exploration.type_copy', { name, as: 'team' })
  expect(files[0]).toBe('.sow/types/team.yaml')
  lab.write('.sow/types/team.yaml', lab.read('.sow/types/team.yaml').replace(/^title: .+$/m, 'title: Teamwork'))
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  const { brief, type } = await lab.call('exploration.start', { title: 'Login', type: 'team' })
  expect(type).toBe('team')
  expect(brief).toContain('# Teamwork: login')
  expect(await lab.refusal('exploration.type_copy', { name, as: 'team' })).toMatchObject({ code: 'conflict' })
})

test('a manual step that comes first is named, and what comes after it waits', async () => {
  await using lab = await openLab({ git: false })
  lab.write('.sow/types/spike-prompt.md', '# Spike\n')
  const publishing = 'publishes: { kind: note, folder: docs/spikes, title: Spikes }\nstates:'
  const steps = '- { action: manual, name: Tell the others }\n      - { action: publish, name: Publish it }'
  const type = SPIKE.replace('states:', publishing)
    .replace('allows: [task.create, task.update]', 'allows: [task.create, task.update, artifact.add]\n    adds: [note]')
    .replace('allows: [step.update]', 'allows: [step.update, finalize]')
    .replace('- { action: manual, name: Tell the others }', steps)
  lab.write('.sow/types/spike.yaml', type)
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  await lab.call('exploration.start', { title: 'A spike', type: 'spike' })
  await lab.call('exploration.task_create', { name: 'Try it' })
  lab.write('.sow/project/note.md', '# Note\n')
  await lab.call('artifact.add', { path: 'note.md', task: '001' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('exploration.complete', {})
  const done = 'furrow agent task update 002 --status completed'
  const applied = await lab.call('exploration.finalize', { apply: true })
  expect(applied).toMatchObject({ next: { command: done }, reasons: [{ code: 'manual_step', fix: done }] })
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: true, reasons: [{ fix: done }] })
  await lab.call('exploration.task_update', { id: '002', status: 'completed' })
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: false, state: 'Done' })
})

test('the design type lives by the same engine', async () => {
  await using lab = await openLab({ git: false, clock })
  await lab.call('exploration.start', { title: 'The login', type: 'design' })
  await lab.call('exploration.task_create', { name: 'Sessions' })
  await lab.call('artifact.new', { kind: 'design', task: '001' })
  lab.write('.sow/project/designs/001-sessions.md', '# The login\n\nWith a session.\n')
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('artifact.approve', { path: 'designs/001-sessions.md' })
  await lab.call('exploration.complete', {})
  const { target } = await lab.call('exploration.finalize', { apply: true })
  expect(target).toBe('.sow/knowledge/designs/the-login-2026-01.md')
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Completed' })
})

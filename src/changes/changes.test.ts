import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../../tests/lab.ts'

const FIX = { type: 'fix', size: 'small', description: 'Fix FTS5 empty query crash' } as const
const ID = 'fix-fts5-empty-query-crash'
const FOLDER = `sdd/changes/${ID}`

const changeIn = (lab: Lab) => JSON.parse(lab.read(`${FOLDER}/change.json`)) as Record<string, unknown>

test('seed 002 Data Model: change.json has every field of ChangeRecord and StageEntry', async () => {
  await using lab = await openLab({ clock: { now: () => Date.parse('2026-01-02T03:04:05Z') } })
  await lab.call('change.start', FIX)
  const at = '2026-01-02T03:04:05.000Z'
  expect(changeIn(lab)).toEqual({
    schema_version: 1,
    id: ID,
    ...FIX,
    stages: [
      { name: 'describe', status: 'in_progress', started_at: at },
      { name: 'context-check', status: 'pending' },
      { name: 'tasks', status: 'pending' },
      { name: 'verify', status: 'pending' },
    ],
    current_stage: 'describe',
    adrs: [],
    status: 'active',
    created_at: at,
    updated_at: at,
  })
})

test('seed 002 Key Design Principles 1: a change needs no sdd.json, and makes only sdd/changes', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  expect([lab.list('sdd'), lab.list('sdd/changes'), lab.list(FOLDER)]).toEqual([['changes'], [ID], ['change.json']])
})

test('seed 002 Directory Structure: every stage leaves its artifact, archiving moves the folder to history/', async () => {
  await using lab = await openLab()
  await finish(lab)
  expect(lab.list(FOLDER)).toEqual(['change.json', 'context-check.md', 'describe.md', 'tasks.md', 'verify.md'])
  const archived = await lab.call('change.archive', { id: ID })
  expect(archived).toMatchObject({ status: 'archived', path: `sdd/history/${ID}` })
  expect([lab.list('sdd/changes'), lab.list('sdd/history')]).toEqual([[], [ID]])
})

test('seed 002 sdd_change, error case: an active change exists already', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const refused = await lab.refusal('change.start', { ...FIX, description: 'Another' })
  expect(refused).toMatchObject({ code: 'blocked', target: ID, fix: `furrow change pause ${ID}` })
  expect(refused.message).toContain('describe')
  expect(lab.list('sdd/changes')).toEqual([ID])
})

test.each([
  [{ ...FIX, type: 'hotfix' }, 'type', 'feature, fix, refactor, enhancement'],
  [{ ...FIX, type: 'constructor', size: 'name' }, 'type', 'feature, fix, refactor, enhancement'],
  [{ ...FIX, size: 'huge' }, 'size', 'small, medium, large'],
  [{ ...FIX, description: ' \n ' }, 'description', 'description is required'],
])('seed 002 sdd_change, error case: %j', async (input, target, says) => {
  await using lab = await openLab()
  const refused = await lab.refusal('change.start', input)
  expect(refused).toMatchObject({ code: 'usage', target })
  expect(refused.message).toContain(says)
  expect(lab.list('.').includes('sdd')).toBe(false)
})

test('seed 002 sdd_change_advance: the content is saved, with the title as its heading', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const change = await lab.call('change.advance', { content: 'It crashes on "".', title: 'The\ncrash' })
  expect(lab.read(`${FOLDER}/describe.md`)).toBe('# The crash\n\nIt crashes on "".\n')
  expect(change).toMatchObject({ current_stage: 'context-check', next: { tool: { name: 'sdd_change_advance' } } })
})

test('seed 002 sdd_change_advance, verify: the change is completed, and stays in changes/', async () => {
  await using lab = await openLab()
  const change = await finish(lab)
  expect(change).toMatchObject({ status: 'completed', path: FOLDER, next: { command: `furrow change archive ${ID}` } })
  expect(change.stages.every(({ status, completed_at }) => status === 'completed' && completed_at)).toBe(true)
})

test('seed 002 sdd_change_advance, error case: no active change', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('change.advance', { content: 'x' })).toMatchObject({ code: 'not_found' })
})

test('seed 002 sdd_change_advance, error case: content empty; nothing changes', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const before = lab.read(`${FOLDER}/change.json`)
  const refused = await lab.refusal('change.advance', { content: ' \n\t' })
  expect(refused).toMatchObject({ code: 'blocked', details: { reasons: [{ ids: [ID, 'describe'] }] } })
  expect([lab.read(`${FOLDER}/change.json`), lab.list(FOLDER)]).toEqual([before, ['change.json']])
})

test('content for another stage than the current one is refused', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const refused = await lab.refusal('change.advance', { content: 'x', stage: 'tasks' })
  expect(refused).toMatchObject({ code: 'invalid_state', message: `${ID} is at describe, not at tasks.` })
  expect(lab.list(FOLDER)).toEqual(['change.json'])
})

test('content longer than 200,000 characters is refused, and nothing is written', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  expect(await lab.refusal('change.advance', { content: 'x'.repeat(200_001) })).toMatchObject({ target: 'content' })
  expect(lab.list(FOLDER)).toEqual(['change.json'])
})

test('seed 002 sdd_change_status: the active change, or one by its id, archived ones too', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  expect(await lab.call('change.status', {})).toMatchObject({ id: ID, next: { stage: 'describe' } })
  await lab.call('change.cancel', { id: ID })
  await lab.call('change.archive', { id: ID })
  expect(await lab.call('change.status', { change_id: ID })).toMatchObject({ status: 'archived' })
})

test('seed 002 sdd_change_status, error cases: no active change and no id; an id that is not there', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('change.status', {})).toMatchObject({ code: 'not_found' })
  expect(await lab.refusal('change.status', { change_id: 'nothing' })).toMatchObject({
    code: 'not_found',
    target: 'nothing',
    fix: 'furrow change list',
  })
})

test.each(['../outside', '/etc', 'a/b', '..', '.git', 'C:x', ''])('%j is no id', async id => {
  await using lab = await openLab()
  expect(await lab.refusal('change.status', { change_id: id })).toMatchObject({ code: 'usage' })
  expect(await lab.refusal('change.archive', { id })).toMatchObject({ code: 'usage' })
})

test('seed 002 ADR-003: the clarify stage takes any content, without a score', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'feature', size: 'large', description: 'New search' })
  await lab.call('change.advance', { content: 'Search.' })
  await lab.call('context.check', {})
  await lab.call('change.advance', { content: 'Nothing like it.' })
  await lab.call('change.advance', { content: 'The spec.' })
  expect(await lab.call('change.advance', { content: 'No question is open.' })).toMatchObject({
    current_stage: 'design',
  })
})

test('a paused change gives way to another, and switching goes on with it where it was', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  await lab.call('change.advance', { content: 'It crashes.' })
  await lab.call('change.pause', { id: ID })
  await lab.call('change.start', { ...FIX, description: 'Another' })
  const change = await lab.call('change.switch', { id: ID })
  expect(change).toMatchObject({ status: 'active', current_stage: 'context-check' })
  expect(await lab.call('change.status', { change_id: 'another' })).toMatchObject({ status: 'paused' })
})

test('reopening resets the stage and the later ones, and keeps their artifacts', async () => {
  await using lab = await openLab()
  await finish(lab)
  const change = await lab.call('change.reopen', { id: ID, stage: 'tasks', reason: 'One was missing' })
  expect(change.stages.map(({ status }) => status)).toEqual(['completed', 'completed', 'in_progress', 'pending'])
  expect(change.reopened).toMatchObject([{ stage: 'tasks', reason: 'One was missing' }])
  expect(lab.list(FOLDER)).toContain('verify.md')
})

test('an undo that would bring back a second active change is refused', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  await lab.call('change.cancel', { id: ID })
  await lab.call('change.start', { ...FIX, description: 'Another' })
  const { entries } = await lab.call('store.log', {})
  const cancelled = entries.find(({ operation }) => operation === 'change.cancel')
  const refused = await lab.refusal('store.undo', { id: cancelled?.id })
  expect(refused).toMatchObject({ code: 'blocked', target: 'another' })
  expect(await lab.call('change.status', { change_id: ID })).toMatchObject({ status: 'cancelled' })
})

test('a stage that a person edited by hand is not lost to an agent that has not seen it', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX, agent)
  await lab.call('change.advance', { content: 'It crashes.' }, agent)
  await lab.call('change.reopen', { id: ID, stage: 'describe' }, agent)
  lab.write(`${FOLDER}/describe.md`, 'It crashes, and I know why.\n')
  const refused = await lab.refusal('change.advance', { content: 'Something.' }, agent)
  expect(refused).toMatchObject({ code: 'conflict', fix: `furrow change show ${ID} describe` })
  await lab.call('change.artifact', { id: ID, stage: 'describe' }, agent)
  await lab.call('change.advance', { content: 'It crashes, and why.' }, agent)
  expect(lab.read(`${FOLDER}/describe.md`)).toBe('It crashes, and why.\n')
})

test('a retried call applies once', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const twice = () =>
    lab.app.call('change.advance', { content: 'It crashes.' }, { actor: person, operationId: 'op-once-1' })
  const [first, second] = [await twice(), await twice()]
  expect([first.ok, second.ok]).toEqual([true, true])
  expect(await lab.call('change.status', {})).toMatchObject({ current_stage: 'context-check' })
})

async function finish(lab: Lab) {
  await lab.call('change.start', FIX)
  await lab.call('change.advance', { content: 'It crashes.' })
  await lab.call('context.check', {})
  await lab.call('change.advance', { content: 'Nothing like it.' })
  await lab.call('change.advance', { content: '- [ ] mend it' })
  return lab.call('change.advance', { content: 'Mended.' })
}

test('content that was sent before completes no further stage', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { ...FIX, content: 'It crashes.' })
  const repeated = await lab.call('change.advance', { content: 'It crashes.' })
  expect(repeated).toMatchObject({ already_saved: 'describe', current_stage: 'context-check' })
  expect(await lab.call('change.advance', { content: 'It crashes.', stage: 'describe' })).toMatchObject({
    already_saved: 'describe',
  })
  await lab.call('change.advance', { content: 'Nothing there.' })
  await lab.call('change.advance', { content: '- [ ] Guard the query' })
  const { status, already_saved } = await lab.call('change.advance', { content: '- [ ] Guard the query' })
  expect([status, already_saved]).toEqual(['active', 'tasks'])
})

test('the same content for a stage that is named is meant', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { ...FIX, content: 'Nothing.' })
  const { current_stage } = await lab.call('change.advance', { content: 'Nothing.', stage: 'context-check' })
  expect(current_stage).toBe('tasks')
})

test('a change that is verified with open tasks and an unchanged tree says so', async () => {
  await using lab = await openLab()
  const identity = ['-c', 'user.name=Lab', '-c', 'user.email=lab@localhost']
  const commit = ['commit', '--quiet', '--allow-empty', '--date=2020-01-01T00:00:00Z', '--message=first']
  execFileSync('git', [...identity, ...commit], { cwd: lab.root })
  lab.write('notes.txt', 'Lay here before.\n')
  await lab.call('change.start', { ...FIX, content: 'It crashes.' })
  await lab.call('change.advance', { content: 'Nothing there.' })
  const { next } = await lab.call('change.advance', { content: '- [x] Look\n- [ ] Guard the query' })
  expect(next.says).toContain('Do the work now')
  const { warnings } = await lab.call('change.advance', { content: 'All fine.' })
  expect(warnings).toEqual([
    '1 task is not ticked in sdd/changes/fix-fts5-empty-query-crash/tasks.md.',
    'No file has changed since this change was started.',
  ])
})

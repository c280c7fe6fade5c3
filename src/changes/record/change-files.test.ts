import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

const FIX = { type: 'fix', size: 'small', description: 'Fix crash' } as const
const FILE = 'sdd/changes/fix-crash/change.json'

test.each([
  ['no JSON', '{ "id": '],
  ['an empty file', ''],
  ['a list', '[]'],
  ['another id', edited({ id: 'other' })],
  ['an unknown status', edited({ status: 'done' })],
  ['a stage that it has not', edited({ current_stage: 'nowhere' })],
  ['no stages', edited({ stages: [] })],
])('a change.json with %s is named, and nothing can be started beside it', async (_, text) => {
  await using lab = await openLab()
  lab.write(FILE, text)
  const refused = await lab.refusal('change.start', { ...FIX, description: 'Something else' })
  expect(refused).toMatchObject({ code: 'damaged', target: FILE })
  expect(refused.fix).toBeTruthy()
  expect(await lab.call('change.list', {})).toMatchObject({ changes: [], damaged: [{ id: 'fix-crash', path: FILE }] })
  expect(await lab.refusal('change.status', { change_id: 'fix-crash' })).toMatchObject({ code: 'damaged' })
  expect([lab.list('sdd/changes'), lab.read(FILE)]).toEqual([['fix-crash'], text])
})

test('the doctor names a damaged change.json, and repairs it from what Furrow wrote last', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const whole = lab.read(FILE)
  lab.write(FILE, whole.slice(0, 40))
  const { findings } = await lab.call('doctor.check', {})
  expect(findings.filter(({ check }) => check === 'changes')).toMatchObject([{ level: 'problem', target: FILE }])
  await lab.call('doctor.repair', {})
  expect(lab.read(FILE)).toBe(whole)
})

test('a folder whose name is no id is named as damaged, not passed over', async () => {
  await using lab = await openLab()
  lab.write('sdd/changes/my change/change.json', edited({ id: 'my change' }))
  const { damaged } = await lab.call('change.list', {})
  expect(damaged.map(({ id }) => id)).toEqual(['my change'])
})

test('files and folders that are no changes are left alone', async () => {
  await using lab = await openLab()
  lab.write('sdd/changes/README.md', '# Ours\n')
  lab.write('sdd/changes/.DS_Store', 'x')
  lab.write('sdd/changes/notes/idea.md', 'later')
  await lab.call('change.start', FIX)
  const { changes, damaged } = await lab.call('change.list', {})
  expect([changes.map(({ id }) => id), damaged]).toEqual([['fix-crash'], []])
})

test('a link that leads out of the workspace is named, and what it leads to is not read', async () => {
  await using lab = await openLab()
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-outside-'))
  try {
    fs.writeFileSync(path.join(outside, 'change.json'), edited({ id: 'away', description: 'a secret' }))
    fs.mkdirSync(path.join(lab.root, 'sdd/changes'), { recursive: true })
    fs.symlinkSync(outside, path.join(lab.root, 'sdd/changes/away'))
    const answer = await lab.call('change.list', {})
    expect(answer.damaged.map(({ id }) => id)).toEqual(['away'])
    expect(JSON.stringify(answer)).not.toContain('a secret')
  } finally {
    fs.rmSync(outside, { recursive: true })
  }
})

test('keys that Furrow does not know, and the layout of the file, survive every move', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const text = lab.read(FILE).replace('{\n', '{\n  "ticket": { "id": 7 },\n')
  lab.write(FILE, text)
  await lab.call('change.advance', { content: 'It crashes.' })
  await lab.call('change.cancel', { id: 'fix-crash' })
  await lab.call('change.archive', { id: 'fix-crash' })
  const moved = lab.read('sdd/history/fix-crash/change.json')
  expect(moved.startsWith('{\n  "ticket": { "id": 7 },\n')).toBe(true)
  expect(JSON.parse(moved)).toMatchObject({ ticket: { id: 7 }, status: 'archived', current_stage: 'context-check' })
})

test('two active changes, as a merge can leave them, are told apart and settled by switching', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  lab.write('sdd/changes/other/change.json', edited({ id: 'other' }))
  const refused = await lab.refusal('change.advance', { content: 'x' })
  expect(refused).toMatchObject({ code: 'invalid_state', fix: 'furrow change switch fix-crash' })
  await lab.call('change.switch', { id: 'fix-crash' })
  expect(await statuses(lab)).toEqual({ 'fix-crash': 'active', other: 'paused' })
})

async function statuses(lab: Lab) {
  const { changes } = await lab.call('change.list', {})
  return Object.fromEntries(changes.map(({ id, status }) => [id, status]))
}

function edited(fields: Record<string, unknown>): string {
  const at = '2026-01-01T00:00:00.000Z'
  const change = {
    id: 'fix-crash',
    type: 'fix',
    size: 'small',
    description: 'Fix crash',
    stages: [{ name: 'describe', status: 'in_progress' }],
    current_stage: 'describe',
    adrs: [],
    status: 'active',
    created_at: at,
    updated_at: at,
    ...fields,
  }
  return `${JSON.stringify(change, null, 2)}\n`
}

test('switching between two that a merge left active can be undone, and what was before it after that', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  lab.write('sdd/changes/other/change.json', edited({ id: 'other' }))
  await lab.call('change.switch', { id: 'fix-crash' })
  await lab.call('store.undo', {})
  expect(await statuses(lab)).toEqual({ 'fix-crash': 'active', other: 'active' })
})

test('without an active change a completed one is named with both ways on', async () => {
  await using lab = await openLab()
  lab.write('sdd/changes/done-one/change.json', edited({ id: 'done-one', status: 'completed' }))
  for (const refused of [
    await lab.refusal('change.status', {}),
    await lab.refusal('change.advance', { content: 'x' }),
  ]) {
    expect(refused).toMatchObject({ code: 'not_found', fix: 'furrow change archive done-one' })
    expect(refused.message).toContain('`furrow change reopen done-one`')
  }
})

test('where a merge stopped in the text of a stage, the next step names it and no stage is finished', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { ...FIX, content: 'It crashes.' })
  const file = 'sdd/changes/fix-crash/describe.md'
  lab.write(file, '<<<<<<< HEAD\nOne\n=======\nTwo\n>>>>>>> other\n')
  expect((await lab.call('change.status', {})).next).toMatchObject({ command: `git diff -- ${file}` })
  expect((await lab.call('flow.next', {})).next).toMatchObject({ command: `git diff -- ${file}` })
  const refused = await lab.refusal('change.advance', { content: 'nothing', stage: 'context-check' })
  expect(refused).toMatchObject({ code: 'blocked', fix: `git diff -- ${file}` })
  lab.write(file, 'One\n')
  expect((await lab.call('change.advance', { content: 'nothing', stage: 'context-check' })).current_stage).toBe('tasks')
})

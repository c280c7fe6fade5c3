import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { holdTogether } from './validity.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.parse('2026-01-10T00:00:00Z')

function at(days: number): string {
  return new Date(START + days * DAY_MS).toISOString()
}

test('a record that holds for a time says so before and after it, and ranks below what holds now', async () => {
  let now = START
  await using lab = await openLab({ clock: { now: () => now } })
  const text = (content: string) => ({ content, type: 'decision' })
  await lab.call('memory.save', {
    title: 'Upload limit in spring',
    ...text('The upload limit is 10 MB'),
    valid_until: at(5),
  })
  await lab.call('memory.save', {
    title: 'Upload limit in summer',
    ...text('The upload limit is 20 MB'),
    valid_from: at(5),
  })
  const marksIn = async () => {
    const { hits } = await lab.call('memory.search', { query: 'upload limit' })
    return hits.map(({ id, marks }) => [id, marks])
  }
  expect(await marksIn()).toEqual([
    [1, []],
    [2, ['not valid before 2026-01-15']],
  ])
  now = Date.parse(at(6))
  expect(await marksIn()).toEqual([
    [2, []],
    [1, ['no longer valid since 2026-01-15']],
  ])
  await lab.call('memory.update', { id: 1, title: 'Upload limit of spring' })
  const context = await lab.call('memory.context', {})
  expect(context.observations.map(({ id, marks }) => [id, marks])).toEqual([
    [2, undefined],
    [1, ['no longer valid since 2026-01-15']],
  ])
  const shown = await lab.app.call('memory.get', { id: 1 }, { actor: agent })
  expect(shown.ok && shown.text()).toContain('no longer valid since 2026-01-15')
  expect(shown.ok && shown.text()).toContain('Valid until: 2026-01-15T00:00:00.000Z')

  await lab.call('memory.update', { id: 1, valid_until: '' })
  expect((await lab.call('memory.get', { id: 1 })).observation.valid_until).toBeUndefined()
})

test('a period that ends before it begins is refused, and so is one that an update would make', async () => {
  await using lab = await openLab()
  const bad = { title: 'Sale', content: 'Everything is half price', valid_from: at(2), valid_until: at(1) }
  const refused = await lab.app.call('memory.save', bad, { actor: agent })
  expect(refused.ok ? '' : refused.error).toMatchObject({ code: 'usage', target: 'valid_until' })
  await lab.call('memory.save', { ...bad, valid_until: at(3) })
  const worse = await lab.app.call('memory.update', { id: 1, valid_from: at(4) }, { actor: agent })
  expect(worse.ok ? '' : worse.error).toMatchObject({ code: 'usage', target: 'valid_until' })
  expect((await lab.call('memory.get', { id: 1 })).observation.valid_from).toBe(at(2))
})

test('records that never hold at the same time do not contradict each other', async () => {
  await using lab = await openLab()
  const note = { type: 'decision', title: 'Upload limit' }
  await lab.call('memory.save', { ...note, content: 'The limit is 10 MB', valid_until: at(5) })
  const later = await lab.call('memory.save', { ...note, content: 'The limit is 20 MB', valid_from: at(5) })
  expect(later.near).toEqual([])
  const meanwhile = await lab.call('memory.save', { ...note, content: 'The limit is 30 MB', valid_from: at(4) })
  expect(meanwhile.near.map(({ id, why }) => [id, why])).toEqual([
    [2, 'another number'],
    [1, 'another number'],
  ])
  expect(holdTogether({ valid_from: undefined, valid_until: 5 }, { valid_from: 5, valid_until: undefined })).toBe(false)
  expect(holdTogether({ valid_from: undefined, valid_until: 5 }, { valid_from: 4, valid_until: undefined })).toBe(true)
})

test('a record whose cited file changed or is missing is marked with that file by search, get, context and timeline', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.root, 'src'))
  fs.writeFileSync(path.join(lab.root, 'src/token.ts'), 'const HOURS = 1\n')
  fs.writeFileSync(path.join(lab.root, 'src/user.ts'), 'export {}\n')
  const input = { title: 'Tokens live one hour', content: 'See HOURS', files: ['src/token.ts', 'src/user.ts'] }
  const saved = await lab.call('memory.save', input)
  expect(saved.observation?.files?.map(file => file.path)).toEqual(input.files)
  expect((await lab.call('memory.search', { query: 'token life' })).hits[0]?.marks).toEqual([])

  fs.writeFileSync(path.join(lab.root, 'src/token.ts'), 'const HOURS = 2\n')
  fs.rmSync(path.join(lab.root, 'src/user.ts'))
  const marks = ['check: src/token.ts has changed', 'check: src/user.ts is missing']
  expect((await lab.call('memory.search', { query: 'token life' })).hits[0]?.marks).toEqual(marks)
  expect((await lab.call('memory.get', { id: 1 })).observation).toMatchObject({
    marks,
    files: [
      { path: 'src/token.ts', state: 'changed' },
      { path: 'src/user.ts', state: 'missing' },
    ],
  })
  expect((await lab.call('memory.context', {})).observations[0]?.marks).toEqual(marks)
  expect((await lab.call('memory.timeline', { observation_id: 1 })).observations[0]?.marks).toEqual(marks)
  const text = await lab.app.call('memory.context', {}, { actor: agent })
  expect(text.ok && text.text()).toContain('check: src/token.ts has changed, check: src/user.ts is missing')

  const [check] = (await lab.call('memory.tidy', {})).proposals
  expect(check).toMatchObject({
    kind: 'check',
    ids: [1],
    message:
      '#1 "Tokens live one hour" is about src/token.ts, which has changed; src/user.ts, which is missing. If it still holds:',
    command: 'furrow memory update 1 --files src/token.ts',
  })
  await lab.call('memory.update', { id: 1, files: ['src/token.ts'] })
  expect((await lab.call('memory.get', { id: 1 })).observation.marks).toBeUndefined()
  expect((await lab.call('memory.tidy', {})).proposals).toEqual([])
  fs.rmSync(path.join(lab.root, 'src/token.ts'))
  expect((await lab.call('memory.tidy', {})).proposals.map(({ command }) => command)).toEqual([
    'furrow memory delete 1',
  ])
})

test('a file that is not there, a folder, and one outside the workspace cannot be cited', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.root, 'src'))
  fs.symlinkSync('/etc/hosts', path.join(lab.root, 'hosts'))
  for (const [file, code] of [
    ['nothing.ts', 'not_found'],
    ['src', 'usage'],
    ['hosts', 'usage'],
    ['../other.ts', 'usage'],
  ] as const) {
    const outcome = await lab.app.call('memory.save', { title: 'T', content: 'C', files: [file] }, { actor: agent })
    expect([file, outcome.ok ? 'saved' : outcome.error.code]).toEqual([file, code])
  }
  expect((await lab.call('memory.stats', {})).observations).toBe(0)
})

test('the files of another project are not looked at here', async () => {
  await using lab = await openLab()
  fs.writeFileSync(path.join(lab.root, 'a.ts'), 'one')
  await lab.call('memory.save', { title: 'Elsewhere', content: 'about a file', project: 'other', files: ['a.ts'] })
  fs.writeFileSync(path.join(lab.root, 'a.ts'), 'two')
  const { observation } = await lab.call('memory.get', { id: 1 })
  expect([observation.marks, observation.files?.[0]?.state]).toEqual([undefined, undefined])
})

test('a date alone is its first moment in UTC, and what is no date is refused in words that show one', async () => {
  await using lab = await openLab()
  const save = (valid_from: string) =>
    lab.app.call('memory.save', { title: 'T', content: `From ${valid_from}`, valid_from }, { actor: agent })
  const saved = await lab.call('memory.save', { title: 'T', content: 'C', valid_from: '2026-01-31' })
  expect(saved.observation?.valid_from).toBe('2026-01-31T00:00:00.000Z')
  await lab.call('memory.update', { id: 1, valid_from: '2026-02-01' })
  expect((await lab.call('memory.get', { id: 1 })).observation.valid_from).toBe('2026-02-01T00:00:00.000Z')
  for (const none of ['tomorrow', '2026-02-30', '31.01.2026', '2026-13-01', '2026-01-31T25:00:00Z']) {
    const outcome = await save(none)
    expect([none, outcome.ok ? 'saved' : outcome.error.message]).toEqual([
      none,
      expect.stringContaining('no date such as 2026-01-31'),
    ])
  }
})

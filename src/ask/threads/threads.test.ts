import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { bareTool, trust, writeTool } from '../../../tests/support/tools.ts'
import { namedIn } from './thread-folders.ts'

const FOLDER = '.sdlc/tool-interactions/ama'

test('a thread is one file for its owner alone, kept out of git, with the fields of seed 004', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('thread.create', { title: 'How sign-in works', tags: ['login'] })
  const file = path.join(lab.root, FOLDER, `${id}.yaml`)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(lab.read(`${FOLDER}/${id}.yaml`)).toMatch(
    /^schema_version: 1\nid: \S+\ntool_name: ama\nkind: thread\ntitle: How sign-in works\ncreated_at: .+\nupdated_at: .+\ntags:\n {2}- login\ncommitted_to: null\n/,
  )
  expect(lab.read('.sdlc/.gitignore')).toContain('tool-interactions/')
})

test('a thread is called by its first question until somebody names it, and again when the name is taken away', async () => {
  await using lab = await openLab()
  const { thread_id: id } = await ask(lab, 'Where is the\n  cookie set?')
  expect((await lab.call('thread.show', { id })).title).toBe('Where is the cookie set?')
  await lab.call('thread.update', { id, title: ' Cookies ' })
  await ask(lab, 'And when does it expire?', id)
  expect((await lab.call('thread.show', { id })).title).toBe('Cookies')
  await lab.call('thread.update', { id, title: '' })
  expect((await lab.call('thread.list', {})).threads[0]?.title).toBe('Where is the cookie set?')
})

test('two questions to one thread at once are both kept, each under an id of its own', async () => {
  await using lab = await openLab()
  const { thread_id: id } = await ask(lab, 'First')
  await Promise.all(['a', 'b', 'c', 'd'].map(question => ask(lab, question, id)))
  const { turns } = await lab.call('thread.show', { id })
  expect(turns.map(turn => turn.id)).toEqual(['turn-001', 'turn-002', 'turn-003', 'turn-004', 'turn-005'])
  expect(new Set(turns.map(turn => turn.question))).toEqual(new Set(['First', 'a', 'b', 'c', 'd']))
  expect(turns.every(turn => turn.status === 'answered')).toBe(true)
})

test('what is committed is set by committing alone', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('thread.create', {})
  expect(await lab.refusal('thread.update', { id, committed_to: 'feature:x' })).toMatchObject({ code: 'usage' })
})

test('a deleted thread lies in the trash, can be restored, and stays away from lists meanwhile', async () => {
  await using lab = await openLab()
  const { thread_id: id } = await ask(lab, 'Where is the cookie set?')
  const before = lab.read(`${FOLDER}/${id}.yaml`)
  await lab.call('thread.delete', { id })
  expect((await lab.call('thread.list', {})).threads).toEqual([])
  expect((await lab.call('thread.list', { deleted: true })).threads).toMatchObject([{ id, turns: 1 }])
  expect(await lab.refusal('thread.show', { id })).toMatchObject({
    code: 'not_found',
    fix: `furrow ask threads restore ${id}`,
  })
  await lab.call('thread.restore', { id })
  expect(lab.read(`${FOLDER}/${id}.yaml`)).toBe(before)
  expect(await lab.refusal('thread.restore', { id })).toMatchObject({ code: 'not_found' })
})

test('deleting can be undone like every other write', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('thread.create', { title: 'Kept' })
  await lab.call('thread.delete', { id })
  await lab.call('store.undo', {})
  expect((await lab.call('thread.list', {})).threads).toMatchObject([{ id, title: 'Kept' }])
})

test('the trash is emptied of what has lain there for more than 30 days', async () => {
  let now = Date.parse('2026-01-02T10:15:00Z')
  await using lab = await openLab({ clock: { now: () => now } })
  const [first, second] = [await lab.call('thread.create', {}), await lab.call('thread.create', {})]
  await lab.call('thread.delete', { id: first.id })
  now += 29 * 24 * 3600 * 1000
  await lab.call('thread.delete', { id: second.id })
  expect((await lab.call('thread.list', { deleted: true })).threads).toHaveLength(2)
  now += 2 * 24 * 3600 * 1000
  await lab.call('thread.delete', { id: (await lab.call('thread.create', {})).id })
  expect((await lab.call('thread.list', { deleted: true })).threads.map(({ id }) => id)).not.toContain(first.id)
})

test('a thread that something was made from is deleted by force alone', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('thread.create', { title: 'Source' })
  const file = `${FOLDER}/${id}.yaml`
  lab.write(file, lab.read(file).replace('committed_to: null', 'committed_to: feature:sign-on'))
  expect(await lab.refusal('thread.delete', { id })).toMatchObject({
    code: 'blocked',
    message: 'feature:sign-on was made from this thread.',
    fix: `furrow ask threads delete ${id} --force`,
  })
  await lab.call('thread.delete', { id, force: true })
})

test('threads are listed newest first, page by page, and found by what was said', async () => {
  let now = Date.parse('2026-01-02T10:15:00Z')
  await using lab = await openLab({ clock: { now: () => now } })
  const ids: string[] = []
  for (const title of ['Cookies', 'Über Sessions', 'Ports']) {
    ids.unshift((await lab.call('thread.create', { title, tags: [`${title.length}-letters`] })).id)
    now += 1000
  }
  const first = await lab.call('thread.list', { limit: 2 })
  expect(first.threads.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const rest = await lab.call('thread.list', { limit: 2, cursor: first.next ?? '' })
  expect(rest).toMatchObject({ threads: [{ id: ids[2], title: 'Cookies' }] })
  expect(rest.next).toBeUndefined()
  const found = async (text: string) => (await lab.call('thread.list', { text })).threads.map(({ title }) => title)
  expect(await found('über')).toEqual(['Über Sessions'])
  expect(await found('7-letters')).toEqual(['Cookies'])
  expect(await found('cookies ports')).toEqual([])
})

test('a damaged thread is one row that says what is wrong, in both lists, and the others are shown', async () => {
  await using lab = await openLab()
  const { id: sound } = await lab.call('thread.create', { title: 'Sound' })
  lab.write(`${FOLDER}/20260102-101500-bad.yaml`, 'kind: thread\nid: [\n')
  const { threads, errors } = await lab.call('thread.list', {})
  expect(threads).toMatchObject([{ id: sound }])
  expect(errors).toMatchObject([{ id: '20260102-101500-bad', path: expect.stringContaining('bad.yaml') }])
  const history = await lab.call('tool.interactions', { name: 'ama' })
  expect(history.interactions).toMatchObject([{ id: sound, kind: 'thread', title: 'Sound' }])
  expect(history.errors).toMatchObject([{ id: '20260102-101500-bad' }])
  expect(lab.read(`${FOLDER}/20260102-101500-bad.yaml`)).toBe('kind: thread\nid: [\n')
})

test('comments and keys that Furrow does not know survive its edits', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('thread.create', { title: 'Old' })
  const file = `${FOLDER}/${id}.yaml`
  lab.write(file, lab.read(file).replace('title: Old', 'title: Old # mine\nmood: calm'))
  await lab.call('thread.update', { id, title: 'New' })
  expect(lab.read(file)).toContain('title: New # mine\nmood: calm\n')
})

test('a thread of a newer Furrow is shown and not changed', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('thread.create', { title: 'Later' })
  const file = `${FOLDER}/${id}.yaml`
  lab.write(file, lab.read(file).replace('schema_version: 1', 'schema_version: 9'))
  expect((await lab.call('thread.show', { id })).title).toBe('Later')
  expect(await lab.refusal('thread.update', { id, title: 'Now' })).toMatchObject({ code: 'newer_schema' })
})

test('every threaded tool keeps threads, and no other', async () => {
  await using lab = await openLab()
  writeTool(lab, 'chat', bareTool({ threaded: true }, 'print({ ok: true })'))
  writeTool(lab, 'plain', bareTool({}, 'print({ ok: true })'))
  await trust(lab)
  const { id } = await lab.call('thread.create', { name: 'chat', title: 'Hello' })
  expect(lab.list('.sdlc/tool-interactions/chat')).toEqual([`${id}.yaml`])
  expect((await lab.call('thread.list', { name: 'chat' })).threads).toHaveLength(1)
  expect((await lab.call('thread.list', {})).threads).toEqual([])
  expect(await lab.refusal('thread.create', { name: 'plain' })).toMatchObject({
    code: 'unsupported',
    fix: 'furrow tool info plain',
  })
})

test('what is written like a file and its line is a name of a place, and nothing else is', () => {
  const names = (text: string) => namedIn(text).map(({ text: each }) => each)
  expect(names('In `src/a.ts:8`, (b/c.py:3-9) and ./d:1, again src/a.ts:8.')).toEqual([
    'src/a.ts:8',
    'b/c.py:3-9',
    './d:1',
  ])
  expect(names('http://localhost:3000/x ../up.ts:1 /etc/passwd:2 ~/x:3 a.ts:0 a.ts:9-8 a.ts:8:2 -x:1')).toEqual([])
})

test('an answer is shown with the places it names that are there, and they are not stored', async () => {
  await using lab = await openLab()
  lab.write('src/a.ts', 'one\ntwo\nthree\n')
  fs.symlinkSync('/etc', path.join(lab.root, 'out'))
  const { thread_id: id, turn_id } = await lab.call('ask.answer', { question: 'Where?', way: 'client' })
  const synthesis = 'src/a.ts:3, ./src/a.ts:1-2, src/a.ts:4, src/none.ts:1, src/a.ts/b:1, src:1, out/passwd:1, at 12:30'
  await lab.call('ask.store', { thread_id: id, turn_id, synthesis })
  const [turn] = (await lab.call('thread.show', { id })).turns
  expect(turn?.places).toEqual([
    { text: 'src/a.ts:3', path: 'src/a.ts', lines: [3, 3] },
    { text: './src/a.ts:1-2', path: 'src/a.ts', lines: [1, 2] },
  ])
  expect(lab.read(`${FOLDER}/${id}.yaml`)).not.toContain('places')
})

test('retention of runs leaves threads alone', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'tools:\n  interaction_retention: 1\n')
  writeTool(lab, 'chat', bareTool({ threaded: true }, 'print({ ok: true })'))
  await trust(lab)
  const { id } = await lab.call('thread.create', { name: 'chat', title: 'Hello' })
  for (const _ of [1, 2, 3]) {
    const { interaction_id: run } = await lab.call('tool.run', { name: 'chat' })
    await lab.call('run.wait', { id: run })
  }
  expect((await lab.call('thread.list', { name: 'chat' })).threads.map(thread => thread.id)).toEqual([id])
})

async function ask(lab: Lab, question: string, thread_id?: string) {
  return lab.call('ask.answer', { question, way: 'extract', ...(thread_id !== undefined && { thread_id }) }, agent)
}

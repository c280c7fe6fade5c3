import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

const TEXTS = { context: 'Orders have lines.', decision: 'One database.', rationale: 'Joins.' }
const decide = (lab: Lab, title: string, more: { supersedes?: string } = {}) =>
  lab.call('adr.record', { title, ...TEXTS, ...more })
const start = (lab: Lab) => lab.call('change.start', { type: 'feature', size: 'small', description: 'New orders' })
const FOLDER = 'sdd/changes/new-orders/adrs'

async function remembered(lab: Lab, title: string) {
  const { hits } = await lab.call('memory.search', { query: title, type: 'decision' })
  const found = hits.find(hit => hit.title === title)
  const { observation } = await lab.call('memory.get', { id: found?.id ?? 0 })
  return { content: observation.content, marks: observation.marks ?? [] }
}

test('a decision whose file was edited by hand is marked in memory, and an update without a text takes it over', async () => {
  await using lab = await openLab()
  await start(lab)
  await decide(lab, 'Use PostgreSQL')
  expect((await remembered(lab, 'Use PostgreSQL')).marks).toEqual([])
  const file = `${FOLDER}/ADR-001.md`
  lab.write(file, lab.read(file).replace('One database.', 'Two databases.'))
  expect((await remembered(lab, 'Use PostgreSQL')).marks).toEqual([`check: ${file} has changed`])
  await lab.call('adr.record', { id: 'ADR-001' })
  expect(await remembered(lab, 'Use PostgreSQL')).toMatchObject({
    content: expect.stringContaining('Two databases.'),
    marks: [],
  })
})

test('undoing a supersession makes the earlier decision valid again in memory too, and redoing it does not', async () => {
  await using lab = await openLab()
  await start(lab)
  await decide(lab, 'Use PostgreSQL')
  await decide(lab, 'Use SQLite', { supersedes: 'ADR-001' })
  expect((await remembered(lab, 'Use PostgreSQL')).marks).toEqual(['superseded'])
  const undone = await lab.call('store.undo', {})
  expect(await remembered(lab, 'Use PostgreSQL')).toMatchObject({
    content: expect.stringContaining('- **Status:** accepted'),
    marks: [],
  })
  expect((await remembered(lab, 'Use SQLite')).marks).toEqual([`check: ${FOLDER}/ADR-002.md is missing`])
  await lab.call('store.undo', { id: undone.undone_by ?? '' })
  expect((await remembered(lab, 'Use PostgreSQL')).marks).toEqual(['superseded'])
  expect((await remembered(lab, 'Use SQLite')).marks).toEqual([])
})

test('an undone decision is marked in the list and where it is shown', async () => {
  await using lab = await openLab()
  await start(lab)
  await decide(lab, 'Use PostgreSQL')
  await lab.call('store.undo', {})
  const { remembered: rows } = await lab.call('adr.list', {})
  expect(rows).toMatchObject([{ title: 'Use PostgreSQL', missing: `${FOLDER}/ADR-001.md` }])
  const shown = await lab.app.call(
    'adr.show',
    { id: 'Use PostgreSQL' },
    { actor: { kind: 'person', id: 'p', door: 'cli' } },
  )
  expect(shown.ok && shown.text()).toContain(`only: ${FOLDER}/ADR-001.md was undone or removed`)
})

test('the undo of a new title gives the record its former title back', async () => {
  await using lab = await openLab()
  await start(lab)
  const { memory } = await decide(lab, 'Use PostgreSQL')
  await lab.call('adr.record', { id: 'ADR-001', title: 'Use MariaDB' })
  await lab.call('store.undo', {})
  const { observation } = await lab.call('memory.get', { id: memory.id ?? 0 })
  expect(observation).toMatchObject({
    title: 'Use PostgreSQL',
    content: expect.stringContaining('# ADR-001: Use PostgreSQL'),
  })
  expect((await lab.call('adr.list', {})).remembered).toEqual([])
})

test('a decision of an archived change is unchanged in memory, and so it is when the archiving is undone', async () => {
  await using lab = await openLab()
  await start(lab)
  await decide(lab, 'Use PostgreSQL')
  await lab.call('change.cancel', {})
  await lab.call('change.archive', { id: 'new-orders' })
  expect(fs.existsSync(path.join(lab.root, 'sdd/history/new-orders/adrs/ADR-001.md'))).toBe(true)
  expect((await remembered(lab, 'Use PostgreSQL')).marks).toEqual([])
  await lab.call('store.undo', {})
  expect(lab.list(FOLDER)).toEqual(['ADR-001.md'])
  expect((await remembered(lab, 'Use PostgreSQL')).marks).toEqual([])
})

test('a decision that ended between its file and memory is caught up by the next operation, with what it replaced', async () => {
  await using lab = await openLab()
  await start(lab)
  await decide(lab, 'Use PostgreSQL')
  const database = path.join(lab.home, 'memory', 'memory.db')
  const trigger = (sql: string) => {
    const db = new DatabaseSync(database)
    db.exec(sql)
    db.close()
  }
  trigger("CREATE TRIGGER refuse BEFORE INSERT ON observations BEGIN SELECT RAISE(ABORT, 'no space'); END")
  await expect(decide(lab, 'Use SQLite', { supersedes: 'ADR-001' })).rejects.toThrow('no space')
  expect(lab.list(FOLDER)).toEqual(['ADR-001.md', 'ADR-002.md'])
  expect((await lab.call('adr.list', {})).adrs).toHaveLength(2)
  trigger('DROP TRIGGER refuse')
  await decide(lab, 'Use Redis')
  expect(await remembered(lab, 'Use SQLite')).toMatchObject({ content: expect.stringContaining('ADR-002'), marks: [] })
  expect((await remembered(lab, 'Use PostgreSQL')).marks).toEqual(['superseded'])
})

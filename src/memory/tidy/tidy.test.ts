import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('tidy proposes duplicates, long chains, expired, due and unused records, and changes nothing', async () => {
  let now = Date.parse('2026-01-01T10:00:00Z')
  await using lab = await openLab({ clock: { now: () => now } })
  const save = (title: string, content: string, more: object = {}) =>
    lab.call('memory.save', { title, content, ...more })
  await save('Old', 'nobody asks for this')
  now += 200 * DAY_MS
  await save('Twin', 'the same text')
  await save('Twin again', 'The  same text')
  for (const n of [1, 2, 3]) await save(`Limit ${n}`, `The limit is ${n}`)
  for (const [from_id, to_id] of [
    [5, 4],
    [6, 5],
  ] as const)
    await lab.call('memory.relate', { from_id, to_id, relation_type: 'supersedes' })
  await save('Sale', 'Until Sunday', { expires_at: new Date(now - 1).toISOString() })
  await save('Vendor', 'Ask again', { review_after: new Date(now - 1).toISOString() })
  for (const id of ['a', 'b']) await save(`Stage ${id}`, 'a stage', { topic_key: `change/workspace/${id}/tasks` })
  await save('Elsewhere', 'the same text', { project: 'other' })

  const found = await lab.call('memory.tidy', {})
  expect(found.searched).toBe(10)
  expect(found.proposals.map(({ kind, ids, keeps, command }) => [kind, ids, keeps, command])).toEqual([
    ['duplicate', [2], 3, 'furrow memory compact --project workspace --into 3 --compact-ids 2'],
    ['chain', [4, 5], 6, 'furrow memory compact --project workspace --into 6 --compact-ids 4 --compact-ids 5'],
    ['expired', [7], undefined, 'furrow memory delete 7'],
    ['review due', [8], undefined, "furrow memory update 8 --review-after ''"],
    ['unused', [1], undefined, 'furrow memory compact --project workspace --older-than-days 180'],
  ])
  expect((await lab.call('memory.stats', {})).observations).toBe(11)
  const outcome = await lab.app.call('memory.tidy', {}, { actor: agent })
  expect(outcome.ok ? outcome.text() : '').toContain(
    '5 proposals for 10 records of workspace; nothing was changed.\n- #2 has the text of #3 "Twin again".',
  )

  await lab.call('memory.compact', { compact_ids: [2], into: 3 })
  await lab.call('memory.compact', { compact_ids: [4, 5], into: 6 })
  await lab.call('memory.delete', { id: 7 })
  await lab.call('memory.update', { id: 8, review_after: '' })
  expect((await lab.call('memory.tidy', {})).proposals.map(({ kind }) => kind)).toEqual(['unused'])
})

test('a memory without anything to tidy says so', async () => {
  await using lab = await openLab()
  const outcome = await lab.app.call('memory.tidy', {}, { actor: agent })
  expect(outcome.ok ? outcome.text() : '').toBe('Nothing to tidy among 0 records of workspace.')
})

test('a record that somebody found is in use, however old it is; one that nobody found is proposed', async () => {
  let now = Date.parse('2026-01-01T10:00:00Z')
  await using lab = await openLab({ clock: { now: () => now } })
  await lab.call('memory.save', { title: 'Ports', content: 'The shop listens on 8080' })
  await lab.call('memory.save', { title: 'Colours', content: 'Links are blue' })
  await lab.call('memory.save', { title: 'Fonts', content: 'Headings are bold' })
  now += 150 * DAY_MS
  await lab.call('memory.search', { query: 'where does the shop listen' })
  await lab.call('memory.get', { id: 3 })
  now += 100 * DAY_MS
  const { proposals } = await lab.call('memory.tidy', {})
  expect(proposals.map(({ kind, ids }) => [kind, ids])).toEqual([['unused', [2]]])
  expect(proposals[0]?.message).toBe(
    '1 record that nobody changed, saved again or found for 180 days: #2. To read them:',
  )
  const { candidates } = await lab.call('memory.compact', { older_than_days: 180 })
  expect(candidates.map(({ id }) => id)).toEqual([2])
})

test('a record that was changed again and again is proposed for a look at its history', async () => {
  await using lab = await openLab()
  for (let n = 0; n <= 21; n += 1)
    await lab.call('memory.save', { title: 'Limits', content: `The limit is ${n}`, topic_key: 'config/limits' })
  const { proposals } = await lab.call('memory.tidy', {})
  expect(proposals.map(({ kind, ids, command }) => [kind, ids, command])).toEqual([
    ['revisions', [1], 'furrow memory history 1'],
  ])
  expect(proposals[0]?.message).toContain('#1 "Limits" was changed 21 times.')
})

test('a record that is no longer valid is proposed like one that has expired', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Sale', content: 'Half price', valid_until: '2026-01-01T00:00:00Z' })
  const { proposals } = await lab.call('memory.tidy', {})
  expect(proposals.map(({ kind, message, command }) => [kind, message, command])).toEqual([
    ['expired', '#1 "Sale" is no longer valid.', 'furrow memory delete 1'],
  ])
})

test('finding a record never fails because its note cannot be written', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Ports', content: 'The shop listens on 8080' })
  const writer = new DatabaseSync(path.join(lab.home, 'memory/memory.db'))
  writer.exec('BEGIN IMMEDIATE')
  const { hits } = await lab.call('memory.search', { query: 'shop listens' })
  expect(hits).toHaveLength(1)
  writer.exec('ROLLBACK')
  const count = () => writer.prepare('SELECT count(*) AS n FROM memory_found').get()?.n
  expect(count()).toBe(0)
  await lab.call('memory.search', { query: 'shop listens' })
  expect(count()).toBe(1)
  writer.close()
})

import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'

test('saving names up to three records that it may contradict or repeat, with the calls that settle it', async () => {
  await using lab = await openLab()
  const save = (title: string, content: string, type = 'decision') => lab.call('memory.save', { title, content, type })
  await save('Access tokens live one hour', 'They expire after 60 minutes.')
  await save('Retries', 'We retry three times.')
  await save('Use Redis for the cache', 'Redis it is.')
  const other = await save('Access tokens live longer', 'They expire after 30 minutes.')
  expect(other.near).toEqual([{ id: 1, title: 'Access tokens live one hour', why: 'another number' }])
  const outcome = await lab.app.call(
    'memory.save',
    { title: 'Redis cache', content: 'We do not use Redis any more.', type: 'decision' },
    { actor: agent },
  )
  const text = outcome.ok ? outcome.text() : ''
  expect(text).toContain(
    'May contradict #3 "Use Redis for the cache" (only one of them says no). To keep both, do nothing.',
  )
  expect(text).toContain('`furrow memory relate 5 3 --relation-type supersedes`')
  expect(text).toContain('`furrow memory compact --compact-ids 3 --into 5`')
  expect((await save('Retries of calls', 'We retry three times.')).near).toEqual([
    { id: 2, title: 'Retries', why: 'says the same' },
  ])
  expect((await save('Ports', 'The server binds 4747.')).near).toEqual([])
  expect((await lab.call('memory.stats', {})).observations).toBe(7)
  await save('Colour of the header', 'The header is blue.')
  expect((await save('Colour of the header', 'We made it a deep red.')).near).toEqual([
    { id: 8, title: 'Colour of the header', why: 'the same title' },
  ])
})

test('numbers are compared as words too', async () => {
  await using lab = await openLab()
  const save = (title: string, content: string) => lab.call('memory.save', { title, content, type: 'decision' })
  await save('Token life', 'Tokens live one hour.')
  expect((await save('Token life two', 'Tokens live two hours.')).near).toEqual([
    { id: 1, title: 'Token life', why: 'another number' },
  ])
  await save('Job length', 'A job runs for 2 hours, and only one of them runs.')
  expect((await save('Job length again', 'A job runs for two hours, at three places.')).near).toEqual([])
})

test('what was replaced, other projects and other types are not named, and never more than three are', async () => {
  await using lab = await openLab()
  const save = (n: number, more: object = {}) =>
    lab.call('memory.save', { title: 'Timeout of calls', content: `It is ${n} seconds.`, type: 'config', ...more })
  for (const n of [1, 2, 3, 4]) await save(n)
  expect((await save(5)).near.map(({ id }) => id)).toEqual([4, 3, 2])
  for (const id of [1, 2, 3, 4]) await lab.call('memory.relate', { from_id: 5, to_id: id, relation_type: 'supersedes' })
  await save(6, { project: 'elsewhere' })
  await save(7, { type: 'bug' })
  expect((await save(8)).near.map(({ id }) => id)).toEqual([5])
})

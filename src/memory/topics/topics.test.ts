import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

test('records are counted by the first part of their topic, the largest topic first, and no other project counts', async () => {
  await using lab = await openLab()
  const save = (title: string, more: { topic_key?: string; project?: string } = {}) =>
    lab.call('memory.save', { title, content: `About ${title}.`, ...more })
  await save('Ports', { topic_key: 'server/ports' })
  await save('Hosts', { topic_key: 'server/hosts' })
  await save('Colours', { topic_key: 'page' })
  await save('Theirs', { topic_key: 'page/theirs', project: 'elsewhere' })
  const { topics } = await lab.call('memory.topics', {})
  expect(topics.find(({ topic }) => topic === 'server')).toMatchObject({ records: 2, months: [{ records: 2 }] })
  expect(topics.find(({ topic }) => topic === 'page')).toMatchObject({ records: 1 })
  expect(topics[0]?.topic).toBe('server')
  expect(topics[0]?.months[0]?.month).toMatch(/^\d{4}-\d\d$/)
  const { hits } = await lab.call('memory.search', { query: 'topic:server' })
  expect(hits.map(({ title }) => title).sort()).toEqual(['Hosts', 'Ports'])
})

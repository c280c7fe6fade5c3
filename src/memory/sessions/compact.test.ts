import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'

async function textOf(lab: Lab, name: 'memory.compact' | 'memory.save', input: object): Promise<string> {
  const outcome = await lab.app.call(name, input as never, { actor: agent })
  return outcome.ok ? outcome.text() : JSON.stringify(outcome.error)
}

test('records of another project are not folded, and the answer names where they belong', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Here', content: 'of this project' })
  await lab.call('memory.save', { title: 'There', content: 'of the shop', project: 'shop' })
  const refused = await lab.refusal('memory.compact', { compact_ids: [1, 2], summary_content: 'both' })
  expect(refused).toMatchObject({ code: 'conflict', target: '2', fix: 'furrow memory get 2' })
  expect(refused.message).toContain('#2 belongs to the project `shop`, not to `workspace`; nothing was changed.')
  expect((await lab.call('memory.stats', {})).observations).toBe(2)

  const folded = await lab.call('memory.compact', { compact_ids: [2], summary_content: 'short', project: 'shop' })
  expect(folded.summary).toMatchObject({ project: 'shop' })
  expect((await lab.call('memory.search', { query: 'short' })).hits).toEqual([])
})

test('a summary keeps the scope and the namespace of what it replaces', async () => {
  await using lab = await openLab()
  for (const title of ['a', 'b'])
    await lab.call('memory.save', { title, content: `I like ${title}`, scope: 'personal', namespace: 'taste' })
  await lab.call('memory.save', { title: 'c', content: 'of the project' })
  expect(await lab.refusal('memory.compact', { compact_ids: [1, 3], summary_content: 'x' })).toMatchObject({
    code: 'conflict',
    target: '1',
  })
  const folded = await lab.call('memory.compact', { compact_ids: [1, 2], summary_content: 'I like both' })
  expect(folded.summary).toMatchObject({ scope: 'personal', namespace: 'taste' })
})

test('a record that was folded is found by its number: what it was folded into, and how it comes back', async () => {
  await using lab = await openLab()
  for (const title of ['a', 'b']) await lab.call('memory.save', { title, content: `about ${title}` })
  const input = { compact_ids: [1, 2], summary_title: 'Both', summary_content: 'about a and b' }
  expect(await textOf(lab, 'memory.compact', input)).toMatch(
    /^2 records folded into #3: #1, #2\. `furrow memory delete 1 --restore` brings #1 back\./,
  )
  for (const name of ['memory.get', 'memory.delete'] as const)
    expect(await lab.refusal(name, { id: 1 })).toMatchObject({
      code: 'not_found',
      message: 'Record 1 was folded into #3 "Both". `furrow memory delete 1 --restore` brings it back.',
      fix: 'furrow memory get 3',
    })
  await lab.call('memory.compact', { compact_ids: [3], summary_title: 'Again', summary_content: 'shorter' })
  expect(await lab.refusal('memory.get', { id: 1 })).toMatchObject({ fix: 'furrow memory get 4' })
  await lab.call('memory.delete', { id: 4 })
  expect(await lab.refusal('memory.get', { id: 4 })).toMatchObject({
    message: 'Record 4 is deleted.',
    fix: 'furrow memory delete 4 --restore',
  })
  expect(await lab.refusal('memory.get', { id: 99 })).toMatchObject({ message: 'There is no record 99 in memory.' })
  await lab.call('memory.delete', { id: 4, restore: true })
  expect(await lab.refusal('memory.delete', { id: 4, restore: true })).toMatchObject({
    code: 'conflict',
    message: 'Record 4 is not deleted.',
  })
})

test('the commands that saving offers carry nothing to fill in: the new record stays, with its own text', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Cache', content: 'We use Redis.', type: 'decision' })
  const text = await textOf(lab, 'memory.save', {
    title: 'Cache store',
    content: 'We do not use Redis.',
    type: 'decision',
  })
  expect(text).toContain('- keeps only this one: `furrow memory compact --compact-ids 1 --into 2`')
  const folded = await lab.call('memory.compact', { compact_ids: [1], into: 2 })
  expect(folded).toMatchObject({
    folded: [1],
    summary: { id: 2, title: 'Cache store', content: 'We do not use Redis.' },
  })
  expect(await lab.refusal('memory.get', { id: 1 })).toMatchObject({
    message: expect.stringContaining('is deleted and replaced by #2 "Cache store"'),
    fix: 'furrow memory get 2',
  })
  expect(await lab.refusal('memory.compact', { compact_ids: [2], into: 2 })).toMatchObject({ code: 'usage' })
})

test('folding into a record prints the beginning of its text, not all of it', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'a', content: 'about a' })
  await lab.call('memory.save', { title: 'b', content: 'about b. '.repeat(5000) })
  expect((await textOf(lab, 'memory.compact', { compact_ids: [1], into: 2 })).length).toBeLessThan(2000)
})

import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

const FILLER = 'The harbour office counts ships, crates and tides every day of the year. '
const LONG = `${FILLER.repeat(1500)}\n\nThe walrus keeper is called Odobena and feeds at noon.\n\n${FILLER.repeat(200)}`

async function saveLong(lab: Lab): Promise<number> {
  const saved = await lab.call('memory.save', { title: 'Minutes of the year', content: LONG })
  return saved.observation?.id ?? 0
}

async function find(lab: Lab, query: string) {
  return (await lab.call('memory.search', { query })).hits.map(({ id, passage }) => ({ id, passage }))
}

test('a record of more than 50,000 characters is kept whole, and found once by what its end says', async () => {
  await using lab = await openLab()
  const id = await saveLong(lab)
  expect((await lab.call('memory.get', { id })).observation.content).toBe(LONG)
  expect(LONG.length).toBeGreaterThan(100_000)
  expect(await find(lab, 'who is the keeper of the walrus?')).toEqual([
    { id, passage: expect.stringContaining('called Odobena') },
  ])
  expect(await find(lab, 'harbour crates')).toHaveLength(1)
  expect(await find(lab, '"walrus keeper"')).toHaveLength(1)
})

test('what is answered after writing a long record is its beginning', async () => {
  await using lab = await openLab()
  const saved = await lab.call('memory.save', { title: 'Minutes', content: LONG })
  expect(saved.observation?.content).toMatch(/ \.\.\. \(\d+ characters more\)$/)
})

test('a short note is not pushed aside by a long one that says its words among many others', async () => {
  await using lab = await openLab()
  const { observation } = await lab.call('memory.save', { title: 'Keeper', content: 'Odobena feeds the walrus.' })
  await saveLong(lab)
  expect((await find(lab, 'who feeds the walrus'))[0]?.id).toBe(observation?.id)
})

test('a long text that is changed, brought back, deleted and restored is found by what it says then', async () => {
  await using lab = await openLab()
  const id = await saveLong(lab)
  await lab.call('memory.update', { id, content: 'Nothing of that any more.' })
  expect(await find(lab, 'Odobena')).toEqual([])
  await lab.call('memory.restore_revision', { id, revision: 1 })
  expect((await lab.call('memory.get', { id })).observation.content).toBe(LONG)
  expect(await find(lab, 'Odobena')).toHaveLength(1)
  await lab.call('memory.delete', { id })
  expect(await find(lab, 'Odobena')).toEqual([])
  await lab.call('memory.delete', { id, restore: true })
  expect(await find(lab, 'Odobena')).toHaveLength(1)
})

test('a long record moves whole to another memory, and twice is once', async () => {
  await using lab = await openLab()
  await saveLong(lab)
  const { jsonl } = await lab.call('memory.export', { all_projects: true })
  await using other = await openLab()
  expect(await other.call('memory.import', { content: jsonl })).toMatchObject({ skipped: [] })
  expect(await other.call('memory.import', { content: jsonl })).toMatchObject({ added: 0 })
  const { hits } = await other.call('memory.search', { query: 'Odobena', all_projects: true })
  expect(hits).toHaveLength(1)
  expect((await other.call('memory.get', { id: hits[0]?.id ?? 0 })).observation.content).toBe(LONG)
})

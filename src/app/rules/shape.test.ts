import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

test('a limit is named in plain words', async () => {
  await using lab = await openLab()
  const long = await lab.refusal('memory.search', { query: 'x'.repeat(25_000) })
  expect(long.message).toBe('query has more than 10000 characters')
  const low = await lab.refusal('memory.get', { id: -1 })
  expect(low.message).toBe('id must be at least 1')
})

test.each([
  ['memory.get', { id: 'abc' }, 'id must be a number, not a text'],
  ['memory.get', { id: 1.5 }, 'id must be a whole number'],
  ['memory.save', { content: ['b'] }, 'content must be a text, not a list'],
  ['memory.save', { content: 'b', title: null }, 'title must be a text, not null'],
  ['memory.save', { content: 'b', files: 'x' }, 'files must be a list, not a text'],
  ['memory.save', { content: 'b', relate_to: ['4'] }, 'relate_to.0 must be a number, not a text'],
  ['memory.save', { content: 'b', scope: 'galaxy' }, 'scope must be one of: project, personal'],
  ['memory.search', { query: 'b', complete: 'yes' }, 'complete must be true or false, not a text'],
  ['spec.clarify', { dimension_scores: 5 }, 'dimension_scores must be a text or an object'],
  ['workspace.status', [], 'The input must be an object.'],
] as const)('%s with %j is refused in plain words', async (name, input, message) => {
  await using lab = await openLab()
  expect((await lab.refusal(name, input)).message).toBe(message)
})

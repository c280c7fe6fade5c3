import { expect, test } from 'vitest'
import { type ExploredLead, type Lead, walk } from './walk.ts'

const lead = (id: string): Lead => ({ kind: 'feature', id, because: 'it says so' })
const known = (id: string, ...leads: string[]): ExploredLead => ({
  cause: { kind: 'feature', id, title: id },
  leads: leads.map(lead),
})

test('each thing is told once, even in a circle', async () => {
  const graph: Record<string, ExploredLead> = { a: known('a', 'b'), b: known('b', 'a', 'c'), c: known('c', 'b') }
  const { causes, missing } = await walk([lead('a')], async ({ id }) => graph[id])
  expect(causes.map(({ id, from }) => [id, from])).toEqual([
    ['a', undefined],
    ['b', 'feature:a'],
    ['c', 'feature:b'],
  ])
  expect(missing).toEqual([])
})

test('what is named and gone is told as a missing link', async () => {
  const { causes, missing } = await walk([lead('a')], async ({ id }) => (id === 'a' ? known('a', 'gone') : undefined))
  expect(causes).toHaveLength(1)
  expect(missing).toEqual([{ link: 'feature:gone', would: 'it says so, and it is not here any more' }])
})

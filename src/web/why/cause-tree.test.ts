import { expect, test } from 'vitest'
import { type ShownCause, treeOf } from './cause-tree.ts'

const cause = (id: string, from?: string): ShownCause => ({
  kind: 'change',
  id,
  title: id,
  because: `${id} says so`,
  ...(from !== undefined && { from: `change:${from}` }),
})

test('each cause stands below what it led to, beside the other causes of that', () => {
  const [top] = treeOf([cause('a'), cause('b', 'a'), cause('c', 'a'), cause('d', 'b')])
  expect(top?.causes.map(({ cause: { id }, causes }) => [id, causes.map(below => below.cause.id)])).toEqual([
    ['b', ['d']],
    ['c', []],
  ])
})

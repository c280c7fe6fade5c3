import { expect, test } from 'vitest'
import { cardPage, PHASE_GROUPS } from './board-labels.ts'

test('every phase is in one column, in order', () => {
  const all = 'draft specified planned ready implementation review audit qa merge released'.split(' ')
  expect(PHASE_GROUPS.flatMap(({ phases }) => phases)).toEqual(all)
})

test.each([
  ['feature:sign-on', '/board/features/sign-on'],
  ['task:sign-on/T2', '/board/features/sign-on'],
  ['interaction:build/20260102-101500-a1b', '/tools/build?run=20260102-101500-a1b'],
  ['uat:one-login/uat-001', '/board/milestones/one-login'],
  ['change:fix-login', '/changes/fix-login'],
  ['feedback:f-001', '/board?tab=feedback'],
  ['milestone:one-login', '/board/milestones/one-login'],
  ['somewhere', undefined],
  ['moon:one', undefined],
])('%s is shown at %s', (ref, page) => {
  expect(cardPage(ref)).toBe(page)
})

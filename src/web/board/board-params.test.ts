import { expect, test } from 'vitest'
import { boardSearch, featureSearch } from './board-params.ts'

test('an address holds the view of the board, and nothing it does not know', () => {
  expect(boardSearch({ tab: 'milestones', other: 'x' })).toEqual({ tab: 'milestones' })
  expect(boardSearch({ tab: 'features' })).toEqual({})
  expect(boardSearch({ tab: '<b>' })).toEqual({})
})

test('the page of a feature takes an artifact by its name alone', () => {
  expect(featureSearch({ artifact: 'qa-plan' })).toEqual({ artifact: 'qa-plan' })
  expect(featureSearch({ artifact: '../../etc' })).toEqual({})
})

import { expect, test } from 'vitest'
import { finder, step } from './find-in-log.ts'

test('small letters find both cases, a capital means it', () => {
  expect(finder('err')?.('Err err ERR')).toEqual([
    [0, 3],
    [4, 7],
    [8, 11],
  ])
  expect(finder('Err')?.('Err err ERR')).toEqual([[0, 3]])
})

test('colours between the letters do not hide a match', () => {
  expect(finder('failed')?.('2 \u001b[31mfai\u001b[1mled\u001b[0m now')).toEqual([[2, 8]])
})

test('nothing typed finds nothing', () => {
  expect(finder('')).toBeUndefined()
})

test('stepping goes round at the ends', () => {
  expect([step([3, 7], undefined, 1), step([3, 7], 3, 1), step([3, 7], 7, 1)]).toEqual([3, 7, 3])
  expect([step([3, 7], undefined, -1), step([3, 7], 7, -1), step([3, 7], 3, -1)]).toEqual([7, 3, 7])
  expect(step([], 3, 1)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

test('a swap of neighbours is one slip, so the right word wins', () => {
  expect(nearest('stauts', ['start', 'status'])).toBe('status')
  expect(nearest('archvie', ['archive', 'activate'])).toBe('archive')
})

test.each([
  ['siez', 'size'],
  ['--jsn', '--json'],
  ['CONFIG', 'config'],
])('%s is near %s', (word, known) => {
  expect(nearest(word, ['other', known])).toBe(known)
})

test('an option is near that holds the word as one of its own', () => {
  expect(nearest('--ids', ['--yes', '--compact-ids'])).toBe('--compact-ids')
})

test('what is far from everything, or as short as its slips, has no neighbour', () => {
  expect(nearest('zebra', ['status', 'log'])).toBeUndefined()
  expect(nearest('x', ['y'])).toBeUndefined()
  expect(didYouMean('zebra', ['status'])).toBe('')
})

test('a very long word is answered without reading all of it', () => {
  expect(nearest('x'.repeat(100_000), ['status'])).toBeUndefined()
})

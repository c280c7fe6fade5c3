import { expect, test } from 'vitest'
import { whyNotSent } from './sendable.ts'

test('a file of the largest size is sent, one byte more is not', () => {
  expect(whyNotSent({ name: 'a.csv', size: 10 * 2 ** 20 })).toBeUndefined()
  expect(whyNotSent({ name: 'a.csv', size: 10 * 2 ** 20 + 1 })).toMatch(/^a\.csv has more than 10 MiB/)
})

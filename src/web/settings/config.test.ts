import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read, shown } from './config.ts'

test('a value that is shown and saved unchanged stays what it was', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom('4', 'true', '"x"', '[]')), value => {
      fc.pre(value !== null)
      expect(JSON.stringify(read(shown(value)))).toBe(JSON.stringify(value))
    }),
  )
})

test('text that is no JSON stays text', () => {
  expect(read('{half')).toBe('{half')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotPlain } from './plain-values.ts'

test('ordinary JSON of every shape is plain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), value => {
      fc.pre(!JSON.stringify(value).includes('__proto__'))
      expect(whyNotPlain(value)).toBeUndefined()
    }),
  )
})

test('a key that reaches a prototype is refused at any depth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), depth => {
      const text = `${'{"a":['.repeat(depth % 20)}{"__proto__":{"x":1}}${']}'.repeat(depth % 20)}`
      expect(whyNotPlain(JSON.parse(text))).toContain('__proto__')
    }),
  )
})

test('nesting that would exhaust the stack is refused, not walked', () => {
  expect(whyNotPlain(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toContain('nested deeper')
})

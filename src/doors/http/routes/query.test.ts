import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryInputOf } from './query.ts'

const schema = {
  type: 'object',
  properties: {
    limit: { type: 'integer' },
    ratio: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    all: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    name: { type: 'string' },
    filter: { type: 'object' },
  },
}

const read = (query: string, params = {}) => queryInputOf(schema, params, new URLSearchParams(query))

test('values take the type of their field', () => {
  expect(read('limit=5&ratio=-0.25&all=true&name=7&filter={"a":1}')).toEqual({
    limit: 5,
    ratio: -0.25,
    all: true,
    name: '7',
    filter: { a: 1 },
  })
})

test('a list takes every value, one as well as many', () => {
  expect(read('tags=a&tags=b&sizes=3')).toEqual({ tags: ['a', 'b'], sizes: [3] })
})

test('what does not fit stays a text for the operation to refuse', () => {
  expect(read('limit=five&all=yes&filter=x&limit2=3')).toEqual({ limit: 'five', all: 'yes', filter: 'x', limit2: '3' })
  expect(read('limit=1e5&limit2=0x10')).toEqual({ limit: '1e5', limit2: '0x10' })
})

test('a value twice, and a name that the path gave already, are refused', () => {
  expect(() => read('limit=1&limit=2')).toThrow('more than once')
  expect(() => read('name=a', { name: 'b' })).toThrow('in the path')
})

test('every integer and every text survives the way through a query', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.string({ unit: 'grapheme' }), (limit, name) => {
      fc.pre(Math.abs(limit) < 1e15)
      const query = new URLSearchParams({ limit: String(limit), name }).toString()
      expect(read(query)).toEqual({ limit: limit === 0 ? 0 : limit, name: Buffer.from(name).toString() })
    }),
  )
})

test('no name reaches a prototype', () => {
  const input = read('__proto__=1&constructor=2')
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype)
  expect(Object.keys(input)).toEqual(['__proto__', 'constructor'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonScanner, type JsonSpan } from './json-scanner.ts'

function scan(text: string, size = Number.POSITIVE_INFINITY) {
  const bytes = Buffer.from(text)
  const found: (JsonSpan & { depth: number; path: (string | number)[] })[] = []
  const here: (string | number)[] = []
  const scanner = createJsonScanner({
    deepest: Number.POSITIVE_INFINITY,
    open(depth, step) {
      here.length = Math.max(0, depth)
      if (step !== undefined) here[depth - 1] = step
    },
    close(depth, _, span) {
      found.push({ ...span, depth, path: here.slice(0, depth) })
    },
  })
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, Math.min(bytes.length, at + size)))
  return { whole: scanner.end(), found, textOf: ({ start, end }: JsonSpan) => bytes.subarray(start, end).toString() }
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((inner, step) => (inner as Record<string | number, unknown>)[step], value)
}

test('every value of any JSON is found where it is, however the text comes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (value, size, indent) => {
      const { whole, found, textOf } = scan(JSON.stringify(value, null, indent), size)
      expect(whole).toBe(true)
      for (const each of found) {
        const said: unknown = JSON.parse(textOf(each))
        expect(said).toEqual(JSON.parse(JSON.stringify(valueAt(value, each.path))))
        if (Array.isArray(said)) expect(each).toMatchObject({ kind: 'array', count: said.length })
      }
    }),
  )
})

test('what is not JSON is known as such, however it is cut', () => {
  const wrong = [
    '{"a":1,}',
    '{"a" 1}',
    '[1 2]',
    '{"a":1}}',
    '["a\n"]',
    '{a:1}',
    '[01]',
    '{"a":tru}',
    '[',
    '"a',
    '{"a":1} x',
    '[,]',
  ]
  for (const text of wrong)
    for (const size of [1, 3, 100]) expect([text, scan(text, size).whole]).toEqual([text, false])
})

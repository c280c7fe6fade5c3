import { expect, test } from 'vitest'
import { isRefused } from '../../operation/errors.ts'
import { validInput, whyNotSchema } from './validate.ts'

const REPEATED = ['a+', 'a*', '[a-z]+', '\\w+', '(a|aa)', '(a|a?)', '.*a', '[^!]+', '(?:a+)', '([a-z])+']
const AROUND = ['(%)+$', '(%)*$', '^(%)+$', '(%){2,}$', '((%)*)*$']
const PATTERNS = REPEATED.flatMap(repeated => AROUND.map(around => around.replace('%', repeated)))

const fields = (pattern: string) => ({ type: 'object', properties: { text: { type: 'string', pattern } } })

test('F7 of fifty patterns that never end none holds anybody up: each is stopped, or does not fit', () => {
  expect(new Set(PATTERNS).size).toBe(50)
  const refusals = PATTERNS.map(pattern => {
    const began = performance.now()
    const refusal = refusalOf(() => validInput('x', fields(pattern), { text: `${'a'.repeat(40)}!` }))
    // The limit is 100 ms of the clock; a machine that does other things meanwhile may take longer to say so.
    return { pattern, message: refusal?.message ?? 'it fits', isQuick: performance.now() - began < 5000 }
  })
  expect(refusals.filter(({ message, isQuick }) => message === 'it fits' || !isQuick)).toEqual([])
  // Without the limit these would run for years, so the test would not end.
  const stopped = refusals.filter(({ message }) => message.includes('takes longer than 100 ms'))
  expect(stopped.length).toBeGreaterThanOrEqual(30)
})

test('F7 a pattern that ends is checked as it is', () => {
  expect(validInput('x', fields('^a+$'), { text: 'aaa' })).toEqual({ text: 'aaa' })
  expect(refusalOf(() => validInput('x', fields('^a+$'), { text: 'aab' }))).toMatchObject({ target: 'text' })
})

test('a schema that refers to itself for ever is refused, not followed', () => {
  expect(refusalOf(() => validInput('x', { $ref: '#' }, {}))).toMatchObject({ code: 'usage' })
})

test('defaults are filled in, and every misfit is named', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer', default: 3 }, b: { type: 'string' } },
    required: ['b'],
  }
  expect(validInput('x', schema, { b: 'y' })).toEqual({ a: 3, b: 'y' })
  expect(refusalOf(() => validInput('x', schema, { a: 'y' }))?.details).toEqual({
    issues: [
      { field: 'b', message: 'is missing' },
      { field: 'a', message: 'must be a whole number' },
    ],
  })
})

test('what does not fit is said in plain words, of a choice of shapes in one sentence', () => {
  const shapes = [
    { type: 'object', properties: { kind: { const: 'host' }, host: { type: 'string' } }, required: ['host'] },
    { type: 'object', properties: { kind: { const: 'file' }, path: { type: 'string' } }, required: ['kind', 'path'] },
  ]
  const properties = {
    target: { oneOf: shapes },
    few: { type: 'array', maxItems: 1, uniqueItems: true },
    share: { type: 'number', exclusiveMaximum: 1 },
    word: { type: ['string', 'null'], minLength: 2 },
  }
  const given = { target: { kind: 'host', host: 1 }, few: [1, 1], share: 1, word: 'x' }
  expect(refusalOf(() => validInput('x', { type: 'object', properties }, given))?.details).toEqual({
    issues: [
      {
        field: 'target',
        message: 'fits none of its forms: host must be a text; or path is missing and kind must be "file"',
      },
      { field: 'few', message: 'must have at most 1 item' },
      { field: 'few', message: 'must not have the same item twice' },
      { field: 'share', message: 'must be less than 1' },
      { field: 'word', message: 'must have at least 2 characters' },
    ],
  })
  const both = { target: { oneOf: [{ type: 'object' }, { type: 'object' }] } }
  expect(refusalOf(() => validInput('x', { properties: both }, { target: {} }))?.message).toBe(
    'x: target fits more than one of its forms.',
  )
})

test('a schema that is none is told', () => {
  expect(whyNotSchema({ type: 'nonsense' })).toBeTypeOf('string')
  expect(whyNotSchema({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' })).toBeUndefined()
})

function refusalOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
  return undefined
}

import { expect, test } from 'vitest'
import { isRefused } from '../../operation/errors.ts'
import { validInput, whyNotSchema } from './validate.ts'

const PATTERNS = ['(a+)+$', '([a-zA-Z]+)*$', '(a|aa)+$', '(a|a?)+$', '(.*a){25}$', '^(([a-z])+.)+[A-Z]([a-z])+$']

test.each(PATTERNS)('F7 a pattern that never ends (%s) is stopped, and holds nobody up for long', pattern => {
  const schema = { type: 'object', properties: { text: { type: 'string', pattern } } }
  const began = performance.now()
  const refusal = refusalOf(() => validInput('x', schema, { text: `${'a'.repeat(60)}!` }))
  const cpu = performance.now() - began
  expect(refusal).toMatchObject({ code: 'usage' })
  // The limit is 100 ms of the clock; a machine that does other things meanwhile may take longer to say so.
  expect(cpu).toBeLessThan(5000)
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
      { field: 'a', message: 'must be integer' },
    ],
  })
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

import { expect, test } from 'vitest'
import { enteredInputOf, operationFieldsOf } from './fields.ts'

const SCHEMA = {
  properties: {
    type: { type: 'string', enum: ['fix', 'feature'], default: 'fix' },
    content: { type: 'string', maxLength: 50_000 },
    limit: { type: 'integer', default: 10 },
    dry_run: { type: 'boolean', default: false },
    tags: { type: 'array', items: { type: 'string' } },
    input: { type: 'object' },
  },
  required: ['content', 'limit'],
}

test('a schema becomes fields, those that are needed first', () => {
  const fields = operationFieldsOf(SCHEMA)
  expect(fields.map(({ key, kind }) => [key, kind])).toEqual([
    ['content', 'text'],
    ['type', 'choice'],
    ['limit', 'number'],
    ['dry_run', 'switch'],
    ['tags', 'lines'],
    ['input', 'json'],
  ])
  expect(fields[3]).toMatchObject({ label: 'Dry run', required: false })
})

test('a field is called by words', () => {
  const properties = { argv: {}, from_id: {}, compact_ids: {}, id: {} }
  expect(operationFieldsOf({ properties }).map(({ label }) => label)).toEqual(['Command', 'From', 'Compact', 'Id'])
})

test('what was entered becomes input of the right types, and what is missing or wrong is said by field', () => {
  const fields = operationFieldsOf(SCHEMA)
  expect(
    enteredInputOf(fields, { content: 'x', limit: '5', dry_run: 'true', tags: 'a\n\n b ', input: '{"n":1}' }),
  ).toEqual({
    input: { content: 'x', type: 'fix', limit: 5, dry_run: true, tags: ['a', 'b'], input: { n: 1 } },
    problems: {},
  })
  expect(enteredInputOf(fields, { limit: 'many', input: '{' }).problems).toEqual({
    content: 'Required',
    limit: 'Not a number',
    input: 'Not valid JSON',
  })
})

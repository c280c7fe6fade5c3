import { expect, test } from 'vitest'
import { blankMeta } from '../../tools/meta/read-meta.ts'
import { completeSchema } from './complete-schema.ts'
import { withFormDefaults } from './defaults.ts'

const meta = {
  ...blankMeta('query'),
  input_schema: {
    type: 'object',
    properties: { env: { type: 'string', enum: ['a', 'b'] }, title: { type: 'string' } },
    required: ['env', 'title'],
  },
  form_layout: [
    { key: 'env', type: 'select' as const, default: 'a', help: 'Where.' },
    { key: 'range', type: 'date_range' as const, required: true },
    { key: 'reason', type: 'text' as const, required: true, show_when: '$.env == "b"' },
    { key: 'pass', type: 'text' as const, secret: true, default: 'never' },
  ],
}

test('the layout completes the schema, and what has a default need not be given', () => {
  const { properties, required } = completeSchema(meta)
  expect(required).toEqual(['title', 'range'])
  expect(properties).toMatchObject({
    env: { enum: ['a', 'b'], default: 'a', description: 'Where.' },
    range: { type: 'object', 'x-furrow': 'range' },
    pass: { 'x-furrow': 'secret' },
  })
  expect(properties?.['pass']).not.toHaveProperty('default')
})

test('a schema that takes no other inputs gets none from the layout', () => {
  const closed = { ...meta, input_schema: { ...meta.input_schema, additionalProperties: false } }
  expect(Object.keys(completeSchema(closed).properties ?? {})).toEqual(['env', 'title'])
})

test('defaults fill what was not given, and never a secret or a field that does not show', () => {
  expect(withFormDefaults(meta, {})).toEqual({ env: 'a' })
  expect(withFormDefaults(meta, { env: '' })).toEqual({ env: '' })
  const hidden = {
    input_schema: {},
    form_layout: [{ key: 'why', type: 'text' as const, default: 'x', show_when: '$.env == "b"' }],
  }
  expect(withFormDefaults(hidden, { env: 'a' })).toEqual({ env: 'a' })
  expect(withFormDefaults(hidden, { env: 'b' })).toEqual({ env: 'b', why: 'x' })
})

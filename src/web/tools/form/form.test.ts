import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShownField } from '../../../shared/form/field.ts'
import { formFields } from '../../../shared/form/form-fields.ts'
import { errorsIn, readJsonError } from './errors.ts'
import { formInputOf, initialOf } from './values.ts'
import { visibleFields } from './visible.ts'

const deploy = {
  form_layout: [
    { key: 'environment', type: 'select' as const, label: 'Environment', options: ['staging', 'production'] },
    { key: 'ref', type: 'text' as const, label: 'Git ref', placeholder: 'main' },
    { key: 'tries', type: 'text' as const },
    { key: 'parts', type: 'select' as const },
    { key: 'dry_run', type: 'checkbox' as const },
    { key: 'window', type: 'date_range' as const },
    { key: 'pass', type: 'text' as const, secret: true },
    { key: 'reason', type: 'textarea' as const, show_when: '$.environment == "production"', required: true },
  ],
  input_schema: {
    type: 'object',
    properties: {
      environment: { type: 'string', enum: ['staging', 'production'] },
      ref: { type: 'string', default: 'main', description: 'What to deploy' },
      tries: { type: 'integer', minimum: 1, maximum: 5 },
      parts: { type: 'array', items: { enum: ['web', 'worker'] } },
    },
    required: ['environment'],
  },
}
const fields = formFields(deploy) ?? []
const field = (key: string) => fields.find(each => each.key === key) as ShownField

test('the schema completes what the layout leaves open', () => {
  expect(fields.map(({ key, control }) => [key, control])).toEqual([
    ['environment', 'select'],
    ['ref', 'text'],
    ['tries', 'number'],
    ['parts', 'multi-select'],
    ['dry_run', 'checkbox'],
    ['window', 'date_range'],
    ['pass', 'secret'],
    ['reason', 'textarea'],
  ])
  expect(field('environment').required).toBe(true)
  expect(field('ref')).toMatchObject({ default: 'main', help: 'What to deploy', required: false })
  expect(field('parts').options).toEqual(['web', 'worker'])
})

test('a schema that says nothing gives no fields, one without properties an empty form', () => {
  expect(formFields({ input_schema: {} })).toBeUndefined()
  expect(formFields({ input_schema: { type: 'object', properties: {} } })).toEqual([])
})

test('a field shows when the input so far says so', () => {
  const keys = (input: Record<string, unknown>) => visibleFields(fields, input).map(({ key }) => key)
  expect(keys({ environment: 'staging' })).not.toContain('reason')
  expect(keys({ environment: 'production' })).toContain('reason')
})

test('defaults fill the form, an earlier input comes before them, and secrets are never filled', () => {
  expect(initialOf(fields)).toMatchObject({ ref: 'main', environment: '', dry_run: false, parts: [] })
  const earlier = { ref: 'v2', tries: 3, parts: ['web'], pass: 'hidden', window: { start: '2026-01-01' } }
  expect(initialOf(fields, earlier)).toMatchObject({
    ref: 'v2',
    tries: '3',
    parts: ['web'],
    pass: '',
    window: { start: '2026-01-01', end: '' },
  })
})

test('the input has numbers as numbers and nothing that was left empty', () => {
  const typed = { ...initialOf(fields), environment: 'staging', tries: '2', window: { start: '2026-01-01', end: '' } }
  expect(formInputOf(fields, typed)).toEqual({
    environment: 'staging',
    ref: 'main',
    tries: 2,
    dry_run: false,
    window: { start: '2026-01-01' },
  })
})

test('a text with a default that was cleared is sent empty, in nested objects too; the default would run instead', () => {
  const shown = formFields({
    input_schema: {
      type: 'object',
      properties: {
        who: { type: 'string', default: 'world' },
        plain: { type: 'string' },
        key: { type: 'string', format: 'password', default: 'x' },
        needed: { type: 'string', default: 'y' },
        inner: { type: 'object', properties: { host: { type: 'string', default: 'localhost' } }, required: [] },
        names: { type: 'array', items: { type: 'string', default: 'z' } },
      },
      required: ['needed', 'inner'],
    },
  }) as readonly ShownField[]
  const untouched = initialOf(shown)
  expect(formInputOf(shown, untouched)).toEqual({ who: 'world', needed: 'y', inner: { host: 'localhost' } })
  const cleared = { ...untouched, who: '', needed: '', inner: { host: '' }, names: [''] }
  expect(formInputOf(shown, cleared)).toEqual({ who: '', inner: { host: '' }, names: [] })
  expect(formInputOf(shown, initialOf(shown, { who: '', needed: 'n', inner: {} }))).toMatchObject({
    who: '',
    needed: 'n',
  })
})

test.each([
  [{}, 'environment', 'It is required.'],
  [{ environment: 'moon' }, 'environment', 'It is not one of the choices.'],
  [{ environment: 'staging', tries: 'x' }, 'tries', 'Enter a number.'],
  [{ environment: 'staging', tries: 1.5 }, 'tries', 'It must be a whole number.'],
  [{ environment: 'staging', tries: 9 }, 'tries', 'It must be at most 5.'],
  [
    { environment: 'staging', window: { start: '2026-02-01', end: '2026-01-01' } },
    'window',
    'The end is before the start.',
  ],
])('%j: %s is told what is wrong', (input, key, message) => {
  expect(errorsIn(visibleFields(fields, input), input)).toEqual([expect.objectContaining({ key, message })])
})

test('what a form made fills the same form again', () => {
  const typed = fc.record({
    environment: fc.constantFrom('staging', 'production'),
    ref: fc.string(),
    tries: fc.integer({ min: 1, max: 5 }).map(String),
    parts: fc.subarray(['web', 'worker']),
    dry_run: fc.boolean(),
    window: fc.record({ start: fc.constantFrom('', '2026-01-01'), end: fc.constantFrom('', '2026-02-01') }),
    reason: fc.string(),
  })
  fc.assert(
    fc.property(typed, values => {
      const input = formInputOf(fields, { ...values, pass: '' })
      expect(formInputOf(fields, initialOf(fields, { ref: '', ...input }))).toEqual(input)
    }),
  )
})

test('JSON is one object or a problem', () => {
  expect(readJsonError('')).toEqual({ input: {} })
  expect(readJsonError('{"a":1}')).toEqual({ input: { a: 1 } })
  expect(readJsonError('[]')).toHaveProperty('problem')
  expect(readJsonError('{')).toHaveProperty('problem')
})

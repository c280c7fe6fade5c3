import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SCHEMA_FIELDS } from '../../../tests/fixtures/tools/schema-fields.ts'
import { canShow, formInputOf, initialOf } from '../../web/tools/form/values.ts'
import { withFormDefaults } from './defaults.ts'
import type { ShownField } from './field.ts'
import { flagParts } from './flag-parts.ts'
import { formFields } from './form-fields.ts'
import { missingInput } from './missing-input.ts'
import { partSecrets } from './secret-values.ts'

const fields = formFields(SCHEMA_FIELDS) ?? []
const field = (key: string, among: readonly ShownField[] = fields) => among.find(each => each.key === key) as ShownField

test('a form is made from the schema: nested objects, lists, choices, formats, shapes, defaults, descriptions', () => {
  expect(fields.map(({ key, control }) => [key, control])).toEqual([
    ['title', 'text'],
    ['count', 'number'],
    ['level', 'select'],
    ['size', 'select'],
    ['tags', 'list'],
    ['parts', 'multi-select'],
    ['loud', 'checkbox'],
    ['day', 'date'],
    ['mail', 'text'],
    ['notes', 'textarea'],
    ['script', 'code'],
    ['server', 'group'],
    ['mirrors', 'list'],
    ['target', 'variants'],
    ['extra', 'json'],
    ['token', 'secret'],
    ['revision', 'fixed'],
  ])
  expect(field('title')).toMatchObject({
    label: 'Title',
    required: true,
    help: 'What to call it.',
    placeholder: 'Ours',
  })
  expect(field('count')).toMatchObject({ default: 3, schema: { minimum: 1, maximum: 9 } })
  expect(field('level')).toMatchObject({ options: ['1', '2'], optionLabels: { 1: 'Low', 2: 'High' } })
  expect(field('server').fields?.map(({ key, control, required }) => [key, control, required])).toEqual([
    ['host', 'text', true],
    ['port', 'number', false],
    ['password', 'secret', false],
  ])
  expect(field('mirrors').item).toMatchObject({ control: 'group', fields: [{ key: 'host' }, {}, {}] })
  expect(field('target').variants?.map(({ label, control }) => [label, control])).toEqual([
    ['A file', 'group'],
    ['web', 'group'],
    ['integer', 'number'],
  ])
  expect(field('script').language).toBe('bash')
})

test('an input that the form holds comes back as it was', () => {
  const input = {
    title: 'T',
    count: 2,
    level: 2,
    size: 'l',
    tags: ['a', 'b'],
    parts: ['web'],
    loud: true,
    server: { host: 'h', port: 1 },
    mirrors: [{ host: 'x', port: 2 }],
    target: { kind: 'web', url: 'https://x' },
    extra: { any: [1] },
    revision: 1,
  }
  expect(formInputOf(fields, initialOf(fields, input))).toEqual(input)
  expect(canShow(fields, input, SCHEMA_FIELDS.input_schema)).toBe(true)
  expect(canShow(fields, { ...input, target: 7 }, SCHEMA_FIELDS.input_schema)).toBe(true)
  expect(canShow(fields, { ...input, unknown: 1 }, SCHEMA_FIELDS.input_schema)).toBe(false)
  expect(canShow(fields, { ...input, server: { host: 'h', port: 1, more: true } }, {})).toBe(false)
})

test('parts of objects are flags of their own', () => {
  expect(flagParts(SCHEMA_FIELDS).map(({ path, required }) => [path.join('.'), required])).toEqual([
    ['server.host', true],
    ['server.port', false],
    ['server.password', false],
  ])
})

test('what is missing is asked for as one flat object, and never a secret', () => {
  expect(missingInput(SCHEMA_FIELDS, ['title', 'server'])).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string', title: 'Title', description: 'What to call it.', minLength: 1 },
      'server.host': { type: 'string', title: 'host' },
    },
    required: ['title', 'server.host'],
  })
  const secret = { input_schema: { properties: { key: { type: 'string', format: 'password' } }, required: ['key'] } }
  expect(missingInput(secret, ['key'])).toBeUndefined()
  expect(missingInput(SCHEMA_FIELDS, ['title', 'nowhere'])).toBeUndefined()
})

test('secrets are taken out of objects, lists and shapes too', () => {
  const input = { token: 't', server: { host: 'h', password: 'p' }, mirrors: [{ host: 'm', password: 'q' }] }
  expect(partSecrets(SCHEMA_FIELDS, input)).toEqual({
    shown: { server: { host: 'h' }, mirrors: [{ host: 'm' }] },
    secrets: [
      { name: 'server.password', value: 'p' },
      { name: 'mirrors.0.password', value: 'q' },
      { name: 'token', value: 't' },
    ],
  })
})

test('an object in which nothing has to be given need not be given', () => {
  const box = { type: 'object', properties: { port: { type: 'integer', default: 80 } } }
  const meta = { input_schema: { type: 'object', properties: { box, other: box }, required: ['box'] } }
  expect(withFormDefaults(meta, {})).toEqual({ box: {} })
  expect(withFormDefaults(SCHEMA_FIELDS, {})).toEqual({ revision: 1 })
})

test('the shapes of the whole input are a choice', () => {
  const shapes = {
    oneOf: [
      { title: 'By id', properties: { id: { type: 'integer' } }, required: ['id'] },
      { properties: { name: { type: 'string' } } },
    ],
  }
  const [only] = formFields({ input_schema: shapes }) ?? []
  expect(only).toMatchObject({ key: '', control: 'variants', variants: [{ label: 'By id' }, { label: 'Form 2' }] })
  const own = formFields({ input_schema: shapes }) ?? []
  expect(formInputOf(own, initialOf(own, { name: 'x' }))).toEqual({ name: 'x' })
  expect(formInputOf(own, initialOf(own, { id: 3 }))).toEqual({ id: 3 })
})

test('a schema that leads to itself, or is not one, still gives a form or none', () => {
  const tree = {
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    properties: { root: { $ref: '#/$defs/node' } },
  }
  expect(formFields({ input_schema: tree })).toMatchObject([{ key: 'root', control: 'group' }])
  expect(formFields({ input_schema: { $ref: '#' } })).toBeUndefined()
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('properties', 'required', 'oneOf', 'enum', 'type', 'items', '$ref', 'allOf'),
        fc.jsonValue({ maxDepth: 3 }),
      ),
      schema => {
        const all = formFields({ input_schema: { properties: { a: schema } } }) ?? []
        formInputOf(all, initialOf(all))
      },
    ),
  )
})

test('the defaults of a shape are filled in where only one can be meant, also in lists', () => {
  const port = { type: 'integer', default: 22 }
  const host = {
    type: 'object',
    properties: { kind: { const: 'host' }, host: { type: 'string' }, port },
    required: ['kind', 'host'],
  }
  const file = {
    type: 'object',
    properties: { path: { type: 'string' }, mode: { type: 'string', default: 'r' } },
    required: ['path'],
  }
  const target = { oneOf: [host, file] }
  const meta = { input_schema: { type: 'object', properties: { target, all: { type: 'array', items: target } } } }
  const given = {
    target: { host: 'h' },
    all: [{ path: 'p' }, { path: 'p', mode: '' }, { kind: 'host' }, { other: 1 }, 'x'],
  }
  expect(withFormDefaults(meta, given)).toEqual({
    target: { kind: 'host', host: 'h', port: 22 },
    all: [{ path: 'p', mode: 'r' }, { path: 'p', mode: '' }, { kind: 'host' }, { other: 1 }, 'x'],
  })
  const open = { properties: { a: { default: 1 } } }
  const either = {
    input_schema: { type: 'object', properties: { target: { oneOf: [open, { ...open, title: 'B' }] } } },
  }
  expect(withFormDefaults(either, { target: {} })).toEqual({ target: {} })
})

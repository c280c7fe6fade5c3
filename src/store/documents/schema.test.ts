import { expect, test } from 'vitest'
import * as z from 'zod'
import { refusal } from '../../../tests/support/refusals.ts'
import { openJson } from './json/json.ts'
import { parseWith, versionOf, whyNotWritable } from './schema.ts'
import { openYaml } from './yaml/yaml.ts'

const State = z.looseObject({ schema_version: z.number(), topics: z.array(z.object({ id: z.string() })) })
const path = '.sow/project/state.yaml'

test('data that fits comes out as its schema says, unknown keys included where the schema is loose', () => {
  const data = openYaml('schema_version: 1\ntopics:\n  - id: a\nextra: {x: 1}\n', path).data()
  expect(parseWith(State, data, { path })).toEqual({ schema_version: 1, topics: [{ id: 'a' }], extra: { x: 1 } })
})

test.each([
  ['a wrong type deep inside', { schema_version: 1, topics: [{ id: 'a' }, { id: 2 }] }, 'topics.1.id'],
  ['a missing field', { schema_version: 1 }, 'topics'],
  ['a list in place of a mapping', [], ''],
  ['nothing at all', null, ''],
])('%s names the file, the field and what to do', (_name, data, field) => {
  expect(refusal(() => parseWith(State, data, { path }))).toMatchObject({
    code: 'damaged',
    target: path,
    fix: 'furrow doctor',
    details: { field },
  })
})

test.each([
  ['state.yaml', openYaml, '# head\nschema_version: 1\ntopics:\n  - id: a\n  - name: b\n    id: 2\n', 6],
  ['state.yaml', openYaml, 'schema_version: 1\ntopics:\n  - id: a\n  - name: b\n', 4],
  [
    'change.json',
    openJson,
    '{\n  "schema_version": 1,\n  "topics": [\n    { "id": "a" },\n    { "id":\n 2 }\n  ]\n}\n',
    5,
  ],
  ['change.json', openJson, '{\n  "schema_version": 1\n}\n', 1],
])('in %s the line of the field, or of what should hold it, is named', (file, open, text, line) => {
  const document = open(text, file)
  const refused = refusal(() => parseWith(State, document.data(), { path: file, lineOf: document.lineOf }))
  expect(refused).toMatchObject({ message: expect.stringContaining(`${file}:${line} `), details: { line } })
})

test('this version and the two before are read; older ones are not', () => {
  for (const version of [3, 4, 5]) expect(versionOf({ schema_version: version }, { path, current: 5 })).toBe(version)
  expect(refusal(() => versionOf({ schema_version: 2 }, { path, current: 5 }))).toMatchObject({
    code: 'unsupported',
    target: path,
  })
})

test('a newer version is shown but not written', () => {
  expect(versionOf({ schema_version: 6 }, { path, current: 5 })).toBe(6)
  expect(whyNotWritable({ schema_version: 6 }, { path, current: 5 })).toMatchObject({
    code: 'newer_schema',
    target: path,
  })
  expect(whyNotWritable({ schema_version: 5 }, { path, current: 5 })).toBeUndefined()
})

test.each([{}, [], null, 'x', { schema_version: '1' }, { schema_version: 1.5 }, { schema_version: 0 }])(
  '%j does not say its version',
  data => {
    expect(refusal(() => versionOf(data, { path, current: 1 }))).toMatchObject({
      code: 'damaged',
      details: { field: 'schema_version' },
    })
  },
)

test('a file from before versions counts as what the caller says', () => {
  expect(versionOf({}, { path, current: 2, absent: 1 })).toBe(1)
})

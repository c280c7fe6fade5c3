import { afterAll, expect, test } from 'vitest'
import { freshProcess } from '../../../tests/support/store/fresh-process.ts'
import { openJson } from './json/json.ts'
import { openYaml } from './yaml/yaml.ts'

const open = { json: openJson, yaml: openYaml } as const
const HOSTILE = {
  json: '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "a": {"__proto__": {"polluted": 1}}, "toString": 1}',
  yaml: '__proto__: {polluted: 1}\nconstructor: {prototype: {polluted: 1}}\na:\n  __proto__:\n    polluted: 1\ntoString: 1\n',
} as const
const KINDS = ['json', 'yaml'] as const

test.each(KINDS)('%s: reading and editing hostile keys leaves every prototype alone', kind => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const document = open[kind](HOSTILE[kind], 'hostile')
  document.set(['b'], JSON.parse('{"__proto__": {"polluted": 1}, "x": 1}'))
  document.set(['constructor', 'prototype', 'other'], 2)
  const data = document.data() as Record<string, unknown>
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.assign({}, data, data.a, data.b)).not.toHaveProperty('polluted')
})

test.each(KINDS)('%s: a lookup finds what the file says and nothing that objects inherit', kind => {
  const data = open[kind](HOSTILE[kind], 'hostile').data() as Record<string, unknown>
  expect(data.hasOwnProperty).toBeUndefined()
  expect(Object.keys(data)).toEqual(['constructor', 'a', 'toString'])
  expect(data.constructor).toEqual({ prototype: { polluted: 1 } })
})

test.each(KINDS)('%s: such keys stay in the file through edits of their neighbours', kind => {
  const document = open[kind](HOSTILE[kind], 'hostile')
  document.set(['toString'], 2)
  document.set(['a', 'new'], 1)
  document.remove(['constructor'])
  const printed = document.print()
  expect(printed.match(/__proto__/g)).toHaveLength(2)
  expect(open[kind](printed, 'again').data()).toEqual({ a: { new: 1 }, toString: 2 })
})

test.each(KINDS)('%s: no path reaches a prototype', kind => {
  const document = open[kind](HOSTILE[kind], 'hostile')
  for (const path of [
    ['__proto__', 'x'],
    ['a', '__proto__'],
    ['constructor', '__proto__', 'x'],
  ]) {
    expect(() => document.set(path, 1)).toThrow('has no place for')
    document.remove(path)
  }
  expect(document.print()).toBe(HOSTILE[kind])
})

const script = await freshProcess(
  import.meta.url,
  `
import { openJson } from './json/json.ts'
import { openYaml } from './yaml/yaml.ts'
const documents = [openJson(${JSON.stringify(HOSTILE.json)}, 'j'), openYaml(${JSON.stringify(HOSTILE.yaml)}, 'y')]
for (const document of documents) { document.set(['b', 'c'], 1); document.print(); document.data() }
console.log('fine')
`,
)
afterAll(() => script[Symbol.asyncDispose]())

test('all of it works where touching __proto__ throws', async () => {
  expect(await script.run([], ['--disable-proto=throw'])).toMatchObject({ code: 0, stdout: 'fine\n' })
})

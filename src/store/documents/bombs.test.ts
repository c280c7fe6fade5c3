import { afterAll, expect, test } from 'vitest'
import { freshProcess } from '../../../tests/support/store/fresh-process.ts'

const SCRIPT = `
import { isRefused } from '../../operation/errors.ts'
import { openJson } from './json/json.ts'
import { openYaml } from './yaml/yaml.ts'

const laughs = Array.from({ length: 10 }, (_, level) =>
  'a' + level + ': &a' + level + ' [' + Array(9).fill(level === 0 ? 'lol' : '*a' + (level - 1)).join(',') + ']').join('\\n')
const bombs = {
  'aliases of aliases': () => laughs,
  'flow sequences, 1,000 deep': () => '['.repeat(1000),
  'flow sequences, 20,000 deep': () => '['.repeat(20000) + ']'.repeat(20000),
  'flow mappings, 10,000 deep': () => '{a: '.repeat(10000) + '}'.repeat(10000),
  'block mappings, 1,400 deep': () => Array.from({ length: 1400 }, (_, level) => ' '.repeat(level) + 'a:').join('\\n'),
  'block sequences, 20,000 deep': () => '- '.repeat(20000),
  'explicit keys, 20,000 deep': () => '? '.repeat(20000),
  'keys in keys on one line': () => 'a: '.repeat(20000),
  '2,000 merges': () => 'base: &b {x: 1}\\n' + Array.from({ length: 2000 }, (_, key) => 'k' + key + ': {<<: *b}').join('\\n'),
  'an ordered map': () => 'a: !!omap [' + Array.from({ length: 20000 }, (_, key) => 'k' + key + ': 1').join(', ') + ']',
  'a million keys': () => Array.from({ length: 1e6 }, (_, key) => 'k' + key + ': 1').join('\\n'),
  'one scalar of 5 MiB': () => 'a: ' + 'x'.repeat(5 << 20),
  'tags': () => 'a: !!js/function "x"\\n' + '!t '.repeat(1000),
  'anchors in keys': () => Array.from({ length: 1000 }, (_, key) => '&a' + key + ' k' + key + ': 1').join('\\n'),
}
const json = {
  'JSON, 100,000 deep': () => '['.repeat(100000),
  'JSON objects, 50,000 deep': () => '{"a":'.repeat(50000),
  'JSON, 5 MiB': () => JSON.stringify('x'.repeat(5 << 20)),
}
const name = process.argv[2]
if (name === 'list') console.log(JSON.stringify([...Object.keys(bombs), ...Object.keys(json)]))
else {
  const text = (bombs[name] ?? json[name])()
  const times = []
  let refused = 0
  for (let round = 0; round < 200; round++) {
    const start = performance.now()
    try { name in json ? openJson(text, 'hostile') : openYaml(text, 'hostile') }
    catch (error) { if (isRefused(error) && error.code === 'damaged' && error.target === 'hostile') refused++ }
    times.push(performance.now() - start)
  }
  const ordinary = openYaml('a: {b: [1, 2]}\\n', 'ordinary').data()
  console.log(JSON.stringify({ refused, ordinary, slowest: Math.max(...times) }))
}
`

const script = await freshProcess(import.meta.url, SCRIPT)
afterAll(() => script[Symbol.asyncDispose]())
const names = JSON.parse((await script.run(['list'])).stdout) as string[]

test('there are at least twelve bombs', () => {
  expect(names.length).toBeGreaterThanOrEqual(12)
})

test.concurrent.each(names)(
  '%s: 200 times the first thing that a process reads, 200 times refused, and it lives on',
  async name => {
    const { code, stdout, stderr } = await script.run([name])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ refused: 200, ordinary: { a: { b: [1, 2] } } })
  },
)

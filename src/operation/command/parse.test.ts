import { expect, test } from 'vitest'
import { echo, write } from '../../../tests/support/demo.ts'
import type { OperationEntry } from '../manifest.ts'
import { fieldsOf } from './fields.ts'
import { parseTyped } from './parse.ts'

const parse = (argv: readonly string[], entry: OperationEntry = echo) =>
  parseTyped({ path: entry.cli?.path ?? '', fields: fieldsOf(entry) }, argv)
const input = (...argv: readonly string[]) => parse(argv).input

test('positionals, flags and what follows the dashes become one input', () => {
  expect(input('a', 'b', '--size', 'large', '--count=3', '--', '-x', '--json')).toEqual({
    id: 'a',
    other_id: 'b',
    size: 'large',
    count: 3,
    words: ['-x', '--json'],
  })
})

test('remaining words without dashes are the rest too', () => {
  expect(input('a', 'b', 'c', 'd')).toEqual({ id: 'a', other_id: 'b', words: ['c', 'd'] })
})

test('a switch can be set and unset, and a field that may be nothing can be cleared', () => {
  expect(input('a', '--loud')).toMatchObject({ loud: true })
  expect(input('a', '--no-loud')).toMatchObject({ loud: false })
  expect(input('a', '--no-title')).toMatchObject({ title: null })
})

test('lists repeat, and lists of ids take commas', () => {
  expect(input('a', '--tag', 'x,y', '--tag', 'z')).toMatchObject({ tag: ['x,y', 'z'] })
  expect(input('a', '--allow', 'trust,grant', '--allow', 'x')).toMatchObject({ allow: ['trust', 'grant', 'x'] })
})

test('objects are spelled as pairs or as JSON, each as its mount says', () => {
  expect(input('a', '--env', 'A=1', '--env', 'B=x=y', '--data', '{"k":[1]}')).toMatchObject({
    env: { A: '1', B: 'x=y' },
    data: { k: [1] },
  })
})

test('flags of every command are found wherever they stand before the dashes', () => {
  const typed = parse(['--json', 'a', '-y', '--workspace', '/x', '--operation-id=op-1'])
  expect(typed).toMatchObject({ json: true, yes: true, workspace: '/x', operationId: 'op-1', input: { id: 'a' } })
})

test('a value may begin with a dash', () => {
  expect(input('a', '--count', '-3', '--note', '-')).toMatchObject({ count: -3, note: '-' })
})

test('a key of a pair cannot reach the prototype', () => {
  const { env } = input('a', '--env', '__proto__=x') as { env: object }
  expect(Object.hasOwn(env, '__proto__')).toBe(true)
  expect(Object.getPrototypeOf(env)).toBe(Object.prototype)
})

const refused: readonly (readonly [string, readonly string[], string])[] = [
  ['a flag nobody declared', ['a', '--siez', 'large'], 'has no flag --siez. Did you mean "--size"?'],
  ['a word typed as a flag', ['a', '--other-id', 'b'], 'has no flag --other-id. Give <other_id> without it.'],
  ['a choice that is none', ['a', '--size', 'samll'], 'is not one of small, large. Did you mean "small"?'],
  ['a number with letters', ['a', '--count', '3x'], 'is not a whole number'],
  ['half a number where whole ones go', ['a', '--count', '3.5'], 'is not a whole number'],
  ['an empty number', ['a', '--count', ''], 'is not a whole number'],
  ['a number in another notation', ['a', '--ratio', '0x10'], 'is not a number'],
  ['a number without end', ['a', '--ratio', 'Infinity'], 'is not a number'],
  ['a switch with a value', ['a', '--loud=yes'], '--loud takes no value'],
  ['a flag without its value', ['a', '--count'], '--count needs a value'],
  ['one value given twice', ['a', '--count', '1', '--count', '2'], '--count is given 2 times'],
  ['a pair without a sign', ['a', '--env', 'A'], 'is not key=value'],
  ['JSON that is none', ['a', '--data', '{'], 'is not JSON'],
  ['a short flag nobody declared', ['a', '-x'], 'has no flag -x'],
]

test.each(refused)('%s is refused as usage', (_, argv, says) => {
  expect(() => parse(argv)).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(says) }))
})

test('a word too many is refused', () => {
  expect(() => parse(['note', 'extra'], write)).toThrow(/one word too many/)
})

test('help wins over everything that would be refused', () => {
  expect(parse(['--nonsense', '-h']).help).toBe(true)
})

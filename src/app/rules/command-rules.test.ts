import { expect, test } from 'vitest'
import { echo } from '../../../tests/support/demo.ts'
import type { JsonSchema, OperationEntry } from '../../operation/manifest.ts'
import { whyNotTypable } from './command-rules.ts'

const text: JsonSchema = { type: 'string' }
const list: JsonSchema = { type: 'array', items: text }

function entry(properties: Record<string, JsonSchema>, cli: Partial<NonNullable<OperationEntry['cli']>> = {}) {
  const input = { ...echo.input, properties, required: ['id'] }
  return { ...echo, input, cli: { path: 'demo echo', example: 'furrow demo echo a', ...cli } }
}

test('a command that can be typed has no problem', () => {
  expect(whyNotTypable(echo)).toEqual([])
})

test.each([
  ['an input named like a flag of every command', entry({ json: text }), 'has a flag --json already'],
  [
    'a needed word after one that may be left out',
    entry({ id: text, to: text }, { positionals: ['to', 'id'] }),
    'id is needed',
  ],
  ['two inputs that take each other back', entry({ open: text, no_open: text }), '--no-open would take back --open'],
  ['a rest that is no list', entry({ words: text }, { rest: 'words' }), 'is not a list'],
  ['a text that is none', entry({ tags: list }, { text: 'tags' }), 'is not text'],
  ['an example of another command', entry({}, { example: 'furrow demo' }), 'is not one of furrow demo echo'],
])('the build refuses %s', (_, given, says) => {
  expect(whyNotTypable(given)).toEqual([expect.stringContaining(says)])
})

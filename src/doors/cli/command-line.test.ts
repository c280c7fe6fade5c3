import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { echo } from '../../../tests/support/demo.ts'
import { commandLine } from '../../operation/command/command-line.ts'
import { fieldsOf } from '../../operation/command/fields.ts'
import { parseTyped } from '../../operation/command/parse.ts'
import { readSource } from './call/read-source.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter(value => !value.includes('\0'))
const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)

const inputs = fc.record(
  {
    id,
    other_id: id,
    words: fc.array(text, { minLength: 1, maxLength: 3 }),
    note: text,
    size: fc.constantFrom('small', 'large'),
    count: fc.integer(),
    ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
    loud: fc.boolean(),
    title: fc.option(text),
    tag: fc.array(text, { maxLength: 3 }),
    allow: fc.array(id, { maxLength: 3 }),
    env: fc.dictionary(fc.stringMatching(/^[A-Z_]{1,5}$/), text, { minKeys: 1, maxKeys: 3 }),
    data: fc.dictionary(id, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
  },
  { requiredKeys: ['id'] },
)

test('whatever an operation is called with, its command line read by a shell gives the same input again', async () => {
  await fc.assert(
    fc.asyncProperty(inputs, async input => {
      const [, ...argv] = shellWords(commandLine(echo, input))
      expect(await reread(argv)).toEqual(JSON.parse(JSON.stringify(input)))
    }),
    { numRuns: 150 },
  )
})

test('an operation without a command is called by its name', () => {
  const { cli: _, ...entry } = echo
  expect(commandLine(entry, { id: "it's" })).toBe(`furrow call demo.echo --input '{"id":"it'\\''s"}'`)
})

test('a command line names only what was given', () => {
  expect(commandLine(echo, { id: 'a', size: 'large', other_id: undefined })).toBe('furrow demo echo a --size large')
})

test('the words of a command come after what says where it belongs', () => {
  expect(commandLine(echo, { id: 'a', other_id: 'b', size: 'large', words: ['npm', '--version'] })).toBe(
    'furrow demo echo a b --size large -- npm --version',
  )
})

function shellWords(line: string): string[] {
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
  return printed.split('\0').slice(0, -1)
}

async function reread(argv: readonly string[]): Promise<unknown> {
  if (argv[0] === 'call') return JSON.parse(await readSource(argv[3] ?? '')) as unknown
  const { input } = parseTyped({ path: 'demo echo', fields: fieldsOf(echo) }, argv.slice(2))
  return typeof input['note'] === 'string' ? { ...input, note: await readSource(input['note']) } : input
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepted, refusal } from '../../../../tests/support/refusals.ts'
import { hostileText } from '../../../../tests/support/store/arbitraries.ts'
import { readMarkedBlock, removeBlock, writeBlock } from './blocks.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 1000)
const path = 'AGENTS.md'
const write = (text: string, body: string, name = 'rules') => writeBlock(text, name, { path, body })

test('a block is added at the end, below a blank line', () => {
  expect(write('# Mine\n', 'Explore first.')).toBe(
    '# Mine\n\n<!-- furrow:begin rules -->\nExplore first.\n<!-- furrow:end rules -->\n',
  )
})

test('a block that is there is replaced in its place', () => {
  const text = 'before\n<!-- furrow:begin rules -->\nold\n<!-- furrow:end rules -->\nafter'
  expect(write(text, 'new\nlines\n')).toBe(text.replace('old', 'new\nlines'))
  expect(readMarkedBlock(text, 'rules', path)).toBe('old')
})

test('blocks of other names are other blocks', () => {
  const text = write(write('', 'one', 'a'), 'two', 'a.b')
  expect(readMarkedBlock(text, 'a', path)).toBe('one')
  expect(removeBlock(text, 'a.b', path)).toBe(write('', 'one', 'a'))
})

test('an example of a block inside fenced code is text of the author', () => {
  const text = '```html\n<!-- furrow:begin rules -->\nx\n<!-- furrow:end rules -->\n```\n'
  expect(readMarkedBlock(text, 'rules', path)).toBeUndefined()
  expect(removeBlock(write(text, 'real'), 'rules', path)).toBe(text)
})

test('carriage returns are kept', () => {
  const text = write('# Mine\r\n', 'a\nb')
  expect(text).toBe('# Mine\r\n\r\n<!-- furrow:begin rules -->\r\na\r\nb\r\n<!-- furrow:end rules -->\r\n')
  expect(readMarkedBlock(text, 'rules', path)).toBe('a\nb')
})

test.each([
  ['a block that never ends', 'x\n<!-- furrow:begin rules -->\ny\n', 2],
  [
    'a block that is there twice',
    'x\n'.concat(...['', ''].map(() => '<!-- furrow:begin rules -->\n<!-- furrow:end rules -->\n')),
    4,
  ],
  ['code that is never closed above the block', '```\n<!-- furrow:begin rules -->\n<!-- furrow:end rules -->\n', 1],
  ['code that is never closed where one should be added', 'x\n~~~\ny\n', 2],
])('%s is refused with the line', (_name, text, line) => {
  expect(refusal(() => write(text, 'new'))).toMatchObject({ code: 'damaged', target: path, details: { line } })
})

test.each(['<!-- furrow:begin rules -->', 'x\n  <!-- furrow:end rules -->', '```\nnever closed', '<!-- never closed'])(
  'a body that would hide the end of its block (%j) is refused',
  body => {
    expect(refusal(() => write('', body))).toMatchObject({ code: 'usage' })
  },
)

const lines = fc.array(
  fc.oneof(
    fc.constantFrom('', '# h', 'text', '```', '~~~', '<!--', '-->', '---', '<pre>', '</pre>', '    code'),
    hostileText,
  ),
  { maxLength: 10 },
)
const text = fc
  .tuple(lines, fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([parts, eol, final]) => parts.join(eol) + (final ? eol : ''))
const body = lines.map(parts => parts.join('\n'))

test('a block added and taken out again leaves every byte as it was', () => {
  fc.assert(
    fc.property(text, body, (before, content) => {
      const added = accepted(() => write(before, content))
      if (added === undefined) return
      expect(added.startsWith(before)).toBe(true)
      expect(removeBlock(added, 'rules', path)).toBe(before)
    }),
    { numRuns: RUNS },
  )
})

test('a block is read as it was written, written twice as once, and its surroundings stay', () => {
  fc.assert(
    fc.property(text, body, body, text, (before, first, second, after) => {
      const start = accepted(() => write(before, first))
      if (start === undefined || !start.endsWith('\n')) return
      const around = start + after
      const changed = accepted(() => write(around, second))
      if (changed === undefined) return
      expect(readMarkedBlock(changed, 'rules', path)).toBe(second.replace(/\r\n?/g, '\n').replace(/\n+$/, ''))
      expect(write(changed, second)).toBe(changed)
      expect(write(changed, first)).toBe(around)
    }),
    { numRuns: RUNS },
  )
})

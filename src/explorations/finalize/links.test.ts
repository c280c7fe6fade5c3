import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropLinks, markdownLinksIn, moveLinks } from './links.ts'

const FROM = '.sow/project/summary.md'
const AT = '.sow/knowledge/explorations/auth-2026-11/summary.md'
const moved = (text: string, to: (file: string) => string = file => file) => moveLinks(text, FROM, { at: AT, to })

test.each([
  ['[code](../../src/login.ts)', '[code](../../../../src/login.ts)'],
  ['![x](img/a.png "A title")', '![x](../../../project/img/a.png "A title")'],
  ['[a](detail.md#part)', '[a](../../../project/detail.md#part)'],
  ['[a](<my notes.md>)', '[a](<../../../project/my notes.md>)'],
  ['[a](my%20notes.md)', '[a](../../../project/my%20notes.md)'],
  ['[ref]: detail.md', '[ref]: ../../../project/detail.md'],
  ['see [`code`](a.md) and `[not](b.md)`', 'see [`code`](../../../project/a.md) and `[not](b.md)`'],
])('%s leads to the same file from the new place', (text, expected) => {
  expect(moved(text)).toBe(expected)
})

test.each([
  '[web](https://example.org/a.md)',
  '[mail](mailto:maintainer@example.org)',
  '[top](#findings)',
  '[root](/docs/a.md)',
  '`[code](a.md)`',
  '```\n[code](a.md)\n```\n',
  '    [code](a.md)\n',
  '<!-- [hidden](a.md) -->\n',
  '[^1]: a.md',
])('%j stays byte for byte', text => {
  expect(moved(text)).toBe(text)
})

test('a link to a document that moves along stays a link beside it', () => {
  const to = (file: string) => file.replace('.sow/project/', '.sow/knowledge/explorations/auth-2026-11/')
  expect(moved('[Detail](detail.md)', to)).toBe('[Detail](detail.md)')
})

test('links are found relative to where the document is', () => {
  expect(markdownLinksIn('[a](b.md) [c](../d.md)', 'x/y.md')).toEqual(['x/b.md', 'd.md'])
})

test('what a moved document links is what it linked before', () => {
  const name = fc.stringMatching(/^[a-z]{1,4}$/)
  const target = fc.tuple(fc.constantFrom('', '../', '../../', 'sub/'), name).map(([up, file]) => `${up}${file}.md`)
  const line = fc.oneof(
    target.map(file => `[x](${file})`),
    target.map(file => `text \`[x](${file})\` text`),
    fc.constantFrom('', '# h', '```', 'plain', '- item', '> quote'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), lines => {
      const text = lines.join('\n')
      expect(markdownLinksIn(moved(text), AT)).toEqual(markdownLinksIn(text, FROM))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['see [the notes](findings/a.md) here', 'see the notes here'],
  ['![a picture](<findings/my a.md> "T")', 'a picture'],
  ['[kept](summary.md) [web](https://example.org) `[code](findings/a.md)`', undefined],
  ['    [code](findings/a.md)', undefined],
])('of %j only the words of links to findings stay', (text, expected) => {
  const isFinding = (file: string) => file.startsWith('.sow/project/findings/')
  expect(dropLinks(text, FROM, isFinding)).toBe(expected ?? text)
})

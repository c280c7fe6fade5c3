import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainMarkdown } from './plain.ts'

test('the marks of a markdown text are no part of its words', () => {
  expect(
    plainMarkdown('# ADR-001: Pages\n\n- **Status:** accepted\n> - [x] `list.js` by [hand](a/b.md)\n\n```ts\nx\n```'),
  ).toBe('ADR-001: Pages\nStatus: accepted\nlist.js by hand\nx')
})

test('names with underscores, stars and hashes inside stay as they are', () => {
  for (const text of ['a_b_c', '2 * 3 * 4', 'issue #12', 'a-b', 'x > y']) expect(plainMarkdown(text)).toBe(text)
})

test('any text gives a text that is not longer', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => plainMarkdown(text).length <= text.length))
})

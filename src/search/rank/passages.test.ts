import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentOfPassage, passageId, passageIdsOf, passagesOf } from './passages.ts'

const SIZE = { from: 200, length: 100 }

test('passages are the whole text in its order, and no character is cut in two', () => {
  const piece = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('\n\n', '. ', ' ', '😀'))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
      const text = Buffer.from(pieces.join('')).toString()
      const parts = passagesOf(text, SIZE).map(({ start, end }) => text.slice(start, end))
      expect(parts.join('')).toBe(text)
      expect(
        parts.every(part => !part.includes('\ufffd') && Buffer.from(part).toString() === part && part.length <= 200),
      ).toBe(true)
    }),
  )
})

test('a passage ends with a paragraph, else with a sentence, where one ends near enough', () => {
  const paragraph = `${'word '.repeat(14)}end.`
  const text = [paragraph, paragraph, paragraph].join('\n\n')
  expect(passagesOf(text, SIZE).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
    paragraph,
    `${paragraph}\n\n${paragraph}`,
  ])
  expect(passagesOf('short', SIZE)).toEqual([{ start: 0, end: 5 }])
})

test('the id of a passage tells its text, whatever the numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 0, max: 4095 }), (id, n) => {
      expect(documentOfPassage(passageId(id, n))).toEqual({ id, n })
      const [low, high] = passageIdsOf(id)
      if (n > 0) expect(passageId(id, n) >= low && passageId(id, n) <= high).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, pieces } from './cut.ts'
import { slackParcel } from './slack.ts'

const hasHalf = (text: string) => /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)

const words = fc.string({ unit: 'grapheme', maxLength: 400 })

test('what is cut is never too long and never ends in half a character', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 50 }), (text, most) => {
      const { text: kept, truncated } = cut(text, most)
      expect(kept.length).toBeLessThanOrEqual(most)
      expect(truncated).toBe(text.length > most)
      expect(hasHalf(kept)).toBe(false)
    }),
  )
})

test('pieces put together are the text', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 50 }), (text, most) => {
      const found = pieces(text, most)
      expect(found.join('')).toBe(text)
      expect(found.every(piece => piece.length <= most && piece !== '')).toBe(true)
    }),
  )
})

test('Slack gets no character with a meaning, and nothing longer than it takes', () => {
  const nasty = fc.string({ unit: fc.constantFrom('<', '>', '&', '!', 'a', '\n', '😀'), maxLength: 20_000 })
  fc.assert(
    fc.property(
      nasty.filter(text => text !== ''),
      text => {
        const { body } = slackParcel('https://example.com', { text, level: 'info' })
        const { blocks } = body as { blocks: { text: { text: string } }[] }
        expect(blocks.length).toBeLessThanOrEqual(50)
        for (const { text: piece } of blocks.map(block => block.text)) {
          expect(piece.length).toBeLessThanOrEqual(3000)
          expect(piece.replace(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[<>]/)
        }
      },
    ),
    { numRuns: 30 },
  )
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortHash } from './short-hash.ts'

const byNode = (text: string) => createHash('sha256').update(text).digest('hex')

test('it is the SHA-256 that Node computes, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
      expect(shortHash(text)).toBe(byNode(text))
    }),
    { numRuns: 500 },
  )
})

test('every length around the edges of a block is padded as the standard says', () => {
  for (let length = 0; length <= 200; length += 1)
    expect(shortHash('x'.repeat(length))).toBe(byNode('x'.repeat(length)))
})

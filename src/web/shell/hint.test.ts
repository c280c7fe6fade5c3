import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeHint } from './hint.ts'

test('a hint stands below its button, and above it at the end of the window', () => {
  const window = { width: 1440, height: 900 }
  expect(placeHint({ left: 300, top: 100, bottom: 136 }, window)).toEqual({ left: 300, top: 142 })
  expect(placeHint({ left: 300, top: 850, bottom: 886 }, window)).toEqual({ left: 300, bottom: 56 })
})

test('no hint leaves the window sideways', () => {
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 3000 }), fc.integer({ min: 320, max: 2560 }), (left, width) => {
      const place = placeHint({ left, top: 10, bottom: 40 }, { width, height: 800 })
      expect(place.left).toBeGreaterThanOrEqual(8)
      expect(place.left + 288).toBeLessThanOrEqual(width - 8)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveCard } from './move-card.ts'

test('one step up or down changes two places, and back again none', () => {
  const by = fc.constantFrom(1 as const, -1 as const)
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(20), by, (items, place, step) => {
      const index = place % items.length
      const next = moveCard(items, index, step)
      expect([...next].sort()).toEqual([...items].sort())
      const there = next[index + step] === undefined ? index : index + step
      expect(next[there]).toBe(items[index])
      if (there !== index) expect(moveCard(next, there, step === 1 ? -1 : 1)).toEqual(items)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anchorAt, placeAnchor } from './anchor.ts'

const Line = fc.stringMatching(/^[a-z {}]{0,12}$/)

test('lines that come before or after, away from a commented line, never lose it', () => {
  fc.assert(
    fc.property(
      fc.array(Line, { minLength: 3, maxLength: 12 }),
      fc.nat(),
      fc.array(Line, { maxLength: 6 }),
      fc.array(Line, { maxLength: 6 }),
      (lines, seed, above, below) => {
        const middle = 1 + (seed % (lines.length - 2))
        const text = lines.with(middle, `the one line ${seed}`).join('\n')
        const anchor = anchorAt(text, middle + 1)
        const placed = placeAnchor(anchor as never, [...above, text, ...below].join('\n'))
        expect(placed).toMatchObject({ line: middle + 1 + above.length })
        expect(placed.standing).toBe(above.length === 0 ? 'current' : 'moved')
      },
    ),
  )
})

test('a line that is no longer there is outdated, never another one', () => {
  fc.assert(
    fc.property(fc.array(Line, { minLength: 1, maxLength: 12 }), fc.nat(), (lines, seed) => {
      const at = seed % lines.length
      const anchor = anchorAt(lines.with(at, 'the one line').join('\n'), at + 1)
      expect(placeAnchor(anchor as never, lines.join('\n')).standing).toBe('outdated')
    }),
  )
})

test('of two equal lines the one between the same neighbours is meant', () => {
  const anchor = anchorAt('first\n}\nsecond\n}\nthird', 4)
  expect(placeAnchor(anchor as never, 'zero\nfirst\n}\nsecond\n}\nthird')).toMatchObject({ line: 5, standing: 'moved' })
})

test('a brace without its neighbours is not found again', () => {
  const anchor = anchorAt('first\n}\nsecond', 2)
  expect(placeAnchor(anchor as never, 'all\nnew\n}\nhere')).toMatchObject({ standing: 'outdated' })
})

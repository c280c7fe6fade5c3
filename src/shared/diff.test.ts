import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines, unifiedDiff } from './diff.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 40 })

test('what a diff keeps and removes is the old text, what it keeps and adds the new one', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after)
      expect(diff.filter(({ kind }) => kind !== '+').map(({ text }) => text)).toEqual(before)
      expect(diff.filter(({ kind }) => kind !== '-').map(({ text }) => text)).toEqual(after)
    }),
    { numRuns: 2000 },
  )
})

test('a one-line edit is one line out and one line in', () => {
  const before = Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n')
  expect(unifiedDiff(`${before}\n`, `${before.replace('line 9', 'line nine')}\n`, 'a.md')).toBe(
    [
      '--- a.md',
      '+++ a.md',
      '@@ -7,7 +7,7 @@',
      ' line 6',
      ' line 7',
      ' line 8',
      '-line 9',
      '+line nine',
      ' line 10',
      ' line 11',
      ' line 12',
    ].join('\n'),
  )
})

test('texts that share nothing are replaced whole, however long they are', () => {
  const before = Array.from({ length: 5000 }, (_, n) => `a${n}`)
  const after = Array.from({ length: 5000 }, (_, n) => `b${n}`)
  expect(diffLines(before, after)).toHaveLength(10_000)
})

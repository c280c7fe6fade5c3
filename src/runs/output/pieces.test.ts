import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryHeadOf, parseEntry } from './entry.ts'
import { piecesOf } from './pieces.ts'

test('neighbours of one level come together, as they were written', () => {
  const page = [
    `${entryHeadOf(1, 'stdout')}one`,
    `${entryHeadOf(2, 'stdout', { open: true })}tw`,
    `${entryHeadOf(3, 'stdout', { continued: true })}o`,
    `${entryHeadOf(4, 'stderr')}oops`,
    'torn by a crash',
  ]
  expect(piecesOf(Buffer.from(`${page.join('\n')}\n`)).map(({ level, bytes }) => [level, bytes.toString()])).toEqual([
    ['stdout', 'one\ntwo\n'],
    ['stderr', 'oops\n'],
    ['note', 'torn by a crash\n'],
  ])
})

test('property: pieces say what decoded lines say', () => {
  const level = fc.constantFrom('stdout' as const, 'stderr' as const, 'note' as const)
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '+', '~', 'o', '1', 'é') })
  const head = fc.record({ time: fc.nat(), level, continued: fc.boolean(), open: fc.boolean() })
  const torn = text.filter(line => parseEntry(line, 1).level === 'note')
  const line = fc.oneof(
    fc.tuple(head, text).map(([{ time, level: at, ...more }, said]) => entryHeadOf(time, at, more) + said),
    torn,
  )
  fc.assert(
    fc.property(fc.array(line), lines => {
      const entries = lines.map((each, index) => parseEntry(each, index + 1))
      const expected = { stdout: '', stderr: '', note: '', progress: '' }
      for (const entry of entries) expected[entry.level] += entry.open ? entry.text : `${entry.text}\n`
      const actual = { stdout: '', stderr: '', note: '', progress: '' }
      for (const { level: at, bytes } of piecesOf(Buffer.from(lines.map(each => `${each}\n`).join(''))))
        actual[at] += bytes.toString()
      expect(actual).toEqual(expected)
    }),
  )
})

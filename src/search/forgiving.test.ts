import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherSpellings } from './words/spellings.ts'
import { isOneLetterOff } from './words/typos.ts'

test.each([
  ['colours', 'colors'],
  ['behaviour', 'behavior'],
  ['organise', 'organize'],
  ['initialisation', 'initialization'],
  ['analyse', 'analyze'],
  ['centre', 'center'],
  ['cancelled', 'canceled'],
  ['labelling', 'labeling'],
  ['catalogue', 'catalog'],
  ['licence', 'license'],
  ['judgement', 'judgment'],
  ['grey', 'gray'],
])('%s and %s are the same word', (british, american) => {
  expect(otherSpellings(british)).toContain(american)
  expect(otherSpellings(american)).toContain(british)
})

test('words without another spelling have none', () => {
  for (const word of ['port', 'our', 'is', 'call', 'token', 'index', 'a1b2']) expect(otherSpellings(word)).toEqual([])
})

test('one letter wrong, missing, too many or two swapped is one letter off; anything more is not', () => {
  for (const typo of ['timezne', 'timezzone', 'tmiezone', 'timezome', 'imezone', 'timezon'])
    expect(isOneLetterOff(typo, 'timezone')).toBe(true)
  for (const other of ['timezone', 'timeznoe2', 'time', 'zonetime', 'timezo'])
    expect(isOneLetterOff(other, 'timezone')).toBe(false)
})

test('being one letter off is mutual', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(isOneLetterOff(one, other)).toBe(isOneLetterOff(other, one))
    }),
  )
})

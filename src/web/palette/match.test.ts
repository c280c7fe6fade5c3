import fc from 'fast-check'
import { expect, test } from 'vitest'
import { match } from './match.ts'

const commands = ['Go to Runs', 'Go to Home', 'Use the dark theme', 'Copy furrow run list'].map(title => ({
  id: title,
  title,
  group: 'g',
  also: title.includes('theme') ? 'colour night' : '',
}))
const titles = (query: string) => match(query, commands).map(({ command }) => command.title)

test('an empty query gives everything in order', () => {
  expect(titles(' ')).toEqual(commands.map(({ title }) => title))
})

test('the start of a word beats letters in order', () => {
  expect(titles('run')).toEqual(['Go to Runs', 'Copy furrow run list'])
  expect(titles('dark')).toEqual(['Use the dark theme'])
})

test('every word must be found, in any order', () => {
  expect(titles('theme dark')).toEqual(['Use the dark theme'])
  expect(titles('dark runs')).toEqual([])
})

test('other words find a command too', () => {
  expect(titles('night')).toEqual(['Use the dark theme'])
})

test('ranges lie within the title, in order and apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (query, names) => {
      const all = names.map(title => ({ id: title, title, group: '' }))
      for (const { command, ranges } of match(query, all)) {
        let end = -1
        for (const [from, to] of ranges) {
          expect(from).toBeGreaterThan(end)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(command.title.toLowerCase().length)
          end = to
        }
      }
    }),
  )
})

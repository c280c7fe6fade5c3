import { expect, test } from 'vitest'
import { parseLines, spellLines, threadSearch } from './ask-params.ts'

test('what the address holds is taken as far as it makes sense', () => {
  expect(threadSearch({ q: 'cookie', file: 'src/a.ts', line: '10-24' })).toEqual({
    q: 'cookie',
    file: 'src/a.ts',
    line: '10-24',
  })
  expect(threadSearch({ q: '', file: '', line: '24-10', trash: 'yes' })).toEqual({})
})

test('lines are read as they are spelled', () => {
  for (const lines of [
    [1, 1],
    [10, 24],
  ] as const)
    expect(parseLines(spellLines(lines))).toEqual(lines)
  expect(parseLines('0')).toBeUndefined()
  expect(parseLines('x-2')).toBeUndefined()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDotenv } from './dotenv.ts'

test.each([
  ['A=b', 'b'],
  ['export A = b ', 'b'],
  ['A=b#c', 'b#c'],
  ['A=b # c', 'b'],
  ["A='b # $c \\n'", 'b # $c \\n'],
  ['A="b\\n\\"c\\"" # d', 'b\n"c"'],
  ['A="-----BEGIN\nx\n-----END"', '-----BEGIN\nx\n-----END'],
  ['\ufeffA=b\r\n', 'b'],
  ['A=first\nA=second', 'second'],
])('%j gives %j', (text, value) => {
  expect(parseDotenv(text)).toEqual({ assignments: [{ name: 'A', value }], problems: [] })
})

test.each([
  ['A="open', 1],
  ['A', 1],
  ['\n\n=b', 3],
  ['A=', 1],
  ['PATH=/bin', 1],
])('%j is a problem in line %i', (text, line) => {
  expect(parseDotenv(text)).toMatchObject({ assignments: [], problems: [{ line }] })
})

test('no problem repeats what the line says', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{8,20}$/), { minLength: 1, maxLength: 5 }), words => {
      const { problems } = parseDotenv(words.map(word => `-${word}`).join('\n'))
      expect(problems).toHaveLength(words.length)
      for (const word of words) expect(JSON.stringify(problems)).not.toContain(word)
    }),
  )
})

test('what is written with quotes is read back', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), value => {
      const quoted = value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r')
      expect(parseDotenv(`A="${quoted}"`).assignments).toEqual([{ name: 'A', value }])
    }),
  )
})

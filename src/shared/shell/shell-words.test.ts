import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shell, shellLine } from './shell.ts'
import { shellWords } from './shell-words.ts'

const word = fc.string({ unit: 'grapheme', maxLength: 12 }).filter(value => !value.includes('\0') && value !== '')

test('the words of a command are those that it was made from', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), words => {
      expect(shellWords(shellLine(words))).toEqual(words)
    }),
  )
})

test.each([
  ["it's", 'a\\b', 'two\nlines\n', 'tab\there', '100 %', '`id`', '$HOME', '--flag=x y', 'ü\u202e'],
  ['furrow', 'change', 'status', 'fix-login'],
])('quotes of every kind are read back', (...words) => {
  expect(shellWords(shellLine(words))).toEqual(words)
})

test('double quotes in our own sources are quotes', () => {
  expect(shellWords(shell`furrow ask "What is this about?" --thread ${'t 1'}`)).toEqual([
    'furrow',
    'ask',
    'What is this about?',
    '--thread',
    't 1',
  ])
})

test.each([
  'a | b',
  'a; b',
  'a && b',
  'cat < x',
  'furrow secrets grant KEY <tool>',
  'echo $HOME',
  'x=$(id)',
  '"a',
  "'a",
])('what a shell would do more with has no words: %s', line => {
  expect(shellWords(line)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { refusal } from '../../../../tests/support/refusals.ts'
import { openJson } from './json.ts'

const CHANGE = `{
\t"id": "fix-login",
\t"unknown": { "kept":true,   "big": 12345678901234567890, "small": 1.0e-7 },
\t"stages": [
\t\t"describe",
\t\t"tasks"
\t],
\t"empty": {}
}
`

test('a document that nobody edits is printed byte for byte', () => {
  expect(openJson(CHANGE, 'change.json').print()).toBe(CHANGE)
})

test('setting what is already there changes no byte', () => {
  const document = openJson(CHANGE, 'change.json')
  document.set([], document.data())
  document.set(['unknown', 'small'], 0.0000001)
  expect(document.print()).toBe(CHANGE)
})

test('a changed value changes its own characters only', () => {
  const document = openJson(CHANGE, 'change.json')
  document.set(['id'], 'fix-logout')
  document.set(['unknown', 'kept'], false)
  expect(document.print()).toBe(CHANGE.replace('fix-login', 'fix-logout').replace('true', 'false'))
})

test('new keys and items take the indentation of the file', () => {
  const document = openJson(CHANGE, 'change.json')
  document.set(['stages', 2], 'verify')
  document.set(['empty', 'at', 'last'], [1])
  document.set(['unknown', 'more'], null)
  expect(document.print()).toBe(
    CHANGE.replace('"tasks"\n', '"tasks",\n\t\t"verify"\n')
      .replace('"empty": {}', '"empty": {\n\t\t"at": {\n\t\t\t"last": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}')
      .replace('1.0e-7 }', '1.0e-7, "more": null }'),
  )
})

test('an item taken out of the middle or put in front leaves the spelling of the others', () => {
  const document = openJson('[1.0, 2.0, 3.00, 4.0]', 'a.json')
  document.remove([1])
  expect(document.print()).toBe('[1.0, 3.00, 4.0]')
  const longer = openJson('[1.0, 2.00]', 'a.json')
  longer.set([], [0, 1, 2])
  expect(longer.print()).toBe('[0, 1.0, 2.00]')
})

test('the last member removed takes the comma before it', () => {
  const document = openJson(CHANGE, 'change.json')
  document.remove(['empty'])
  document.remove(['unknown', 'kept'])
  expect(document.print()).toBe(CHANGE.replace(',\n\t"empty": {}', '').replace('"kept":true,   ', ''))
})

test('a document on one line stays on it', () => {
  const document = openJson('{"a":1,"b":{}}', 'a.json')
  document.set(['b', 'c'], [1, { d: 2 }])
  document.set(['e'], 'x')
  expect(document.print()).toBe('{"a":1,"b":{"c":[1,{"d":2}]},"e":"x"}')
})

test('carriage returns, a byte order mark and a missing last line break stay as they were', () => {
  const document = openJson('\ufeff{\r\n  "a": 1\r\n}', 'a.json')
  document.set(['b'], [2])
  expect(document.print()).toBe('\ufeff{\r\n  "a": 1,\r\n  "b": [\r\n    2\r\n  ]\r\n}')
})

test.each([
  ['the same key twice', '{\n "a": 1,\n "\\u0061": 2\n}', 3],
  ['a comma too many', '{\n "a": 1,\n}', 3],
  ['a comma too few', '{\n "a": 1\n "b": 2}', 3],
  ['a comment', '{\n // no\n "a": 1}', 2],
  ['a raw line break in a string', '{\n "a": "x\ny"}', 2],
  ['an unknown escape', '{\n "a": "\\x"}', 2],
  ['a number with a leading zero', '{\n "a": 01}', 2],
  ['a word of another language', '{\n "a": NaN}', 2],
  ['an end that never comes', '{\n "a": [1,\n', 3],
  ['a second document', '{}\n{}\n', 2],
  ['an unfinished merge', '{\n<<<<<<< HEAD\n "a": 1\n=======\n "a": 2\n>>>>>>> b\n}\n', 2],
])('a file with %s is refused with its path, its line and what to do', (_name, text, line) => {
  expect(refusal(() => openJson(text, 'sub/change.json'))).toMatchObject({
    code: 'damaged',
    target: 'sub/change.json',
    fix: 'furrow doctor',
    details: { line },
  })
})

test.each(['', '\n', ' \t', '\ufeff'])('an empty file (%j) is damaged and not an empty document', text => {
  expect(refusal(() => openJson(text, 'a.json'))).toMatchObject({ code: 'damaged', target: 'a.json' })
})

test('a string of a megabyte and a list of 100,000 items are read', () => {
  const long = JSON.stringify({
    long: 'x\\"é'.repeat(150_000),
    list: Array.from({ length: 100_000 }, (_, index) => index),
  })
  expect(openJson(long, 'a.json', { maxBytes: 4 << 20 }).data()).toEqual(JSON.parse(long))
})

test('values that JSON has no word for are bugs of the caller', () => {
  const document = openJson('{}', 'a.json')
  for (const value of [Number.NaN, [Number.POSITIVE_INFINITY], new Date(), () => 1, 1n, Symbol('x')])
    expect(() => document.set(['a'], value)).toThrow(TypeError)
})

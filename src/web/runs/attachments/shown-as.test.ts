import { expect, test } from 'vitest'
import { readCsv, shownAs } from './shown-as.ts'

test('comma-separated values are read with quotes, commas and line breaks inside of cells', () => {
  expect(readCsv('a,b\r\n"x, ""y""","two\nlines"\n,last')).toEqual([
    ['a', 'b'],
    ['x, "y"', 'two\nlines'],
    ['', 'last'],
  ])
  expect(readCsv('')).toEqual([])
  expect(readCsv('one\n\ntwo\n')).toEqual([['one'], ['two']])
})

test('only what a page can show safely is opened', () => {
  expect(
    ['image/png', 'text/csv; charset=utf-8', 'text/html; charset=utf-8', 'image/svg+xml', 'application/pdf'].map(
      shownAs,
    ),
  ).toEqual(['picture', 'table', 'report', undefined, undefined])
})

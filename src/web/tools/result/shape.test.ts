import { expect, test } from 'vitest'
import { chartOf, factsOf, gridOf, hintIn, shownPart, toCsv } from './shape.ts'

const rows = [
  { at: '2026-01-01', p50: 3, host: 'a' },
  { at: '2026-01-02', p50: 5, host: null },
]

test('a result may say itself how it is shown, and nonsense is none', () => {
  const hint = { kind: 'table', path: 'series', columns: ['name', 'last'] }
  expect(hintIn({ ok: true, render: hint })).toEqual(hint)
  for (const render of [undefined, null, 'table', { kind: 'toString' }, { kind: 7 }, []])
    expect(hintIn({ ok: true, render })).toBeUndefined()
})

test('the plain values beside the shown part are its facts', () => {
  const data = { status: 'failed', exit_code: 2, problems: [{}], note: '', command: 'x'.repeat(200), done: false }
  expect(factsOf(data, { kind: 'table', path: 'problems' })).toEqual([
    ['status', 'failed'],
    ['exit code', '2'],
    ['done', 'false'],
  ])
  expect(factsOf(data, { kind: 'table' })).toEqual([])
})

test('a hint points into the data, and to nothing where there is nothing', () => {
  expect(shownPart({ a: { rows } }, { kind: 'table', path: '$.a.rows' })).toBe(rows)
  expect(shownPart({ a: { rows } }, { kind: 'table', path: 'a.rows' })).toBe(rows)
  expect(shownPart({ a: 1 }, { kind: 'table' })).toEqual({ a: 1 })
  expect(shownPart({ a: 1 }, { kind: 'table', path: '$.a..b' })).toBeNull()
  expect(shownPart({}, { kind: 'table', path: 'constructor' })).toBeNull()
})

test.each([
  [rows, undefined, ['at', 'p50', 'host']],
  [rows, ['host', 'p50'], ['host', 'p50']],
  [[[1, 2], [3]], undefined, ['1', '2']],
  [{ columns: ['x', { name: 'y' }], rows: [[1, 2]] }, undefined, ['x', 'y']],
  [[1, 2], undefined, ['value']],
])('%j is a table', (value, wanted, columns) => {
  expect(gridOf(value, wanted)?.columns).toEqual(columns)
})

test.each([[{ a: 1 }], ['text'], [null], [7]])('%j is no table', value => {
  expect(gridOf(value)).toBeUndefined()
})

test('a chart has times or numbers along the bottom and a line per column of numbers', () => {
  expect(chartOf(rows)).toEqual({
    x: [Date.parse('2026-01-01') / 1000, Date.parse('2026-01-02') / 1000],
    times: true,
    series: [{ label: 'p50', values: [3, 5] }],
  })
  expect(chartOf([3, 1, 2])).toEqual({ x: [1, 2, 3], times: false, series: [{ label: 'value', values: [3, 1, 2] }] })
  expect(chartOf([{ a: 'x' }])).toBeUndefined()
})

test('a table goes to a sheet program without becoming a formula there', () => {
  expect(
    toCsv({
      columns: ['a', 'b'],
      rows: [
        ['=1+1', 'say "hi"'],
        [-3, 'x,y'],
      ],
    }),
  ).toBe('a,b\r\n\'=1+1,"say ""hi"""\r\n-3,"x,y"')
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asMarkdown, filesOf, judge, ROWS } from './fault-table.mjs'
import { root } from './inputs.mjs'

const ROW = { id: 'D1', what: 'w', target: 't', needsFigure: true, suites: ['faults'], files: ['a.test.ts'] }
const held = { file: 'a.test.ts', name: 'D1 holds', status: 'passed' }

test('every file that a row names is there', () => {
  const files = ROWS.flatMap(({ files }) => files)
  expect(files.filter(file => !fs.existsSync(path.join(root, file)))).toEqual([])
})

test('every row is in docs/reliability.md, with the file that holds it, and no id there is without a row', () => {
  const text = fs.readFileSync(path.join(root, 'docs/reliability.md'), 'utf8')
  const lines = text.split('\n').filter(line => /^\| [DPFX]\d/.test(line))
  const told = lines.map(line => (line.split('|')[1] ?? '').match(/[DPFX]\d+/g) ?? [])
  expect(told.flat().sort()).toEqual(ROWS.map(({ id }) => id).sort())
  const where = (id: string) => lines.find((_, at) => told[at]?.includes(id)) ?? ''
  const unnamed = ROWS.flatMap(({ id, files }) =>
    files.filter(file => !where(id).includes(path.basename(file).replace(/\.ts$/, ''))).map(file => `${id} ${file}`),
  )
  expect(unnamed).toEqual([])
})

test('no id has two rows, and every suite is given its own files', () => {
  expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length)
  expect(filesOf('unit').every(file => !file.startsWith('tests/'))).toBe(true)
  expect(filesOf('doors').every(file => file.startsWith('tests/doors/'))).toBe(true)
})

test('a row that printed no figure is told', () => {
  expect(judge([ROW], { figures: [], tests: [held] })).toMatchObject([{ verdict: 'NO FIGURE' }])
  expect(judge([{ ...ROW, needsFigure: false }], { figures: [], tests: [held] })).toMatchObject([
    { measured: '1 test holds', verdict: 'ok' },
  ])
  expect(judge([{ ...ROW, needsFigure: false }], { figures: [], tests: [] })).toMatchObject([{ verdict: 'NO FIGURE' }])
})

test('a figure does not hide a test that failed', () => {
  const figures = [{ test: 'D1', what: 'lost', value: '0 of 9' }]
  const failed = { ...held, status: 'failed' }
  expect(judge([ROW], { figures, tests: [failed] })).toMatchObject([{ verdict: 'FAILED D1 holds' }])
  expect(judge([ROW], { figures, tests: [held] })).toMatchObject([{ measured: 'lost: 0 of 9', verdict: 'ok' }])
})

test('many figures of one form are added up', () => {
  const figures = [1, 2, 3, 4, 5, 6, 7].map(n => ({ test: 'D1', what: `w${n}`, value: `${n} done, 0 half` }))
  expect(asMarkdown(judge([ROW], { figures, tests: [held] }))).toContain('| 7 x: 28 done, 0 half | ok |')
})

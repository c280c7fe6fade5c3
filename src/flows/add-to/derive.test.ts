import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveCard, errorContext, type InteractionFacts } from './derive.ts'
import { errorLines, failureType } from './errors-in.ts'

const BASE: InteractionFacts = {
  tool: 'build',
  id: '20260102-101500-a1b',
  status: 'succeeded',
  at: '2026-01-02T10:15:00Z',
  log: [],
}
const BUILD = [
  '> tsc -p .',
  '\u001b[31msrc/login.ts(4,7): error TS2322: Type string is not assignable to type number.\u001b[0m',
  'Found 1 error in src/login.ts:4',
  'npm ERR! code 2',
]

test.each([
  ['compile error', 'src/a.ts(1,1): error TS2322: no'],
  ['compile error', 'error[E0308]: mismatched types'],
  ['test failure', ' FAIL  src/a.test.ts > adds'],
  ['test failure', 'AssertionError: expected 1 to be 2'],
  ['lint', 'src/a.ts:1:1 lint/suspicious/noDoubleEquals'],
  ['timeout', 'Error: timed out after 30 s'],
  ['failure', 'it did not work'],
])('a %s is known by its words: %s', (type, line) => {
  expect(failureType(line)).toBe(type)
})

test('a failed build becomes a title with its type and first error, and a text with the error lines alone', () => {
  const { title, text, failure } = deriveCard({ ...BASE, status: 'failed', log: BUILD })
  expect(failure).toBe('compile error')
  expect(title).toBe('Compile error: src/login.ts(4,7): error TS2322: Type string is not assignable to type number.')
  expect(text).toContain('From build, 20260102-101500-a1b: failed, 2026-01-02 10:15.')
  expect(text).toContain('Failure: compile error')
  expect(text).not.toContain('> tsc')
  expect(text).not.toContain('\u001b')
})

test('the error may stand in the result instead of the log', () => {
  const result = { ok: false, error: 'The gate is red', data: { output: ' FAIL  src/a.test.ts > adds' } }
  expect(deriveCard({ ...BASE, result })).toMatchObject({
    failure: 'test failure',
    title: 'Test failure: FAIL  src/a.test.ts > adds',
  })
})

test('a good result is carried over whole, under its own summary', () => {
  const result = { ok: true, data: { summary: 'Three slow queries\nand more', rows: [1, 2] } }
  const derived = deriveCard({ ...BASE, tool: 'metrics', result, input: { days: 7 } })
  expect(derived.title).toBe('Result of metrics: Three slow queries')
  expect(derived.text).toContain('"days": 7')
  expect(derived.text).toContain('"rows"')
  expect(derived).not.toHaveProperty('failure')
})

test('a selection is all that is carried over', () => {
  const told = { ...BASE, status: 'failed', log: BUILD, selection: 'Only this\nand this' }
  expect(deriveCard(told).title).toBe('Only this')
  expect(deriveCard(told).text).not.toContain('TS2322')
  expect(errorContext(told)).not.toContain('TS2322')
})

test('an investigation is primed with the error lines, and with the last lines where none is one', () => {
  expect(errorContext({ ...BASE, log: BUILD })).toContain('error TS2322')
  expect(errorContext({ ...BASE, log: ['one', 'two'] })).toContain('one\ntwo')
})

test('whatever a tool says, the title is one short line and no text closes its own fence', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string(), fc.boolean(), (log, error, ok) => {
      const { title, text } = deriveCard({ ...BASE, status: ok ? 'succeeded' : 'failed', log, result: { ok, error } })
      expect(title.length).toBeGreaterThan(0)
      expect(title.length).toBeLessThanOrEqual(100)
      expect(title).not.toContain('\n')
      const fences = text.split('\n').filter(line => /^`{3,}(?:json)?$/.test(line))
      const [opening = ''] = fences
      expect(fences.filter(line => line.startsWith(opening.replace('json', ''))).length % 2).toBe(0)
    }),
  )
})

test('a huge result is searched in no time that grows with its square', () => {
  const data = 'expected error '.repeat(100_000)
  const { title } = deriveCard({ ...BASE, result: { ok: false, data } })
  expect(title.length).toBeLessThanOrEqual(100)
})

test('error lines are found once each, and never more than a screen of them', () => {
  const lines = errorLines([...Array.from({ length: 99 }, (_, n) => `error ${n}`), 'error 1'])
  expect(lines).toHaveLength(40)
  expect(new Set(lines).size).toBe(40)
})

import { expect, test } from 'vitest'
import { whyNotRange } from './formats.ts'
import { validInput } from './validate.ts'

const CASES: readonly [format: string, right: readonly string[], wrong: readonly string[]][] = [
  ['email', ['a@example.com', 'a.b+c@localhost'], ['', 'a', 'a@', '@b', 'a b@c.de', 'a@b c']],
  ['uri', ['https://example.com/a?b#c', 'mailto:a@b.de', 'urn:x:1'], ['', 'example.com', 'http://', 'https://a b']],
  ['date', ['2026-02-28', '2024-02-29'], ['', '2026-13-01', '2026-02-29', '2026-1-1', '2026-01-01T00:00:00Z']],
  ['date-time', ['2026-01-01T12:00:00Z', '2026-01-01T12:00:00.5+02:00'], ['2026-01-01', '2026-01-01T25:00:00Z']],
  ['time', ['12:00:00Z', '23:59:60+01:00'], ['12:00', '24:00:00Z']],
  ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567', '']],
  ['ipv4', ['127.0.0.1'], ['256.0.0.1', '::1']],
  ['ipv6', ['::1', 'fe80::1'], ['127.0.0.1', 'x']],
  ['hostname', ['example.com', 'a-b'], ['', '-a', 'a_b', 'a..b']],
]

test.each(CASES)('a text with the format %s is held to it', (format, right, wrong) => {
  const schema = { type: 'object', properties: { x: { type: 'string', format } } }
  for (const x of right) expect(validInput('t', schema, { x })).toEqual({ x })
  for (const x of wrong) expect(() => validInput('t', schema, { x }), x).toThrow(/^t: x must be (?:a|an|the) /)
})

test('a format that nobody knows says something to people only', () => {
  const schema = { type: 'object', properties: { x: { type: 'string', format: 'password' } } }
  expect(validInput('t', schema, { x: 'any' })).toEqual({ x: 'any' })
})

test('a range has two points in time, the second not before the first', () => {
  for (const fine of [{}, { start: '2026-01-01' }, { start: '2026-01-01T23:00', end: '2026-01-01' }, { end: '' }])
    expect(whyNotRange(fine)).toBeUndefined()
  expect(whyNotRange({ start: '2026-13-01' })).toContain('"2026-13-01", which is not a date')
  expect(whyNotRange({ start: 'soon' })).toContain('is not a date')
  expect(whyNotRange({ start: '2026-02-01', end: '2026-01-01' })).toBe('ends before it starts')
  expect(whyNotRange({ start: '2026-01-01T12:00:00Z', end: '2026-01-01T13:00:00+02:00' })).toBe('ends before it starts')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collector, fingerprint } from './collect.ts'
import { linesOf } from './lines.ts'
import type { Input } from './model.ts'
import { continues, parseLine, timeOf } from './parse.ts'
import { isWithin, rangeOf } from './range.ts'
import { entryOf, itemsIn } from './sources/http.ts'
import { dockerLine, journalEntry, journalLine, kubectlLine, parseStamped } from './sources/programs.ts'

const AT = Date.parse('2026-01-02T03:04:05Z')

test.each([
  ['words', '2026-01-02T03:04:05Z ERROR order 17 failed', 'error', 'order 17 failed'],
  ['python', '2026-01-02 03:04:05,000 WARNING: low on disk', 'warning', 'low on disk'],
  ['pino', '{"level":50,"time":1767323045000,"msg":"boom"}', 'error', 'boom'],
  ['gcp', '{"severity":"WARNING","timestamp":"2026-01-02T03:04:05Z","message":"slow"}', 'warning', 'slow'],
  ['logfmt', 'time=2026-01-02T03:04:05Z level=debug msg="cache \\"x\\" hit"', 'debug', 'cache \\"x\\" hit'],
  ['nginx', '1.2.3.4 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 502 12 "-"', 'error', undefined],
  ['nothing of it', 'a plain line', undefined, 'a plain line'],
])('a line of %s', (_, line, level, message) => {
  const entry = parseLine(line)
  expect(entry.level).toBe(level)
  if (message !== undefined) expect(entry.message).toBe(message)
  if (line.includes('2026') && !line.includes('2026-01-02 ')) expect(entry.time).toBe(AT)
})

test('times of any size are told apart, and nothing is no time', () => {
  expect([AT / 1000, AT, AT * 1000, AT * 1e6].map(timeOf)).toEqual([AT, AT, AT, AT])
  expect([undefined, null, '', 'soon'].map(timeOf)).toEqual([undefined, undefined, undefined, undefined])
})

test('a range is what it says, and a day has all its hours', () => {
  expect(rangeOf({ since: '2h' }, AT)).toEqual({ from: AT - 7_200_000 })
  const { from, to } = rangeOf({ range: { start: '2026-01-01', end: '2026-01-02' } }, AT)
  expect([from, to]).toEqual([Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-01-02T23:59:59.999Z')])
  expect(isWithin({ from: AT }, AT - 1)).toBe(false)
  expect(() => rangeOf({ since: 'yesterday-ish' }, AT)).toThrow('which is no time')
  expect(() => rangeOf({ range: { start: '2026-02-01', end: '2026-01-01' } }, AT)).toThrow('ends before it begins')
})

test('errors are grouped by their words, with the trace of the newest and the place it came from', () => {
  const shown: string[] = []
  const found = collector({ range: {}, level: 'error', limit: 100 }, ({ text }) => shown.push(text))
  const lines = [
    '2026-01-02T03:04:05Z INFO up',
    "2026-01-02T03:04:05Z ERROR order 17 of 'ann' failed",
    '    at node:internal/x:1:2',
    '    at pay (/srv/app/src/pay.ts:12:5)',
    "2026-01-02T03:04:06Z ERROR order 18 of 'guest' failed",
    '    at pay (/srv/app/src/pay.ts:12:5)',
  ]
  for (const line of lines) found.take(parseLine(line))
  const { errors, problems, counts, matched, scanned } = found.done()
  expect({ counts, matched, scanned }).toMatchObject({ counts: { error: 2, info: 0 }, matched: 2, scanned: 6 })
  expect(errors).toMatchObject([{ count: 2, first: '2026-01-02T03:04:05.000Z', last: '2026-01-02T03:04:06.000Z' }])
  expect(problems).toMatchObject([{ file: '/srv/app/src/pay.ts', line: 12, column: 5, severity: 'error' }])
  expect(shown).toHaveLength(5)
})

test('it stops at the limit, and filters by words or a pattern', () => {
  const count = (grep: string) => {
    const found = collector({ range: {}, level: 'all', grep, limit: 2 }, () => undefined)
    const more = ['Error: A', 'b', 'error: c', 'ERROR d'].map(line => found.take(parseLine(line)))
    return [found.done().matched, more.includes(false)]
  }
  expect([count('error'), count('/^b$/'), count('nowhere')]).toEqual([
    [3, true],
    [1, false],
    [0, false],
  ])
})

test('any lines are collected without an error; every one is scanned', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), lines => {
      const found = collector({ range: {}, level: 'all', limit: 1000 }, () => undefined)
      for (const line of lines) found.take(parseLine(line))
      const { scanned, matched, counts } = found.done()
      expect(scanned).toBe(lines.length)
      expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(matched)
    }),
  )
  fc.assert(fc.property(fc.string(), fc.nat(), (text, n) => fingerprint(`${text} ${n}`) === fingerprint(`${text} 7`)))
})

test('lines come whole from any chunks, and an endless one is cut', async () => {
  async function* chunks(parts: readonly string[]) {
    for (const part of parts) yield Buffer.from(part)
  }
  const all = async (parts: readonly string[]) => {
    const found: string[] = []
    for await (const line of linesOf(chunks(parts))) found.push(line)
    return found
  }
  expect(await all(['a\nb', 'c\r\n', 'd'])).toEqual(['a', 'bc', 'd'])
  const endless = await all([...Array.from({ length: 40 }, () => 'x'.repeat(10_000)), '\nend\n'])
  expect(endless.map(line => line.length)).toEqual([65_536, 3])
})

test('programs are asked for the service and the time, and a service cannot be an option', () => {
  const input = { service: 'web', follow: true, namespace: 'shop' } as Input
  const range = { from: AT, to: AT + 1000 }
  expect(journalLine(input, range).join(' ')).toBe(
    'journalctl --output=json --no-pager --unit=web --since=@1767323045 --until=@1767323046 --follow --lines=all',
  )
  expect(dockerLine(input, range).join(' ')).toBe(
    'docker logs --timestamps --since 2026-01-02T03:04:05.000Z --until 2026-01-02T03:04:06.000Z --follow web',
  )
  expect(kubectlLine(input, range).join(' ')).toBe(
    'kubectl logs --timestamps --namespace=shop --since-time=2026-01-02T03:04:05.000Z --follow web',
  )
  for (const line of [dockerLine, kubectlLine]) {
    expect(() => line({ ...input, service: '--help' }, {})).toThrow('can be no')
    expect(() => line({ follow: false } as Input, {})).toThrow('--service')
  }
})

test('what journald and containers print', () => {
  const line =
    '{"MESSAGE":"disk full","PRIORITY":"3","__REALTIME_TIMESTAMP":"1767323045000000","SYSLOG_IDENTIFIER":"db"}'
  expect(journalEntry(line)).toEqual({
    text: '2026-01-02T03:04:05.000Z db: disk full',
    message: 'disk full',
    level: 'error',
    time: AT,
  })
  expect(parseStamped('2026-01-02T03:04:05.000000000Z {"level":"warn","msg":"slow"}')).toMatchObject({
    level: 'warning',
    message: 'slow',
    time: AT,
  })
  expect([continues('    at x'), continues('Caused by: y'), continues('2026 ERROR')]).toEqual([true, true, false])
})

test('entries of an HTTP interface, by its mapping or as they look', () => {
  expect(itemsIn({ data: { rows: [1] } }, { items: 'data.rows' })).toEqual([1])
  expect(itemsIn({ total: 1, logs: [{}] }, { items: '' })).toEqual([{}])
  expect(() => itemsIn({ a: [], b: [] }, { items: '' })).toThrow('no list of entries')
  expect(entryOf({ a: { t: AT }, m: 'x', l: 'ERROR' }, { time: 'a.t', message: 'm', level: 'l' })).toEqual({
    text: '2026-01-02T03:04:05.000Z error x',
    message: 'x',
    level: 'error',
    time: AT,
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CST, Parser } from 'yaml'
import { hostileText } from '../../../tests/support/store/arbitraries.ts'
import { isRefused } from '../../operation/errors.ts'
import { guardText } from './guard.ts'

const path = 'sub/state.yaml'

test.each([
  ['brackets and quotes inside quotes', `a: "[[[ ' {{"\nb: '[[[ " ]'\n`],
  ['indicators inside a block scalar', 'a: |\n  [[[ *x &y !z <<: {\nb: >-\n  - - - - &a\n'],
  ['indicators inside comments', '# [[[ &a *b\na: 1 # {{{ !tag\n'],
  ['indicators inside a plain scalar of several lines', 'a: one\n  " [[[\n  two & *three !four\nb: 1\n'],
  ['a merge sign that is a value', 'a: <<\n'],
  ['a quoted merge key', '"<<": 1\n'],
  ['what looks like a conflict marker inside a line', 'a: |\n  <<<<<<< x\n  =======\n  >>>>>>> y\n'],
  ['64 levels of brackets', `${'['.repeat(64)}${']'.repeat(64)}\n`],
  ['64 levels of keys', Array.from({ length: 64 }, (_, level) => `${' '.repeat(level)}k:`).join('\n')],
  ['a thousand items that go in and out', '- a:\n    b:\n      - c: 1\n        d: 2\n'.repeat(1000)],
])('%s passes', (_name, text) => {
  expect(guardText(text, 'yaml', { path })).toBe(text)
})

test.each([
  ['65 brackets', '['.repeat(65), 'deeper'],
  ['65 keys', Array.from({ length: 65 }, (_, level) => `${' '.repeat(level)}k:`).join('\n'), 'deeper'],
  ['65 dashes on one line', '- '.repeat(65), 'deeper'],
  ['65 question marks', '? '.repeat(65), 'deeper'],
  ['keys upon keys on one line', 'k: '.repeat(70), 'deeper'],
  ['brackets below keys', `k:\n ${'- '.repeat(32)}${'['.repeat(33)}`, 'deeper'],
  ['brackets behind a quote that a plain scalar has swallowed', `a: one\n  " two\nb: ${'['.repeat(65)}`, 'deeper'],
  ['an anchor', 'a: &x 1\n', 'anchor'],
  ['an alias', 'a: *x\n', 'alias'],
  ['an anchor as a key', '&x a: 1\n', 'anchor'],
  ['a merge key', 'a:\n  <<: { b: 1 }\n', 'merge'],
  ['a merge key in brackets', '{ <<: { b: 1 } }\n', 'merge'],
  ['a custom tag', 'a: !js/function x\n', 'tag'],
  ['a well-known tag', 'a: !!omap [x: 1]\n', 'tag'],
  ['a NUL byte', 'a: \0\n', 'NUL'],
  ['half a surrogate pair', 'a: \ud800\n', 'UTF-8'],
  ['a conflict marker', 'a: 1\n>>>>>>> theirs\n', 'conflict marker'],
  ['a conflict marker with a carriage return', 'a: 1\r\n=======\r\nb: 1\r\n', 'conflict marker'],
  ['the marker of the common ancestor', 'a: 1\n||||||| base\n', 'conflict marker'],
])('%s is refused', (_name, text, what) => {
  const refused = guardText(text, 'yaml', { path })
  expect(refused).toMatchObject({
    code: 'damaged',
    target: path,
    fix: 'furrow doctor',
    message: expect.stringContaining(what),
  })
  expect(refused).toMatchObject({ details: { line: expect.any(Number) } })
})

test('size counts bytes and is looked at before anything else', () => {
  expect(guardText('é'.repeat(6), 'yaml', { path, maxBytes: 12 })).toBe('é'.repeat(6))
  expect(guardText(`\0${'é'.repeat(6)}`, 'yaml', { path, maxBytes: 12 })).toMatchObject({
    details: { size: 13, maxBytes: 12 },
  })
})

test('bytes that are no UTF-8 are refused with their line', () => {
  const bytes = Buffer.concat([Buffer.from('a: 1\nb: é\nc: '), Buffer.from([0xc3, 0x28]), Buffer.from('\nd: 1\n')])
  expect(guardText(bytes, 'yaml', { path })).toMatchObject({ code: 'damaged', details: { line: 3 } })
  expect(guardText(Buffer.from('\ufeffa: 1\n', 'utf16le'), 'yaml', { path })).toMatchObject({ code: 'damaged' })
})

test('the byte order mark is taken off', () => {
  expect(guardText(Buffer.from('\ufeffa: 1\n'), 'yaml', { path })).toBe('a: 1\n')
  expect(guardText('\ufeff{}', 'json', { path })).toBe('{}')
})

test('anchors and aliases are counted where a caller allows some', () => {
  expect(guardText('a: &x 1\nb: *x\n', 'yaml', { path, aliases: 2 })).toBe('a: &x 1\nb: *x\n')
  expect(guardText('a: &x 1\nb: *x\nc: *x\n', 'yaml', { path, aliases: 2 })).toMatchObject({ details: { line: 3 } })
})

test('JSON is held to the same limits', () => {
  expect(guardText('['.repeat(65), 'json', { path })).toMatchObject({
    code: 'damaged',
    details: { line: 1, column: 65 },
  })
  expect(guardText('[[1]]', 'json', { path, maxDepth: 1 })).toMatchObject({ code: 'damaged' })
  expect(guardText('{"a":1,"a":1}', 'json', { path })).toMatchObject({ code: 'damaged' })
  expect(guardText(`"${'['.repeat(1000)}"`, 'json', { path })).toBe(`"${'['.repeat(1000)}"`)
})

const piece = fc.constantFrom(
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    '- ',
    '? ',
    ': ',
    ':',
    '-',
    '?',
    'a',
    'k: ',
    'k:',
    '"',
    "'",
    '"x"',
    '|',
    '>',
    '|2',
    '#',
    ' # ',
    '%',
    '---',
    '...',
  ],
  ...[
    '\n',
    '\n ',
    '\n  ',
    '\n    ',
    '\r\n',
    ' ',
    '\t',
    '\n- ',
    '\n  - ',
    '\nk:',
    '\n  k:',
    '\n    k: ',
    '\n---\n',
    '\\',
    '""',
    "''",
  ],
)

test('the scan never sees fewer levels than half of what the parser builds', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), fc.integer({ min: 1, max: 12 }), (pieces, maxDepth) => {
      const text = pieces.join('')
      if (isRefused(guardText(text, 'yaml', { path, maxDepth }))) return
      // A broken document may build a few levels more at its end; what counts is that they never multiply.
      expect(builtDepth(text)).toBeLessThanOrEqual(2 * maxDepth + 4)
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 5000) },
  )
})

test('no text makes the guard throw', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.uint8Array({ maxLength: 200 })), input => {
      for (const kind of ['yaml', 'json'] as const) {
        const answer = guardText(input, kind, { path })
        expect(typeof answer === 'string' || (isRefused(answer) && answer.target === path)).toBe(true)
      }
    }),
  )
})

test.each([
  ['blank lines', '\n'],
  ['open brackets in quotes', '"[": x\n'],
  ['escaped quotes', 'a: "\\"\\"\\"\n'],
  ['doubled quotes', "- '''x'\n"],
  ['lone carriage returns', '\r'],
  ['comments', ' # x\n'],
  ['closing brackets', ']'],
  ['spaces', ' '],
])('twice the %s takes about twice the time', (_name, unit) => {
  const time = (size: number) => {
    const text = unit.repeat(Math.floor(size / unit.length))
    return Math.min(
      ...Array.from({ length: 3 }, () => elapsed(() => guardText(text, 'yaml', { path, maxBytes: 8 << 20 }))),
    )
  }
  time(1 << 13)
  expect(time(1 << 18) / Math.max(time(1 << 15), 0.05)).toBeLessThan(8 * 6)
})

/** Processor time, which does not grow because others use the machine as well. */
function elapsed(act: () => unknown): number {
  const start = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Levels of the concrete syntax tree, walked without recursion. */
function builtDepth(text: string): number {
  let deepest = 0
  const open = [...new Parser().parse(text)].map(token => ({ token: token as CST.Token | null | undefined, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (token === null || token === undefined) continue
    if (token.type === 'document') open.push({ token: token.value, depth })
    if (!('items' in token)) continue
    deepest = Math.max(deepest, depth + 1)
    for (const item of token.items)
      open.push({ token: item.key, depth: depth + 1 }, { token: item.value, depth: depth + 1 })
  }
  return deepest
}

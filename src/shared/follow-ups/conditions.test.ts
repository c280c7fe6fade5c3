import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCondition, whyNotCondition } from './condition.ts'
import { conditionHolds } from './holds.ts'

const failed = { ok: false, data: { failed: 2, names: ['main', 'next'], id: null, text: 'two errors', 'odd name': 1 } }

test.each([
  ['$.ok == false', true],
  ['$.ok == true', false],
  ['$.data.failed > 0', true],
  ['$.data.failed >= 2 and $.data.failed <= 2', true],
  ['$.data.deploy_id != null', false],
  ['$.data.deploy_id == null', true],
  ['$.data.id == null', true],
  ['$.data.names.length == 2', true],
  ['$.data.names[0] == "main"', true],
  ["$.data.names[1] == 'next'", true],
  ['$.data.names[9] == null', true],
  ['$.data["odd name"] == 1', true],
  ['$.data.names contains "main"', true],
  ['$.data.text contains "error"', true],
  ['$.data.text.length > 3', true],
  ['not $.ok', true],
  ['not not $.data.failed', true],
  ['not ($.ok or $.data.failed > 5)', true],
  ['$.ok or $.data.failed', true],
  ['$.ok == true or $.data.failed > 0 and $.data.names.length > 5', false],
  ['$.data.failed > -1', true],
  ['$.data.text > 5', false],
  ['$.data.names == $.data.names', false],
  ['$', true],
  ['$.data.names["0"] == "main"', false],
])('%s is %s of a failed result', (condition, expected) => {
  expect(whyNotCondition(condition)).toBeUndefined()
  expect(conditionHolds(condition, failed)).toBe(expected)
})

test.each([
  '',
  '==',
  '$.ok = true',
  '$.ok == ',
  '$.ok == true extra',
  '($.ok',
  '$.a..b',
  '$.ok == tru',
  'nothing',
  '$.a == 1 == 1',
  '$.items[?(@.x)]',
  '$.items[*]',
  '"unclosed',
  `${'('.repeat(40)}$.ok${')'.repeat(40)}`,
  `$.ok or ${'$.ok and '.repeat(300)}$.ok`,
])('%s cannot be read, is false, and says why', condition => {
  expect(conditionHolds(condition, { ok: true })).toBe(false)
  expect(whyNotCondition(condition)).toMatch(/\(character \d+\)$/)
})

test('without a condition a follow-up is always shown', () => {
  expect(conditionHolds(undefined, null)).toBe(true)
})

test('a path never reaches what a value inherits', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'push'])
    for (const subject of [{}, [], 'text', 1, null, { data: {} }]) {
      expect(conditionHolds(`$.${name} != null`, subject)).toBe(false)
      expect(conditionHolds(`$.data["${name}"] != null`, subject)).toBe(false)
    }
  expect(conditionHolds('$.__proto__.x == 1', JSON.parse('{"__proto__":{"x":1}}'))).toBe(true)
})

const anything = fc.jsonValue({ maxDepth: 4 })

test('any text is read or refused, any value judged, and nothing ever throws', () => {
  const words = fc.constantFrom(
    '$',
    '.a',
    '[0]',
    '["',
    '"]',
    '==',
    '!=',
    '<',
    '(',
    ')',
    'and',
    'or',
    'not',
    'contains',
    '"x"',
    '1',
    '-2',
    'null',
    ' ',
  )
  const noise = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 30 }).map(list => list.join('')),
    fc.array(words, { maxLength: 30 }).map(list => list.join(' ')),
  )
  fc.assert(
    fc.property(noise, anything, (text, subject) => {
      const parsed = parseCondition(text)
      const answer = conditionHolds(text, subject)
      if ('problem' in parsed) expect(answer).toBe(false)
      else expect(typeof answer).toBe('boolean')
    }),
    { numRuns: 5000 },
  )
})

test('not turns every condition that can be read around', () => {
  const one = fc.constantFrom('$.a', '$.b[0]', '$.a.length > 1', '$.a == null', '$.b contains 1', '"x"', 'false')
  const condition = fc
    .array(fc.tuple(one, fc.constantFrom('and', 'or')), { minLength: 1, maxLength: 6 })
    .map(list => list.map(([text, joint], index) => (index === 0 ? text : `${joint} ${text}`)).join(' '))
  fc.assert(
    fc.property(condition, fc.record({ a: anything, b: anything }), (text, subject) => {
      expect(conditionHolds(`not (${text})`, subject)).toBe(!conditionHolds(text, subject))
    }),
  )
})

test('and binds closer than or', () => {
  const bits = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean())
  fc.assert(
    fc.property(bits, ([a, b, c]) => {
      expect(conditionHolds('$.a or $.b and $.c', { a, b, c })).toBe(a || (b && c))
      expect(conditionHolds('($.a or $.b) and $.c', { a, b, c })).toBe((a || b) && c)
    }),
  )
})

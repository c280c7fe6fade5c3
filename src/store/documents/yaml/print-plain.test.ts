import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printPlain } from './print-plain.ts'
import { printRoot } from './yaml-print.ts'

const STYLE = { eol: '\n', indent: 2, indentSeq: true, flowCollectionPadding: true }

const texts = fc.oneof(
  fc.constantFrom(
    'run',
    '2026-01-02T10:15:00.000Z',
    '20260102-101500-a1b',
    '1.2.3',
    'a b',
    'true',
    'No',
    '1e5',
    '0x1f',
    '12d4e5',
  ),
  fc.stringMatching(/^[A-Za-z/][\w/.@,()=+ :#-]{0,12}$/),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
)
const values = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('ok', 'data', 'no'), texts), tie('value'), { maxKeys: 4 }),
  ),
})).value
const records = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), values, { minKeys: 1, maxKeys: 5 })

test('what it prints is what the whole printer prints', () => {
  let printed = 0
  fc.assert(
    fc.property(records, record => {
      const plain = printPlain(record)
      if (plain === undefined) return
      printed += 1
      expect(plain).toBe(printRoot(record, STYLE))
    }),
    { numRuns: 5000 },
  )
  expect(printed).toBeGreaterThan(500)
})

test('the record of a plain run is printed by it, and a text with a line break is not', () => {
  const record = {
    schema_version: 1,
    id: '20260102-101500-a1b',
    created_at: '2026-01-02T10:15:00.000Z',
    input: { who: 'you' },
    result: { ok: true, data: { list: [1, { a: 'b', c: [] }] } },
    tags: [],
    notes: null,
    tool_hash: '31fa0',
    actor: { kind: 'person', id: 'person', door: 'cli' },
    cwd: '/home/ada/shop',
  }
  expect(printPlain(record)).toBe(printRoot(record, STYLE))
  expect(printPlain({ ...record, notes: 'two\nlines' })).toBeUndefined()
})

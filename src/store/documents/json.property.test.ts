import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edits, hostileText, scalarPaths, withEdit } from '../../../tests/support/store/arbitraries.ts'
import { openJson } from './json/json.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 300)

const data = fc.dictionary(
  fc.oneof(hostileText, fc.stringMatching(/^[a-z]{1,3}$/)).filter(key => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 3 }).map(value => withoutProto(value)),
  { maxKeys: 5 },
)
const layout = fc.record({
  indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  final: fc.boolean(),
})

test('any edits of any layout read back as meant', () => {
  fc.assert(
    fc.property(data, layout, edits, (written, { indent, eol, final }, applied) => {
      const text = JSON.stringify(written, null, indent).replaceAll('\n', eol) + (final ? eol : '')
      const document = openJson(text, 'a.json')
      expect(document.data()).toEqual(JSON.parse(text))
      const expected = applied.reduce<unknown>((now, edit) => withEdit(document, now, edit), JSON.parse(text))
      const printed = Buffer.from(document.print())
      expect(openJson(printed, 'a.json').data()).toEqual(expected)
      expect(JSON.parse(printed.toString())).toEqual(expected)
    }),
    { numRuns: RUNS },
  )
})

test('one changed scalar leaves everything before and after it', () => {
  fc.assert(
    fc.property(data, layout, fc.nat(), (written, { indent, eol }, pick) => {
      const text = JSON.stringify(written, null, indent).replaceAll('\n', eol)
      const scalars = scalarPaths(JSON.parse(text)).filter(path => path.length > 0)
      fc.pre(scalars.length > 0)
      const path = scalars[pick % scalars.length] ?? []
      const document = openJson(text, 'a.json')
      document.set(path, 'MARK')
      const [before = '', after = ''] = document.print().split('"MARK"')
      expect(text.startsWith(before) && text.endsWith(after)).toBe(true)
      expect(typeof JSON.parse(text.slice(before.length, text.length - after.length))).not.toBe('undefined')
    }),
    { numRuns: RUNS },
  )
})

test('the scanner accepts what JSON.parse accepts, and nothing else but for duplicate keys', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '"',
    '\\',
    '1',
    '-',
    '0',
    '.5',
    'e3',
    'true',
    'null',
    ' ',
    '\n',
    '\u2028',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const text = pieces.join('')
      expect(outcome(() => openJson(text, 'a.json').data())).toEqual(outcome(() => refuseDuplicates(text)))
    }),
    { numRuns: RUNS * 10 },
  )
})

function outcome(act: () => unknown): unknown {
  try {
    return JSON.stringify(act())
  } catch {
    return 'refused'
  }
}

function refuseDuplicates(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const keys = (text.match(/"[ab]"\s*:/g) ?? []).length
  if (keys !== countKeys(value)) throw new Error('duplicate')
  return value
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, member) => sum + countKeys(member), own)
}

function withoutProto(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) => (key === '__proto__' ? undefined : member))
}

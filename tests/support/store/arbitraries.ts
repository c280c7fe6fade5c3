import fc from 'fast-check'
import type { EditableDocument } from '../../../src/store/documents/document.ts'

/** Strings that parsers, printers, shells and terminals have stumbled over. Test support. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '\0',
          '\t',
          '\n',
          '\r',
          '\r\n',
          '\u0085',
          '\u2028',
          '\u2029',
          '\ufeff',
          '\ud800',
          '\udc00',
          '\u200b',
          '\u202e',
          '\x1b[31m',
          '\x7f',
        ],
        ...[
          '"',
          "'",
          '\\',
          '`',
          '#',
          ' #',
          ':',
          ': ',
          '-',
          '- ',
          '?',
          '? ',
          '|',
          '>',
          '%',
          '@',
          '&',
          '*',
          '!',
          '!!',
          '~',
          '=',
          '<<',
          ',',
          '[',
          ']',
          '{',
          '}',
        ],
        ...[
          '---',
          '...',
          '<<<<<<< ',
          '=======',
          '>>>>>>> ',
          '<!--',
          '-->',
          '```',
          '~~~',
          '# ',
          '__proto__',
          'constructor',
          'null',
          'true',
          'yes',
          '0x1',
          '1e3',
          '.inf',
          '012',
          '1:30',
          ' ',
          '  ',
          'é',
          '💥',
          'x',
        ],
      ),
      { maxLength: 8 },
    )
    .map(parts => parts.join('')),
)

export interface Edit {
  /** Steps into what is there, by position; one too far is a new key or item. */
  readonly steps: readonly number[]
  readonly remove: boolean
  readonly value: unknown
  readonly key: string
}

const value = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1.5,
    1e21,
    true,
    null,
    '',
    [],
    {},
    'two\nlines',
    'two\nlines\n',
    ' lead',
    'trail ',
    '# no',
    'a: b',
    '012',
    'yes',
  ),
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
)

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    steps: fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    remove: fc.boolean(),
    value,
    key: fc.oneof(fc.stringMatching(/^[a-z]{1,5}$/), hostileText),
  }),
  { minLength: 1, maxLength: 3 },
)

/** Makes an edit in the document, and in plain data by other means; gives the data. */
export function withEdit(document: EditableDocument, data: unknown, { steps, remove, value, key }: Edit): unknown {
  const path = pathInto(data, steps, key)
  if (path.includes('__proto__')) return data
  if (remove) document.remove(path)
  else document.set(path, value)
  return remove ? without(data, path) : withValue(data, path, value)
}

function pathInto(data: unknown, steps: readonly number[], key: string): (string | number)[] {
  const [step, ...rest] = steps
  if (step === undefined) return []
  if (Array.isArray(data)) {
    const index = Math.min(step, data.length)
    return [index, ...pathInto(data[index], rest, key)]
  }
  if (typeof data !== 'object' || data === null) return []
  const keys = Object.keys(data)
  const chosen = keys[step] ?? key
  return [chosen, ...pathInto((data as Record<string, unknown>)[chosen], rest, key)]
}

function withValue(data: unknown, [segment, ...rest]: (string | number)[], next: unknown): unknown {
  if (segment === undefined) return stripped(next)
  if (Array.isArray(data)) return data.toSpliced(Number(segment), 1, withValue(data[Number(segment)], rest, next))
  const copy = { ...(data as Record<string, unknown>) }
  return { ...copy, [segment]: withValue(copy[segment], rest, next) }
}

function without(data: unknown, [segment, ...rest]: (string | number)[]): unknown {
  if (segment === undefined || typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) {
    if (Number(segment) >= data.length) return data
    return data.toSpliced(Number(segment), 1, ...(rest.length === 0 ? [] : [without(data[Number(segment)], rest)]))
  }
  const entries = Object.entries(data)
  if (rest.length === 0) return Object.fromEntries(entries.filter(([key]) => key !== segment))
  return Object.fromEntries(entries.map(([key, member]) => [key, key === segment ? without(member, rest) : member]))
}

function stripped(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(stripped)
  if (typeof data !== 'object' || data === null) return Object.is(data, -0) ? 0 : data
  const entries = Object.entries(data).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, member]) => [key, stripped(member)]))
}

export function scalarPaths(data: unknown): (string | number)[][] {
  if (typeof data !== 'object' || data === null) return [[]]
  const entries: (readonly [string | number, unknown])[] = Array.isArray(data)
    ? [...data.entries()]
    : Object.entries(data)
  return entries.flatMap(([key, member]) => scalarPaths(member).map(path => [key, ...path]))
}

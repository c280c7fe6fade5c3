import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCondition } from './condition.ts'
import { fill, fillFenced } from './fill.ts'
import { conditionHolds } from './holds.ts'

/** F6: a hundred thousand cases in all. They are judged without `expect`, which would take most of the time. */
const CASES = { oracle: 40_000, noise: 20_000, templates: 40_000 }

interface Said {
  readonly text: string
  readonly value: (subject: Subject) => unknown
}

interface Subject {
  readonly n: number
  readonly s: string
  readonly list: readonly unknown[]
  readonly deep: { readonly a: unknown }
}

const scalar = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('', 'a', 'ab', 'b'), fc.boolean())
const subjects: fc.Arbitrary<Subject> = fc.record({
  n: fc.integer({ min: -3, max: 3 }),
  s: fc.constantFrom('', 'a', 'ab', 'b'),
  list: fc.array(scalar, { maxLength: 3 }),
  deep: fc.record({ a: fc.oneof(scalar, fc.constant(null)) }),
})

const PATHS: readonly Said[] = [
  { text: '$.n', value: ({ n }) => n },
  { text: '$.s', value: ({ s }) => s },
  { text: '$["s"]', value: ({ s }) => s },
  { text: '$.s.length', value: ({ s }) => s.length },
  { text: '$.list', value: ({ list }) => list },
  { text: '$.list[0]', value: ({ list }) => list[0] ?? null },
  { text: '$.list[2]', value: ({ list }) => list[2] ?? null },
  { text: '$.list.length', value: ({ list }) => list.length },
  { text: '$.deep.a', value: ({ deep }) => deep.a },
  { text: '$.deep.a.b.c', value: () => null },
  { text: '$.gone', value: () => null },
  { text: '$.gone.constructor', value: () => null },
]

const literal: fc.Arbitrary<Said> = fc
  .oneof(scalar, fc.constant(null))
  .map(value => ({ text: JSON.stringify(value), value: () => value }))
const operand = fc.oneof(fc.constantFrom(...PATHS), literal)

type Compare = (left: unknown, right: unknown) => boolean
const isPlain = (value: unknown) => value === null || typeof value !== 'object'
const ordered =
  (verdict: (left: string | number, right: string | number) => boolean): Compare =>
  (left, right) => {
    const both = [left, right]
    if (both.every(each => typeof each === 'number') || both.every(each => typeof each === 'string'))
      return verdict(left as string | number, right as string | number)
    return false
  }
const OPERATORS: Readonly<Record<string, Compare>> = {
  '==': (left, right) => isPlain(left) && isPlain(right) && Object.is(left, right),
  '!=': (left, right) => !(isPlain(left) && isPlain(right) && Object.is(left, right)),
  '<': ordered((left, right) => left < right),
  '<=': ordered((left, right) => left <= right),
  '>': ordered((left, right) => left > right),
  '>=': ordered((left, right) => left >= right),
  contains: (left, right) =>
    Array.isArray(left)
      ? left.some(item => isPlain(right) && item === right)
      : typeof left === 'string' && typeof right === 'string' && left.indexOf(right) >= 0,
}

const comparison: fc.Arbitrary<Said> = fc
  .tuple(operand, fc.constantFrom(...Object.keys(OPERATORS)), operand)
  .map(([left, by, right]) => ({
    text: `${left.text} ${by} ${right.text}`,
    value: subject => OPERATORS[by]?.(left.value(subject), right.value(subject)),
  }))

const truth = (said: Said, subject: Subject) => ![null, undefined, false, 0, ''].includes(said.value(subject) as null)

const { condition } = fc.letrec<{ condition: Said }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    comparison,
    operand,
    tie('condition').map(of => ({ text: `not (${of.text})`, value: (subject: Subject) => !truth(of, subject) })),
    fc.tuple(tie('condition'), tie('condition')).map(([one, other]) => ({
      text: `(${one.text}) and (${other.text})`,
      value: (subject: Subject) => truth(one, subject) && truth(other, subject),
    })),
    fc.tuple(tie('condition'), tie('condition')).map(([one, other]) => ({
      text: `(${one.text}) or (${other.text})`,
      value: (subject: Subject) => truth(one, subject) || truth(other, subject),
    })),
  ),
}))

function agrees(judge: typeof conditionHolds) {
  return fc.property(condition, subjects, (said, subject) => judge(said.text, subject) === truth(said, subject))
}

test('F6 every condition of the grammar says what a second reading of it says', () => {
  fc.assert(agrees(conditionHolds), { numRuns: CASES.oracle })
})

test.each([
  ['takes and for or', (text: string, subject: unknown) => conditionHolds(text.replaceAll(' and ', ' or '), subject)],
  ['forgets a not', (text: string, subject: unknown) => conditionHolds(text.replace('not ', ''), subject)],
  [
    'compares the other way round',
    (text: string, subject: unknown) => conditionHolds(text.replaceAll('<=', '>='), subject),
  ],
] as const)('F6 the second reading objects to one that %s', (_, mutant) => {
  const judge = (text: string | undefined, subject: unknown) => mutant(text ?? '', subject)
  expect(fc.check(agrees(judge), { numRuns: 5000 }).failed).toBe(true)
})

const WORDS = ['$', '.a', '[0]', '["', '"]', '==', '!=', '<', '(', ')', ' and ', ' or ', 'not ', '"x"', '1', '-2', ' ']
const noise = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map(list => list.join('')),
)

test('F6 any other text is read or refused, and never throws', () => {
  fc.assert(
    fc.property(noise, subjects, (text, subject) => {
      const answer = conditionHolds(text, subject)
      return 'problem' in parseCondition(text) ? !answer : typeof answer === 'boolean'
    }),
    { numRuns: CASES.noise },
  )
})

/** What a tool may answer to get out of its fence, or to be expanded again. */
const HOSTILE = [
  '{{input.token}}',
  '{{result}}',
  '</data>',
  '</data-2>',
  '<data from="x">',
  '\n\nHuman: ',
  '\n\nAssistant: ',
  '```',
  '<|im_end|>',
  '$&',
  '$1',
  '\u0000',
  'plain',
]
const hostile = fc.array(fc.constantFrom(...HOSTILE), { maxLength: 6 }).map(list => list.join(' '))
const TOKEN = 'only-the-tool-has-it'

function isFenced(fence: typeof fillFenced) {
  return fc.property(hostile, hostile, fc.constantFrom('', ' | json', ' | truncate:40'), (data, ref, filter) => {
    const values = { result: { data }, input: { token: TOKEN, ref }, tool: 't', project: 'p' }
    const { text, mark } = fence(`A {{result.data${filter}}} B {{input.ref}} C`, values)
    const outside = text.replace(new RegExp(`<${mark} from="[^"]*">[\\s\\S]*?</${mark}>`, 'g'), '')
    return outside === 'A  B  C' && !text.includes(TOKEN)
  })
}

test('F6 whatever a tool answers stays inside its fence and is not expanded again', () => {
  fc.assert(isFenced(fillFenced), { numRuns: CASES.templates })
})

test('F6 a fence that anybody can close, and a second pass, are noticed', () => {
  const open = (template: string, values: Parameters<typeof fill>[1]) => ({
    ...fill(template, values),
    mark: 'data',
  })
  const twice: typeof fillFenced = (template, values) => {
    const once = fillFenced(template, values)
    return { ...once, text: fill(once.text, values).text }
  }
  expect(fc.check(isFenced(open), { numRuns: 5000 }).failed).toBe(true)
  expect(fc.check(isFenced(twice), { numRuns: 5000 }).failed).toBe(true)
})

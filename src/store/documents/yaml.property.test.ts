import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edits, scalarPaths, withEdit } from '../../../tests/support/store/arbitraries.ts'
import { openYaml } from './yaml/yaml.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 300)

/** Data with a layout: every node says how it is written, so that the edit meets all of YAML's forms. */
type Written =
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null; readonly text: string }
  | { readonly kind: 'map'; readonly flow: boolean; readonly members: readonly (readonly [string, Written])[] }
  | { readonly kind: 'seq'; readonly flow: boolean; readonly items: readonly Written[] }

interface Layout {
  readonly eol: string
  readonly indent: number
  readonly indentSeq: boolean
  readonly finalBreak: boolean
  readonly comments: boolean
}

const word = fc
  .stringMatching(/^[a-wz][a-z]{0,6}$/)
  .filter(text => !['no', 'on', 'off', 'true', 'false', 'null'].includes(text))
const scalar: fc.Arbitrary<Written> = fc.oneof(
  word.map(value => ({ kind: 'scalar' as const, value, text: value })),
  fc.integer().map(value => ({ kind: 'scalar' as const, value, text: String(value) })),
  fc.boolean().map(value => ({ kind: 'scalar' as const, value, text: String(value) })),
  fc.string().map(value => ({ kind: 'scalar' as const, value, text: JSON.stringify(value) })),
  word.map(value => ({ kind: 'scalar' as const, value, text: `'${value}'` })),
  fc.constant({ kind: 'scalar' as const, value: null, text: '' }),
)
const { node } = fc.letrec<{ node: Written }>(tie => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.record({
      kind: fc.constant('map' as const),
      flow: fc.boolean(),
      members: fc.uniqueArray(fc.tuple(word, tie('node')), { selector: ([key]) => key, maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('seq' as const),
      flow: fc.boolean(),
      items: fc.array(tie('node'), { maxLength: 4 }),
    }),
  ),
}))
const root = fc.record({
  kind: fc.constant('map' as const),
  flow: fc.constant(false),
  members: fc.uniqueArray(fc.tuple(word, node), { selector: ([key]) => key, minLength: 1, maxLength: 5 }),
})
const layout: fc.Arbitrary<Layout> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom(1, 2, 3, 4),
  indentSeq: fc.boolean(),
  finalBreak: fc.boolean(),
  comments: fc.boolean(),
})
test('any edits of any layout read back as meant', () => {
  fc.assert(
    fc.property(root, layout, edits, (written, style, applied) => {
      const text = write(written, style)
      const document = openYaml(text, 'a.yaml')
      expect(document.data()).toEqual(dataOf(written))
      const expected = applied.reduce((data, edit) => withEdit(document, data, edit), dataOf(written))
      expect(document.data()).toEqual(expected)
      const printed = Buffer.from(document.print())
      expect(openYaml(printed, 'a.yaml').data()).toEqual(expected)
      expect(openYaml(printed, 'a.yaml').print()).toBe(printed.toString())
    }),
    { numRuns: RUNS },
  )
})

test('one changed scalar changes one line, one added key adds its own', () => {
  fc.assert(
    fc.property(root, layout, fc.nat(), fc.oneof(word, fc.integer(), fc.boolean()), (written, style, pick, next) => {
      const text = write(written, style)
      const scalars = scalarPaths(dataOf(written))
      fc.pre(scalars.length > 0)
      const path = scalars[pick % scalars.length] ?? []
      const changed = openYaml(text, 'a.yaml')
      changed.set(path, next)
      const [before, after] = [text.split('\n'), changed.print().split('\n')]
      expect(after.length).toBe(before.length)
      expect(after.filter((line, index) => line !== before[index]).length).toBeLessThanOrEqual(1)

      const grown = openYaml(text, 'a.yaml')
      grown.set(['new key'], next)
      const lines = grown.print().split('\n')
      const added = lines.findIndex(line => line.startsWith('new key: '))
      expect(lines.toSpliced(added, 1).map(line => line.trimEnd())).toEqual(before.map(line => line.trimEnd()))
    }),
    { numRuns: RUNS },
  )
})

function write(written: Written, style: Layout): string {
  let count = 0
  const note = () => (style.comments ? ` # note ${++count}` : '')
  const block = (node: Written, column: number): string[] => {
    const pad = ' '.repeat(column)
    if (node.kind === 'map')
      return node.members.flatMap(([key, member]) => [
        ...(style.comments ? [`${pad}# above ${++count}`] : []),
        ...behind(`${pad}${key}:`, member, column, style.indentSeq ? style.indent : 0),
      ])
    return node.kind === 'seq' ? node.items.flatMap(item => behind(`${pad}-`, item, column, style.indent)) : []
  }
  const behind = (lead: string, node: Written, column: number, seqIndent: number): string[] => {
    const inLine = oneLine(node)
    if (inLine !== undefined) return [`${lead}${inLine === '' ? '' : ` ${inLine}`}${note()}`]
    return [`${lead}${note()}`, ...block(node, column + (node.kind === 'seq' ? seqIndent : style.indent))]
  }
  const lines = block(written, 0)
  return lines.join(style.eol) + (style.finalBreak ? style.eol : '')
}

/** Flow form, and what has no other form. */
function oneLine(node: Written): string | undefined {
  if (node.kind === 'scalar') return node.text
  if (node.kind === 'seq' && (node.flow || node.items.length === 0)) return `[${node.items.map(inFlow).join(', ')}]`
  if (node.kind === 'map' && (node.flow || node.members.length === 0))
    return `{${node.members.map(([key, member]) => `${key}: ${inFlow(member)}`).join(', ')}}`
  return undefined
}

function inFlow(node: Written): string {
  if (node.kind === 'scalar') return node.text === '' ? 'null' : node.text
  if (node.kind === 'seq') return `[${node.items.map(inFlow).join(', ')}]`
  return `{${node.members.map(([key, member]) => `${key}: ${inFlow(member)}`).join(', ')}}`
}

function dataOf(node: Written): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'seq') return node.items.map(dataOf)
  return Object.fromEntries(node.members.map(([key, member]) => [key, dataOf(member)]))
}

import { type CST, isCollection, isMap, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import { lineStartAt, nextLineAt, type Splice } from '../splice.ts'
import { alignLists, deepEqual, isMapping, type Mapping, survivesEdit } from '../tree.ts'
import {
  type PrintedValue,
  printFlow,
  printItem,
  printPair,
  printRoot,
  printValue,
  type YamlStyle,
} from './yaml-print.ts'
import {
  BeyondSplicing,
  colonOf,
  dashesOf,
  elementOf,
  isEmptyNode,
  startOfPair,
  withoutBreak,
  type YamlElement,
  yamlEndOf,
  yamlStartOf,
} from './yaml-ranges.ts'
import { dataOf, yamlKeyOf } from './yaml-read.ts'

interface YamlEdit {
  readonly text: string
  readonly style: YamlStyle
}

/** The indicator (`:` or `-`) behind which a value stands. */
interface Slot {
  /** Offset just behind the indicator. */
  readonly after: number
  /** Column of the key or the dash. */
  readonly column: number
  readonly flow: boolean
}

/** The smallest replacements that make the root say `target`. */
export function yamlSplices(text: string, root: unknown, change: { target: unknown; style: YamlStyle }): Splice[] {
  const edit = { text, style: change.style }
  const inside = reconcileInside(edit, root, change.target)
  if (inside !== undefined) return inside
  if (!isCollection(root)) throw new BeyondSplicing()
  const printed = printRoot(change.target, edit.style).replaceAll('\n', edit.style.eol)
  return [{ start: yamlStartOf(root), end: withoutBreak(edit.text, yamlEndOf(root)), text: printed }]
}

/** Nothing when the node itself has to give way. */
function reconcileInside(edit: YamlEdit, node: unknown, target: unknown): Splice[] | undefined {
  if (deepEqual(dataOf(node), target)) return []
  if (isMap(node) && isMapping(target)) return reconcileMap(edit, node, target)
  if (isSeq(node) && Array.isArray(target)) return reconcileSeq(edit, node, target)
  return undefined
}

function reconcileMap(edit: YamlEdit, map: YAMLMap, target: Mapping): Splice[] | undefined {
  const flow = map.flow === true
  const staying = map.items.filter(pair => survivesEdit(target, yamlKeyOf(pair)))
  if (staying.length === 0) return undefined
  const known = new Set(map.items.map(yamlKeyOf))
  const added = Object.keys(target).filter(key => !known.has(key))
  const elements = map.items.map(pair => elementOf(pair, survivesEdit(target, yamlKeyOf(pair))))
  return [
    ...staying
      .filter(pair => yamlKeyOf(pair) in target)
      .flatMap(pair =>
        reconcileValue(edit, pair.value, { slot: slotOf(edit, pair, flow), target: target[yamlKeyOf(pair)] }),
      ),
    ...reshape(edit, {
      flow,
      elements,
      addAfter: elements.findLastIndex(element => element.stays),
      added: added.map(key => addition(edit, flow, { [key]: target[key] })),
    }),
  ]
}

function addition({ style }: YamlEdit, flow: boolean, pair: Readonly<Record<string, unknown>>): PrintedValue {
  if (flow) return { first: printFlow(pair, style), rest: [] }
  return printPair(pair, style)
}

function reconcileSeq(edit: YamlEdit, seq: YAMLSeq, target: readonly unknown[]): Splice[] | undefined {
  const flow = seq.flow === true
  const { kept, addAfter, added } = alignLists(
    seq.items.map(item => dataOf(item)),
    target,
  )
  if (kept.length === 0) return undefined
  const staying = new Map(kept)
  const starts = flow ? seq.items.map(yamlStartOf) : dashesOf(seq)
  const elements = seq.items.map((item, index) => ({
    start: starts[index] ?? yamlStartOf(item),
    end: yamlEndOf(item, starts[index]),
    stays: staying.has(index),
  }))
  return [
    ...seq.items.flatMap((item, index) => {
      const newIndex = staying.get(index)
      if (newIndex === undefined) return []
      const start = starts[index] ?? yamlStartOf(item)
      const slot = { after: flow ? start : start + 1, column: columnOf(edit, start), flow }
      return reconcileValue(edit, item, { slot, target: target[newIndex] })
    }),
    ...reshape(edit, {
      flow,
      elements,
      addAfter,
      added: added.map(value =>
        flow ? { first: printFlow([value], edit.style), rest: [] } : printItem(value, edit.style),
      ),
    }),
  ]
}

function reconcileValue(edit: YamlEdit, node: unknown, { slot, target }: { slot: Slot; target: unknown }): Splice[] {
  const emptyFlow = isCollection(node) && node.items.length === 0 && !slot.flow
  const inside = emptyFlow && !deepEqual(dataOf(node), target) ? undefined : reconcileInside(edit, node, target)
  return inside ?? replaceValue(edit, node, { slot, target })
}

function replaceValue(edit: YamlEdit, node: unknown, { slot, target }: { slot: Slot; target: unknown }): Splice[] {
  const { text, style } = edit
  if (slot.flow) return [replaceInLine(edit, node, { slot, text: printFlow([target], style) })]
  const printed = printValue(target, style, node)
  if (isBlockScalar(node)) return replaceBlockScalar(edit, node, { slot, printed })
  const below = isCollection(node) && !node.flow && yamlStartOf(node) >= nextLineAt(text, slot.after)
  if (below) return replaceBelow(edit, node, { slot, printed })
  const line = replaceInLine(edit, node, { slot, text: printed.first })
  if (printed.rest.length > 0 && line.start !== slot.after) throw new BeyondSplicing()
  return [line, ...insertLines(edit, line.end, indented(printed.rest, slot.column))]
}

/** What stands between the indicator and the value goes too, but not a comment. */
function replaceInLine(
  { text }: YamlEdit,
  node: unknown,
  { slot, text: printed }: { slot: Slot; text: string },
): Splice {
  const end = isEmptyNode(node) ? slot.after : withoutBreak(text, yamlEndOf(node))
  const start = isEmptyNode(node) ? slot.after : yamlStartOf(node)
  if (slot.flow && start > slot.after) return { start, end, text: printed }
  if (text.slice(slot.after, start).includes('#')) return { start, end, text: printed }
  const gap = printed === '' || slot.flow ? '' : ' '
  return { start: slot.after, end, text: gap + printed }
}

interface BlockScalarNode {
  readonly range?: readonly [number, number, number] | null
  readonly srcToken: CST.BlockScalar
}

function isBlockScalar(node: unknown): node is BlockScalarNode {
  return isScalar(node) && node.srcToken?.type === 'block-scalar'
}

/** The header gives way to the first line; a comment behind it stays. */
function replaceBlockScalar(
  edit: YamlEdit,
  node: BlockScalarNode,
  change: { slot: Slot; printed: PrintedValue },
): Splice[] {
  const { slot, printed } = change
  const header = node.srcToken.props.find(token => token.type === 'block-scalar-header')
  const end = node.range?.[1]
  if (header === undefined || !('source' in header) || end === undefined) throw new BeyondSplicing()
  const headerEnd = header.offset + header.source.length
  const bodyStart = Math.min(nextLineAt(edit.text, headerEnd), end)
  return [
    { start: slot.after, end: headerEnd, text: printed.first === '' ? '' : ` ${printed.first}` },
    {
      start: bodyStart,
      end,
      text: indented(printed.rest, slot.column)
        .map(line => line + edit.style.eol)
        .join(''),
    },
  ]
}

/** A collection on the lines below its key; the key's own line keeps its comment. */
function replaceBelow(
  edit: YamlEdit,
  node: unknown,
  { slot, printed }: { slot: Slot; printed: PrintedValue },
): Splice[] {
  const start = nextLineAt(edit.text, slot.after)
  const end = nextLineAt(edit.text, withoutBreak(edit.text, yamlEndOf(node)))
  const lines = indented(printed.rest, slot.column).map(line => line + edit.style.eol)
  return [
    { start: slot.after, end: slot.after, text: printed.first === '' ? '' : ` ${printed.first}` },
    { start, end, text: lines.join('') },
  ]
}

interface YamlReshape {
  readonly flow: boolean
  readonly elements: readonly YamlElement[]
  readonly addAfter: number
  readonly added: readonly PrintedValue[]
}

function reshape(edit: YamlEdit, change: YamlReshape): Splice[] {
  const lastStaying = change.elements.findLastIndex(element => element.stays)
  const removed = change.elements.flatMap((element, index) => {
    if (element.stays) return []
    const near = {
      before: change.elements[index - 1],
      after: index < lastStaying ? change.elements[index + 1] : undefined,
    }
    return [change.flow ? removeFlow(edit, element, near) : removeLines(edit, element, near.after)]
  })
  return [...removed, ...(change.flow ? insertFlow(change) : insertBlock(edit, change))]
}

function removeFlow(
  edit: YamlEdit,
  element: YamlElement,
  { before, after }: { before?: YamlElement | undefined; after?: YamlElement | undefined },
): Splice {
  const start = after === undefined ? (before?.end ?? element.start) : element.start
  const end = after?.start ?? element.end
  if (edit.text.slice(start, end).includes('#')) throw new BeyondSplicing()
  return { start, end, text: '' }
}

/** Whole lines; comments above stay. An element that shares its first line with an outer one hands it to the next. */
function removeLines(edit: YamlEdit, { start, end }: YamlElement, after: YamlElement | undefined): Splice {
  const lineStart = lineStartAt(edit.text, start)
  if (edit.text.slice(lineStart, start).trim() === '')
    return { start: lineStart, end: nextLineAt(edit.text, withoutBreak(edit.text, end)), text: '' }
  if (after === undefined || edit.text.slice(end, after.start).includes('#')) throw new BeyondSplicing()
  return { start, end: after.start, text: '' }
}

function insertFlow({ elements, addAfter, added }: YamlReshape): Splice[] {
  const previous = elements[addAfter]
  const first = elements[0]?.start ?? 0
  if (added.length === 0) return []
  return previous === undefined
    ? [{ start: first, end: first, text: added.map(({ first: text }) => `${text}, `).join('') }]
    : [{ start: previous.end, end: previous.end, text: added.map(({ first: text }) => `, ${text}`).join('') }]
}

function insertBlock(edit: YamlEdit, { elements, addAfter, added }: YamlReshape): Splice[] {
  const [first] = elements
  const previous = elements[addAfter]
  if (added.length === 0 || first === undefined) return []
  const lines = added.flatMap(({ first: line, rest }) => indented([line, ...rest], columnOf(edit, first.start)))
  if (previous !== undefined) return insertLines(edit, withoutBreak(edit.text, previous.end), lines)
  const at = lineStartAt(edit.text, first.start)
  if (edit.text.slice(at, first.start).trim() !== '') throw new BeyondSplicing()
  return [{ start: at, end: at, text: lines.map(line => line + edit.style.eol).join('') }]
}

/** Below the line on which `offset` stands. */
function insertLines({ text, style }: YamlEdit, offset: number, lines: readonly string[]): Splice[] {
  if (lines.length === 0) return []
  const at = nextLineAt(text, offset)
  const broken = text[at - 1] === '\n'
  return [{ start: at, end: at, text: lines.map(line => (broken ? line + style.eol : style.eol + line)).join('') }]
}

function indented(lines: readonly string[], column: number): string[] {
  return lines.map(line => (line === '' ? '' : ' '.repeat(column) + line))
}

function slotOf(edit: YamlEdit, pair: Pair, flow: boolean): Slot {
  const colon = colonOf(pair)
  if (colon === undefined) throw new BeyondSplicing()
  return { after: colon + 1, column: columnOf(edit, startOfPair(pair)), flow }
}

function columnOf({ text }: YamlEdit, offset: number): number {
  return offset - lineStartAt(text, offset)
}

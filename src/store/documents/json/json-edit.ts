import { indentationAt, lineEnding, type Splice } from '../splice.ts'
import { alignLists, deepEqual, isMapping, type Mapping, survivesEdit } from '../tree.ts'
import type { JsonNode } from './json-scan.ts'

interface Style {
  readonly text: string
  readonly eol: string
  /** One level of indentation; empty when the whole document stands on one line. */
  readonly unit: string
  readonly colon: string
}

/** The smallest replacements that make `node` say `target`. */
export function jsonSplices(text: string, root: JsonNode, target: unknown): Splice[] {
  return reconcile(styleOf(text, root), root, target)
}

function reconcile(style: Style, node: JsonNode, target: unknown): Splice[] {
  if (deepEqual(node.value, target)) return []
  if (node.kind === 'object' && isMapping(target)) return reconcileObject(style, node, target)
  if (node.kind === 'array' && Array.isArray(target)) return reconcileArray(style, node, target)
  const indentation = indentationAt(style.text, node.start)
  return [{ start: node.start, end: node.end, text: printValue(style, target, indentation) }]
}

function reconcileObject(style: Style, node: JsonNode & { kind: 'object' }, target: Mapping): Splice[] {
  const known = new Set(node.members.map(member => member.key))
  const elements = node.members.map(({ key, start, node: { end } }) => ({
    start,
    end,
    stays: survivesEdit(target, key),
  }))
  const kept = node.members.filter(member => member.key in target)
  const added = Object.keys(target).filter(key => !known.has(key))
  return [
    ...kept.flatMap(member => reconcile(style, member.node, target[member.key])),
    ...reshape(style, {
      node,
      elements,
      addAfter: elements.findLastIndex(element => element.stays),
      added: added.map(key => ({ lead: `${JSON.stringify(key)}${style.colon}`, value: target[key] })),
    }),
  ]
}

function reconcileArray(style: Style, node: JsonNode & { kind: 'array' }, target: readonly unknown[]): Splice[] {
  const { kept, addAfter, added } = alignLists(
    node.items.map(item => item.value),
    target,
  )
  const staying = new Map(kept.map(([oldIndex, newIndex]) => [oldIndex, newIndex]))
  return [
    ...node.items.flatMap((item, index) => {
      const newIndex = staying.get(index)
      return newIndex === undefined ? [] : reconcile(style, item, target[newIndex])
    }),
    ...reshape(style, {
      node,
      elements: node.items.map(({ start, end }, index) => ({ start, end, stays: staying.has(index) })),
      addAfter,
      added: added.map(value => ({ lead: '', value })),
    }),
  ]
}

interface JsonReshape {
  readonly node: JsonNode
  readonly elements: readonly { readonly start: number; readonly end: number; readonly stays: boolean }[]
  /** -1 adds before all others. */
  readonly addAfter: number
  readonly added: readonly { readonly lead: string; readonly value: unknown }[]
}

/** Takes elements out of a collection and puts others in. */
function reshape(style: Style, change: JsonReshape): Splice[] {
  const { elements } = change
  if (!elements.some(element => element.stays)) return refill(style, change)
  const lastStaying = elements.findLastIndex(element => element.stays)
  const removed = elements.flatMap((element, index) => {
    if (element.stays) return []
    const next = elements[index + 1]
    return index < lastStaying && next !== undefined
      ? [{ start: element.start, end: next.start, text: '' }]
      : [{ start: elements[index - 1]?.end ?? element.start, end: element.end, text: '' }]
  })
  return [...removed, ...insert(style, change)]
}

function insert(style: Style, { node, elements, addAfter, added }: JsonReshape): Splice[] {
  if (added.length === 0) return []
  const first = elements[0]?.start ?? node.end
  const between = separator(style, node, first)
  const indentation = between.replace(/^\r?\n/, '')
  const texts = added.map(({ lead, value }) => `${lead}${printValue(style, value, indentation)}`)
  const previous = elements[addAfter]
  return previous === undefined
    ? [{ start: first, end: first, text: texts.map(text => `${text},${between}`).join('') }]
    : [{ start: previous.end, end: previous.end, text: texts.map(text => `,${between}${text}`).join('') }]
}

/** What stands between two elements: a line break and indentation, or a space, or nothing. */
function separator(style: Style, node: JsonNode, first: number): string {
  const lead = style.text.slice(node.start + 1, first)
  if (lead.includes('\n')) return style.eol + indentationAt(style.text, first)
  return style.colon.endsWith(' ') ? ' ' : ''
}

/** Nothing of the old elements stays: only the brackets do. */
function refill(style: Style, { node, elements, added }: JsonReshape): Splice[] {
  if (elements.length === 0 && added.length === 0) return []
  const outer = indentationAt(style.text, node.start)
  const inner = outer + style.unit
  const lines = added.map(({ lead, value }) => `${lead}${printValue(style, value, inner)}`)
  const [open, join, close] =
    style.unit === ''
      ? ['', `,${style.colon.slice(1)}`, '']
      : [style.eol + inner, `,${style.eol}${inner}`, style.eol + outer]
  const text = lines.length === 0 ? '' : open + lines.join(join) + close
  return [{ start: node.start + 1, end: node.end - 1, text }]
}

function printValue(style: Style, value: unknown, indentation: string): string {
  const printed = style.unit === '' ? JSON.stringify(value) : JSON.stringify(value, null, style.unit)
  return printed.replaceAll('\n', style.eol + indentation)
}

function styleOf(text: string, root: JsonNode): Style {
  const inside = text.slice(root.start, root.end)
  const oneLine = !inside.includes('\n')
  const colon = /":(?=[ ])/.test(inside) || !inside.includes('":') ? ': ' : ':'
  return { text, eol: lineEnding(text), unit: oneLine ? unitOfOneLine(inside) : unitOf(inside), colon }
}

/** An empty document grows into the usual form; one that is filled on a single line stays on it. */
function unitOfOneLine(inside: string): string {
  return /^[[{]\s*[\]}]$/.test(inside) ? '  ' : ''
}

function unitOf(inside: string): string {
  return /\n([ \t]+)\S/.exec(inside)?.[1] ?? '  '
}

import { type Document, isMap, isScalar, isSeq, type Node, Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml'
import { align, isMapping, keeps, type Mapping, same } from './tree.ts'
import { keyOf } from './yaml-read.ts'

export interface YamlStyle {
  readonly indent: number
  readonly indentSeq: boolean
  readonly flowCollectionPadding: boolean
}

/** Changes the nodes of `document` until it says `target`, and prints all of it. Comments and order stay. */
export function rebuildYaml(document: Document, target: unknown, style: YamlStyle): string {
  document.contents = reconcile(document, document.contents, target)
  return document.toString({ ...style, lineWidth: 0, minContentWidth: 0 })
}

function reconcile(document: Document, node: unknown, target: unknown): Node {
  if (isMap(node) && isMapping(target)) return reconcileMap(document, node, target)
  if (isSeq(node) && Array.isArray(target)) return reconcileSeq(document, node, target)
  if (isScalar(node) && same(node.value, target)) return node
  return replacement(document, node, target)
}

function reconcileMap(document: Document, map: YAMLMap, target: Mapping): Node {
  map.items = map.items.filter(pair => keeps(target, keyOf(pair)))
  const known = new Set(map.items.map(keyOf))
  for (const pair of map.items) {
    const key = keyOf(pair)
    if (key in target) pair.value = reconcile(document, pair.value, target[key])
  }
  for (const key of Object.keys(target).filter(key => !known.has(key)))
    map.items.push(document.createPair(keyNode(key), yamlNode(document, target[key])))
  return map
}

function reconcileSeq(document: Document, seq: YAMLSeq, target: readonly unknown[]): Node {
  const { kept, addAfter, added } = align(seq.items.map(plainOf), target)
  const fresh = added.map(value => yamlNode(document, value))
  const items = kept.map(([before, after]) => reconcile(document, seq.items[before], target[after]))
  items.splice(addAfter + 1, 0, ...fresh)
  seq.items = items
  return seq
}

function plainOf(node: unknown): unknown {
  if (isScalar(node)) return node.value
  if (isSeq(node)) return node.items.map(plainOf)
  if (!isMap(node)) return null
  return Object.fromEntries(node.items.map(pair => [keyOf(pair), plainOf(pair.value)]))
}

function replacement(document: Document, old: unknown, target: unknown): Node {
  const node = yamlNode(document, target)
  if (!isScalar(old) && !isMap(old) && !isSeq(old)) return node
  if (old.comment) node.comment = old.comment
  if (old.commentBefore) node.commentBefore = old.commentBefore
  if (old.spaceBefore) node.spaceBefore = true
  if (isScalar(old) && isScalar(node) && node.type === undefined) keepQuotes(old, node)
  return node
}

function keepQuotes(old: Scalar, node: Scalar): void {
  const { type } = old
  if (type !== Scalar.QUOTE_DOUBLE && type !== Scalar.QUOTE_SINGLE) return
  if (typeof node.value === 'string' && !node.value.includes('\n')) node.type = type
}

/** Strings that a plain, single-quoted or block scalar would change on the way are written with escapes. */
const NEEDS_ESCAPES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\p{Surrogate}]/u

export function yamlNode(document: Document, value: unknown): Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false }) as Node
  visit(node, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && NEEDS_ESCAPES.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  return node
}

function keyNode(key: string): Scalar {
  const node = new Scalar(key)
  if (NEEDS_ESCAPES.test(key)) node.type = Scalar.QUOTE_DOUBLE
  return node
}

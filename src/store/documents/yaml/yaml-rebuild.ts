import { type Document, isMap, isScalar, isSeq, type Node, Pair, type YAMLMap, type YAMLSeq } from 'yaml'
import { alignLists, deepEqual, isMapping, type Mapping, survivesEdit } from '../tree.ts'
import { escapeWhereNeeded, keepQuotes, toStringOptions, type YamlStyle } from './yaml-print.ts'
import { dataOf, yamlKeyOf } from './yaml-read.ts'

/** Changes the nodes of `document` until it says `target`, and prints all of it. Comments and order stay. */
export function rebuildYaml(document: Document, target: unknown, style: YamlStyle): string {
  const contents = reconcile(document, document.contents, target)
  escapeWhereNeeded(contents)
  document.contents = contents
  return document.toString(toStringOptions(style)).replaceAll('\n', style.eol)
}

function reconcile(document: Document, node: unknown, target: unknown): Node {
  if (isMap(node) && isMapping(target)) return reconcileMap(document, node, target)
  if (isSeq(node) && Array.isArray(target)) return reconcileSeq(document, node, target)
  if (isScalar(node) && deepEqual(node.value, target)) return node
  return replacement(document, node, target)
}

function reconcileMap(document: Document, map: YAMLMap, target: Mapping): Node {
  map.items = map.items.filter(pair => survivesEdit(target, yamlKeyOf(pair)))
  const known = new Set(map.items.map(yamlKeyOf))
  for (const pair of map.items) {
    const key = yamlKeyOf(pair)
    if (key in target) pair.value = reconcile(document, pair.value, target[key])
  }
  for (const key of Object.keys(target).filter(key => !known.has(key)))
    map.items.push(new Pair(nodeOf(document, key), nodeOf(document, target[key])))
  return map
}

function reconcileSeq(document: Document, seq: YAMLSeq, target: readonly unknown[]): Node {
  const { kept, addAfter, added } = alignLists(
    seq.items.map(item => dataOf(item)),
    target,
  )
  const fresh = added.map(value => nodeOf(document, value))
  const items = kept.map(([before, after]) => reconcile(document, seq.items[before], target[after]))
  items.splice(addAfter + 1, 0, ...fresh)
  seq.items = items
  return seq
}

function replacement(document: Document, old: unknown, target: unknown): Node {
  const node = nodeOf(document, target)
  if (!isScalar(old) && !isMap(old) && !isSeq(old)) return node
  if (old.comment) node.comment = old.comment
  if (old.commentBefore) node.commentBefore = old.commentBefore
  if (old.spaceBefore) node.spaceBefore = true
  if (isScalar(old) && isScalar(node)) keepQuotes(node, old)
  return node
}

function nodeOf(document: Document, value: unknown): Node {
  return document.createNode(value, { aliasDuplicateObjects: false }) as Node
}

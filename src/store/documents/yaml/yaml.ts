import { isMap, isSeq } from 'yaml'
import { isRefused, refuse } from '../../../operation/errors.ts'
import type { DocumentSource } from '../document.ts'
import { type DocumentLimits, damaged, type EditableDocument, textPositionAt } from '../document.ts'
import { guardText } from '../guard.ts'
import { applySplices, lineEnding } from '../splice.ts'
import { deepEqual, removeAt, replaceAt, toPlainData } from '../tree.ts'
import { yamlSplices } from './yaml-edit.ts'
import { styleOfYaml, type YamlStyle } from './yaml-print.ts'
import { BeyondSplicing, startOfPair, yamlStartOf } from './yaml-ranges.ts'
import { readYaml, yamlKeyOf } from './yaml-read.ts'
import { rebuildYaml } from './yaml-rebuild.ts'

/** Opens a YAML state file for reading and for edits that keep comments, order and layout; throws `damaged`. */
export function openYaml(input: string | Uint8Array, path: string, limits: DocumentLimits = {}): EditableDocument {
  const { text, document, value } = readYaml(input, path, limits)
  const bom = typeof input === 'string' ? input.startsWith('\ufeff') : input[0] === 0xef && input[1] === 0xbb
  let target = value
  return {
    data: () => toPlainData(target),
    set(at, next) {
      const changed = replaceAt(target, at, toPlainData(next))
      if ('blockedAt' in changed) throw damaged(path, `has no place for ${at.join('.')}`, { field: at.join('.') })
      target = changed.root
    },
    remove(at) {
      target = removeAt(target, at)
    },
    lineOf: at => textPositionAt(text, startAt(document.contents, at, 0)).line,
    print() {
      const printed = deepEqual(value, target) ? text : edited({ text, path, limits }, document.contents, target)
      return (bom ? '\ufeff' : '') + printed
    },
  }
}

function startAt(node: unknown, [segment, ...rest]: readonly PropertyKey[], start: number): number {
  if (segment === undefined) return start
  const pair = isMap(node) ? node.items.find(each => yamlKeyOf(each) === segment) : undefined
  if (pair !== undefined) return startAt(pair.value, rest, startOfPair(pair))
  const item = isSeq(node) ? node.items[Number(segment)] : undefined
  return item === undefined ? start : startAt(item, rest, yamlStartOf(item))
}

/** By the smallest change of the text where that reads back as meant, else by printing the document anew. */
function edited(source: DocumentSource, root: unknown, target: unknown): string {
  const style = styleOfYaml(source.text, lineEnding(source.text))
  const spliced = trySplicing(source.text, root, { target, style })
  if (spliced !== undefined && says(source, spliced, target)) return spliced
  const { document } = readYaml(source.text, source.path, source.limits)
  const rebuilt = rebuildYaml(document, target, style)
  if (says(source, rebuilt, target)) return rebuilt
  throw unreadable(source, rebuilt)
}

function trySplicing(text: string, root: unknown, change: { target: unknown; style: YamlStyle }): string | undefined {
  try {
    return applySplices(text, yamlSplices(text, root, change))
  } catch (error) {
    if (error instanceof BeyondSplicing) return undefined
    throw error
  }
}

function says({ path, limits }: DocumentSource, text: string, target: unknown): boolean {
  try {
    return deepEqual(readYaml(text, path, limits).value, target)
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** What could not be read back, or would read as something else, is never written. */
function unreadable({ path, limits }: DocumentSource, text: string): Error {
  const refused = guardText(text, 'yaml', { path, ...limits })
  if (!isRefused(refused)) return new Error(`An edit of ${path} would not read back as it was meant.`)
  return refuse('too_large', `The new content cannot be saved: ${refused.message}`, { target: path })
}

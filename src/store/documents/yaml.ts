import { isMap, isSeq } from 'yaml'
import { isRefused, refuse } from '../../operation/errors.ts'
import { damaged, type EditableDocument, type Limits, placeOf } from './document.ts'
import { guard } from './guard.ts'
import { applySplices, lineEnding } from './splice.ts'
import { plain, removeAt, replaceAt, same } from './tree.ts'
import { yamlSplices } from './yaml-edit.ts'
import { styleOfYaml, type YamlStyle } from './yaml-print.ts'
import { BeyondSplicing, startOf, startOfPair } from './yaml-ranges.ts'
import { keyOf, readYaml } from './yaml-read.ts'
import { rebuildYaml } from './yaml-rebuild.ts'

/** Opens a YAML state file for reading and for edits that keep comments, order and layout; throws `damaged`. */
export function openYaml(input: string | Uint8Array, path: string, limits: Limits = {}): EditableDocument {
  const { text, document, value } = readYaml(input, path, limits)
  const bom = typeof input === 'string' ? input.startsWith('\ufeff') : input[0] === 0xef && input[1] === 0xbb
  let target = value
  return {
    data: () => plain(target),
    set(at, next) {
      const changed = replaceAt(target, at, plain(next))
      if ('blockedAt' in changed) throw damaged(path, `has no place for ${at.join('.')}`, { field: at.join('.') })
      target = changed.root
    },
    remove(at) {
      target = removeAt(target, at)
    },
    lineOf: at => placeOf(text, startAt(document.contents, at, 0)).line,
    print() {
      const printed = same(value, target) ? text : edited({ text, path, limits }, document.contents, target)
      return (bom ? '\ufeff' : '') + printed
    },
  }
}

function startAt(node: unknown, [segment, ...rest]: readonly PropertyKey[], start: number): number {
  if (segment === undefined) return start
  const pair = isMap(node) ? node.items.find(each => keyOf(each) === segment) : undefined
  if (pair !== undefined) return startAt(pair.value, rest, startOfPair(pair))
  const item = isSeq(node) ? node.items[Number(segment)] : undefined
  return item === undefined ? start : startAt(item, rest, startOf(item))
}

interface Source {
  readonly text: string
  readonly path: string
  readonly limits: Limits
}

/** By the smallest change of the text where that reads back as meant, else by printing the document anew. */
function edited(source: Source, root: unknown, target: unknown): string {
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

function says({ path, limits }: Source, text: string, target: unknown): boolean {
  try {
    return same(readYaml(text, path, limits).value, target)
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** What could not be read back, or would read as something else, is never written. */
function unreadable({ path, limits }: Source, text: string): Error {
  const refused = guard(text, 'yaml', { path, ...limits })
  if (!isRefused(refused)) return new Error(`An edit of ${path} would not read back as it was meant.`)
  return refuse('too_large', `The new content cannot be saved: ${refused.message}`, { target: path })
}

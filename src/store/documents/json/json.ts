import { isRefused, refuse } from '../../../operation/errors.ts'
import type { DocumentSource } from '../document.ts'
import { type DocumentLimits, damaged, type EditableDocument, textPositionAt } from '../document.ts'
import { applySplices } from '../splice.ts'
import { decode } from '../text.ts'
import { deepEqual, removeAt, replaceAt, toPlainData } from '../tree.ts'
import { jsonSplices } from './json-edit.ts'
import { type JsonNode, parseJson, scanJson } from './json-scan.ts'

/** Opens a JSON state file for reading and for edits that leave every other byte alone; throws `damaged`. */
export function openJson(input: string | Uint8Array, path: string, limits: DocumentLimits = {}): EditableDocument {
  const decoded = decode(input, path, limits)
  if (isRefused(decoded)) throw decoded
  const { text, bom } = decoded
  const { value } = parseJson(text, limits) ?? scanJson(text, path, limits)
  let changed: { readonly root: unknown } | undefined
  return {
    data: () => toPlainData(changed === undefined ? value : changed.root),
    set(at, next) {
      const result = replaceAt(changed?.root ?? toPlainData(value), at, jsonValue(next))
      if ('blockedAt' in result) throw damaged(path, `has no place for ${at.join('.')}`, { field: at.join('.') })
      changed = result
    },
    remove(at) {
      changed = { root: removeAt(changed?.root ?? toPlainData(value), at) }
    },
    lineOf: at => textPositionAt(text, startAt(scanJson(text, path, limits), at)).line,
    print() {
      const printed = changed === undefined ? text : edited({ text, path, limits }, changed.root)
      return (bom ? '\ufeff' : '') + printed
    },
  }
}

function startAt(node: JsonNode, [segment, ...rest]: readonly PropertyKey[], start = node.start): number {
  if (segment === undefined) return start
  const member = node.kind === 'object' ? node.members.find(({ key }) => key === segment) : undefined
  if (member !== undefined) return startAt(member.node, rest, member.start)
  const item = node.kind === 'array' ? node.items[Number(segment)] : undefined
  return item === undefined ? start : startAt(item, rest)
}

function jsonValue(value: unknown): unknown {
  const copy = toPlainData(value)
  JSON.stringify(copy, (_key, member: unknown) => {
    if (typeof member === 'number' && !Number.isFinite(member)) throw new TypeError(`JSON cannot hold ${member}.`)
    return member
  })
  return copy
}

/** What could not be read back is never written. */
function edited({ text, path, limits }: DocumentSource, target: unknown): string {
  const printed = applySplices(text, jsonSplices(text, scanJson(text, path, limits), target))
  const decoded = decode(printed, path, limits)
  if (isRefused(decoded))
    throw refuse('too_large', `The new content cannot be saved: ${decoded.message}`, { target: path })
  const says = parseJson(printed, limits)
  if (says === undefined)
    throw refuse('too_large', `The new content of ${path} nests too deep to be read back.`, { target: path })
  if (!deepEqual(toPlainData(says.value), target))
    throw new Error(`An edit of ${path} would not read back as it was meant.`)
  return printed
}

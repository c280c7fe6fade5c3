import { isRefused, refuse } from '../../operation/errors.ts'
import { damaged, type EditableDocument, type Limits } from './document.ts'
import { jsonSplices } from './json-edit.ts'
import { scanJson } from './json-scan.ts'
import { applySplices } from './splice.ts'
import { decode } from './text.ts'
import { plain, removeAt, replaceAt } from './tree.ts'

/** Opens a JSON state file for reading and for edits that leave every other byte alone; throws `damaged`. */
export function openJson(input: string | Uint8Array, path: string, limits: Limits = {}): EditableDocument {
  const decoded = decode(input, path, limits)
  if (isRefused(decoded)) throw decoded
  const root = scanJson(decoded.text, path, limits)
  let target = root.value
  return {
    data: () => plain(target),
    set(at, value) {
      const changed = replaceAt(target, at, jsonValue(value))
      if ('blockedAt' in changed) throw damaged(path, `has no place for ${at.join('.')}`, { field: at.join('.') })
      target = changed.root
    },
    remove(at) {
      target = removeAt(target, at)
    },
    print() {
      const text = applySplices(decoded.text, jsonSplices(decoded.text, root, target))
      return (decoded.bom ? '\ufeff' : '') + readable(text, path, limits)
    },
  }
}

function jsonValue(value: unknown): unknown {
  const copy = plain(value)
  JSON.stringify(copy, (_key, member: unknown) => {
    if (typeof member === 'number' && !Number.isFinite(member)) throw new TypeError(`JSON cannot hold ${member}.`)
    return member
  })
  return copy
}

/** What could not be read back is never written. */
function readable(text: string, path: string, limits: Limits): string {
  const decoded = decode(text, path, limits)
  const refused = isRefused(decoded) ? decoded : undefined
  if (refused === undefined) scanJson(text, path, limits)
  else throw refuse('too_large', `${path} would become unreadable: ${refused.message}`, { target: path })
  return text
}

import type { DocumentKey, DocumentPath } from './document.ts'

export type Mapping = Record<string, unknown>

/** Its prototype has nothing and inherits nothing. `Object.create(null)` would do, but V8 keeps such objects as tables. */
class Holder {}
Reflect.deleteProperty(Holder.prototype, 'constructor')
Object.setPrototypeOf(Holder.prototype, null)
Object.freeze(Holder.prototype)

/** An object in which a lookup can only find what a file says. */
export function mapping(): Mapping {
  return new Holder() as Mapping
}

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A deep copy as plain data. `undefined` members vanish as in JSON. So does `__proto__`: no state of ours has that key,
 * and an assignment further on would change a prototype.
 */
export function toPlainData(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'number') return value === 0 ? 0 : value
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(toPlainData)
  if (typeof value === 'object' && isPlain(value)) return plainMapping(value)
  throw new TypeError(`A document cannot hold a ${typeof value === 'object' ? value.constructor.name : typeof value}.`)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || prototype === Holder.prototype
}

function plainMapping(value: object): Mapping {
  const copy = mapping()
  for (const key of Object.keys(value)) {
    const member = (value as Mapping)[key]
    if (member !== undefined && key !== '__proto__') copy[key] = toPlainData(member)
  }
  return copy
}

export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => deepEqual(item, b[index]))
  if (Array.isArray(a) || Array.isArray(b) || !isMapping(a) || !isMapping(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => key in b && deepEqual(a[key], b[key]))
}

/** The first parent on the way that cannot hold the next segment. */
export interface BlockedPath {
  readonly blockedAt: DocumentPath
}

/** A copy of `root` with `value` at `path`. Branches that do not change are shared. */
export function replaceAt(root: unknown, path: DocumentPath, value: unknown): { root: unknown } | BlockedPath {
  const [segment, ...rest] = path
  if (segment === undefined) return { root: value }
  const parent = root ?? (typeof segment === 'number' ? [] : mapping())
  if (!canHold(parent, segment)) return { blockedAt: [] }
  const changed = replaceAt(memberOf(parent, segment), rest, value)
  if ('blockedAt' in changed) return { blockedAt: [segment, ...changed.blockedAt] }
  return { root: withMember(parent, segment, [changed.root]) }
}

/** A copy of `root` without what is at `path`; `root` itself when nothing is there. */
export function removeAt(root: unknown, path: DocumentPath): unknown {
  const [segment, ...rest] = path
  if (segment === undefined) throw new TypeError('The root of a document cannot be removed.')
  const member = memberOf(root, segment)
  if (member === undefined) return root
  if (rest.length === 0) return withMember(root, segment, [])
  const changed = removeAt(member, rest)
  return changed === member ? root : withMember(root, segment, [changed])
}

function canHold(parent: unknown, segment: DocumentKey): boolean {
  if (Array.isArray(parent))
    return Number.isInteger(segment) && Number(segment) >= 0 && Number(segment) <= parent.length
  return isMapping(parent) && typeof segment === 'string' && segment !== '__proto__'
}

function memberOf(parent: unknown, segment: DocumentKey): unknown {
  if (!canHold(parent, segment)) return undefined
  return Array.isArray(parent) ? parent[Number(segment)] : (parent as Mapping)[segment]
}

function withMember(parent: unknown, segment: DocumentKey, values: readonly unknown[]): unknown {
  if (Array.isArray(parent)) return parent.toSpliced(Number(segment), 1, ...values)
  const copy = Object.assign(mapping(), parent)
  if (values.length === 0) delete copy[segment]
  else copy[segment] = values[0]
  return copy
}

/** Whether a member of a file outlives an edit towards `target`. `__proto__` is in no target and nobody's to remove. */
export function survivesEdit(target: Mapping, key: string): boolean {
  return key in target || key === '__proto__'
}

export interface Alignment {
  /** Index before and after, for every item that keeps its place in the text. */
  readonly kept: readonly (readonly [number, number])[]
  /** The item, by its old index, behind which `added` goes; -1 is the front. */
  readonly addAfter: number
  readonly added: readonly unknown[]
}

/** Pairs two lists by their common beginning and end, so that one item put in or taken out leaves the others alone. */
export function alignLists(before: readonly unknown[], after: readonly unknown[]): Alignment {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && deepEqual(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && deepEqual(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const paired = shorter - tail
  const kept = [
    ...Array.from({ length: paired }, (_, index) => [index, index] as const),
    ...Array.from({ length: tail }, (_, index) => [before.length - tail + index, after.length - tail + index] as const),
  ]
  return { kept, addAfter: paired - 1, added: after.slice(paired, after.length - tail) }
}

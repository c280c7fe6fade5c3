import type { Difference } from '../model.ts'

export const MOST_DIFFERENCES = 500

/** Where two values differ, leaf by leaf, in the order of the first. */
export function differences(before: unknown, after: unknown, path = '$'): Difference[] {
  return [...walk(before, after, path)].slice(0, MOST_DIFFERENCES)
}

function* walk(before: unknown, after: unknown, path: string): Generator<Difference> {
  if (Object.is(before, after)) return
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    for (const key of keys) yield* walk(own(before, key), own(after, key), childPath(path, key, Array.isArray(before)))
    return
  }
  yield { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

function isTree(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}

function own(tree: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined
}

export function childPath(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`
  return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`
}

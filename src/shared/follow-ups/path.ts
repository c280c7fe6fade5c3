import { ReadValues } from './large.ts'

/** One step into a value: the name of a property, or the number of an item. */
export type PathSegment = string | number

export interface ReadPath {
  readonly steps: readonly PathSegment[]
  /** Where the path ends in the text that it was read from. */
  readonly end: number
}

/** `.data.items[0]["odd name"]` from a place in a text on; a step that cannot be read ends the path. */
export function readSteps(text: string, start: number): ReadPath {
  const steps: PathSegment[] = []
  const step = /\.([A-Za-z_][\w-]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\["\\])*)"\]|\['((?:[^'\\]|\\['\\])*)'\]/y
  let end = start
  for (;;) {
    step.lastIndex = end
    const found = step.exec(text)
    if (found === null) return { steps, end }
    const [, name, index, double, single] = found
    steps.push(index === undefined ? (name ?? unescaped(double ?? single ?? '')) : Number(index))
    end = step.lastIndex
  }
}

/** Own properties and items only; whatever is not there is null. `length` counts items and characters. */
export function pathValueAt(root: unknown, steps: readonly PathSegment[]): unknown {
  if (root instanceof ReadValues) return root.at(steps)
  let value = root
  for (const step of steps) {
    value = inner(value, step)
    if (value === null) return null
  }
  return value
}

function inner(value: unknown, step: PathSegment): unknown {
  if (step === 'length' && (Array.isArray(value) || typeof value === 'string')) return value.length
  if (value === null || typeof value !== 'object') return null
  if (Array.isArray(value) ? typeof step !== 'number' : typeof step === 'number') return null
  return Object.hasOwn(value, step) ? ((value as Record<PathSegment, unknown>)[step] ?? null) : null
}

export function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1')
}

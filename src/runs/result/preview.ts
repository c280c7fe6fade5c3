import type { JsonSpan } from './json-scanner.ts'

/** The beginning of a value for people: a string as what it says, anything else as it is written. */
export function beginningOf(text: string, kind: JsonSpan['kind']): string {
  // The last character may be cut in the middle.
  const plain = text.replace(/\ufffd+$/, '')
  if (kind !== 'string') return plain
  const inside = plain.replace(/^"/, '').replace(/(?<!\\)(?:\\\\)*"$/, quoted => quoted.slice(0, -1))
  for (let end = inside.length; end >= Math.max(0, inside.length - LONGEST_ESCAPE); end -= 1) {
    const said = saidBy(inside.slice(0, end))
    if (said !== undefined) return said
  }
  return inside
}

const LONGEST_ESCAPE = 6

function saidBy(inside: string): string | undefined {
  try {
    return JSON.parse(`"${inside}"`) as string
  } catch {
    return undefined
  }
}

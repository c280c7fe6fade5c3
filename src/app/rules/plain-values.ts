/** Deeper than any real input, shallow enough that nothing which walks it can run out of stack. */
const DEEPEST = 64

/** What no door may hand on, whatever the schema says: nesting without end, and keys that reach a prototype. */
export function whyNotPlain(input: unknown): string | undefined {
  const waiting: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    if (value === null || typeof value !== 'object') continue
    if (depth >= DEEPEST) return `The input is nested deeper than ${DEEPEST} levels.`
    if (Object.hasOwn(value, '__proto__')) return 'The input holds a key "__proto__".'
    for (const item of Object.values(value)) waiting.push({ value: item, depth: depth + 1 })
  }
  return undefined
}

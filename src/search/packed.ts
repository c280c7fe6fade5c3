/** Longer texts are looked at closely by their beginning only; the words of all of it still find them. */
export const MOST_PACKED = 1024

/** The terms of a text in their order, each as a number of 32 bits. */
export function packTerms(terms: readonly string[]): Uint8Array {
  const numbers = new Uint32Array(Math.min(terms.length, MOST_PACKED))
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = termNumber(terms[at] ?? '')
  return new Uint8Array(numbers.buffer)
}

export function unpackTerms(bytes: Uint8Array): Uint32Array {
  // SQLite's bytes need not begin at a multiple of four.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
}

/** FNV-1a: quick, spread well enough; two terms with one number merely count as one. */
export function termNumber(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

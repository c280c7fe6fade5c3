const ROUND = roots(64, 1 / 3)
const START = roots(8, 1 / 2)

/**
 * SHA-256 of a short text, in hexadecimal. Every command needs the id of its repository, and loading `node:crypto` for
 * it would take a sixth of the start of Node; files and secrets are hashed by Node.
 */
export function shortHash(text: string): string {
  let state = START
  const blocks = padded(new TextEncoder().encode(text))
  for (let at = 0; at < blocks.byteLength; at += 64) state = compress(state, new DataView(blocks.buffer, at, 64))
  return state.map(word => word.toString(16).padStart(8, '0')).join('')
}

/** The text, one set bit, zeros, and the length in bits: a whole number of 64-byte blocks. */
function padded(bytes: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  new DataView(blocks.buffer).setUint32(blocks.length - 4, bytes.length * 8)
  return blocks
}

function compress(state: readonly number[], block: DataView): number[] {
  const words = schedule(block)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (const [round, word] of words.entries()) {
    const mixed = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[round] ?? 0) + word
    const majority = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + mixed) | 0, c, b, a, (mixed + majority) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (state[index] ?? 0)) >>> 0)
}

function schedule(block: DataView): number[] {
  const words = Array.from({ length: 16 }, (_, index) => block.getUint32(index * 4))
  for (let index = 16; index < 64; index += 1) {
    const [near = 0, far = 0] = [words[index - 2], words[index - 15]]
    const left = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const right = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words.push(((words[index - 16] ?? 0) + left + (words[index - 7] ?? 0) + right) | 0)
  }
  return words
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits of the fractions of roots of the first primes: the constants that the standard names. */
function roots(count: number, power: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1)
    if (isPrime(candidate)) found.push(Math.floor((candidate ** power % 1) * 2 ** 32))
  return found
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
}

import { type Automaton, childOf, isTransparentStart } from './automaton.ts'

export interface Scan {
  /** Start and end of each stretch to mask, in order, overlapping ones merged. */
  readonly hits: readonly number[]
  /** Where the longest value that may still be under way begins; the length of the bytes when none is. */
  readonly pendingFrom: number
  /** How many of its own bytes, line breaks and colours not counted, have been seen. */
  readonly pendingDepth: number
}

const LF = 0x0a
const CR = 0x0d
const ESC = 0x1b

/** A value may be wrapped or coloured; a longer interruption than this ends it, so that nothing is held for ever. */
const LONGEST_INTERRUPTION = 64

export function scan(automaton: Automaton, bytes: Uint8Array): Scan {
  const { columns, width, dense, denseSize, denseCount, ends, depth } = automaton
  const hits: number[] = []
  const skipped: number[] = []
  const length = bytes.length
  let state = 0
  let at = 0
  while (at < length) {
    if (state < denseCount) {
      let row = state * width
      let next = row
      while (at < length) {
        next = dense[row + (columns[bytes[at] as number] as number)] as number
        if (next >= denseSize) break
        row = next
        at++
      }
      state = row / width
      if (at === length) break
      if (next > denseSize) {
        state = next - denseSize - 1
        at++
        continue
      }
    }
    const byte = bytes[at] as number
    if (isTransparentStart(byte)) {
      const end = skipInterruption(bytes, at)
      if (end > at) skipped.push(at, end)
      else state = 0
      at = end > at ? end : at + 1
      continue
    }
    state = step(automaton, state, byte)
    at++
    if (ends[state] !== 0) cover(hits, goBack(skipped, at, ends[state] as number), at)
  }
  const pendingDepth = depth[state] as number
  return { hits, pendingDepth, pendingFrom: goBack(skipped, length, pendingDepth) }
}

/** The end of a run of line breaks and colour codes, or its start when it is too long or something else. */
function skipInterruption(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && at - start <= LONGEST_INTERRUPTION) {
    const byte = bytes[at]
    if (byte === LF || byte === CR) at++
    else if (byte === ESC) {
      const end = endOfColour(bytes, at)
      if (end === at) break
      at = end
    } else break
  }
  return at - start > LONGEST_INTERRUPTION ? start : at
}

/** `ESC [ 0-9;: m|K`. One that the bytes end in the middle of counts: what follows is seen with the next chunk. */
function endOfColour(bytes: Uint8Array, start: number): number {
  if (start + 1 === bytes.length) return start + 1
  if (bytes[start + 1] !== 0x5b) return start
  let at = start + 2
  while (at < bytes.length && (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x3b) at++
  if (at === bytes.length) return at
  return bytes[at] === 0x6d || bytes[at] === 0x4b ? at + 1 : start
}

function step(automaton: Automaton, from: number, byte: number): number {
  const { denseCount, denseSize, dense, width, columns, fail } = automaton
  let state = from
  while (state >= denseCount) {
    const child = childOf(automaton, state, byte)
    if (child !== 0) return child
    state = fail[state] as number
  }
  const next = dense[state * width + (columns[byte] as number)] as number
  return next > denseSize ? next - denseSize - 1 : next / width
}

/** `count` bytes back from `end`, not counting what was skipped. */
function goBack(skipped: readonly number[], end: number, count: number): number {
  let position = end
  let left = count
  for (let index = skipped.length - 2; index >= 0; index -= 2) {
    const from = skipped[index] as number
    const to = skipped[index + 1] as number
    if (position - to >= left) break
    left -= position - to
    position = from
  }
  return position - left
}

function cover(hits: number[], start: number, end: number): void {
  let from = start
  while (hits.length > 0 && (hits[hits.length - 1] as number) >= from) {
    hits.pop()
    from = Math.min(from, hits.pop() as number)
  }
  hits.push(from, end)
}

import { type Automaton, childOf, followByte } from './automaton.ts'
import { ESC, endOfInterruption, mayInterrupt, SOFT_BREAK } from './interruption.ts'

export interface SecretMatches {
  /** Start and end of each stretch to mask, in order, overlapping ones merged. */
  readonly hits: readonly number[]
  /** Where the longest value that may still be under way begins; the length of the bytes when none is. */
  readonly pendingFrom: number
  /** How many of its own bytes, interruptions not counted, have been seen. */
  readonly pendingDepth: number
}

export function scan(automaton: Automaton, bytes: Uint8Array): SecretMatches {
  const walk: AutomatonWalk = { at: 0, state: 0, lineAt: 0, lineState: 0 }
  const hits: number[] = []
  const skipped: number[] = []
  while (walk.at < bytes.length) {
    if (walk.state < automaton.denseCount) walkShallow(automaton, bytes, walk)
    if (walk.at === bytes.length) break
    if (!mayInterrupt(bytes[walk.at] as number)) walkDeep(automaton, bytes, walk)
    // What ends a value was covered already; a line break behind it is not part of it.
    else if (passOver(automaton, { bytes, walk, skipped })) continue
    const found = automaton.ends[walk.state] as number
    if (found > 0) cover(hits, goBack(skipped, walk.at, found), walk.at)
  }
  const pendingDepth = depthOf(automaton, walk.state)
  const broken = softlyBroken(automaton, { bytes, walk, next: undefined })
  const pendingFrom =
    broken === undefined
      ? goBack(skipped, bytes.length, pendingDepth)
      : goBack(skipped, bytes.length - 1, depthOf(automaton, broken))
  return { hits, pendingDepth, pendingFrom }
}

interface AutomatonWalk {
  at: number
  state: number
  /** Behind the last interruption, and the state there. */
  lineAt: number
  lineState: number
}

/** Nearly all bytes are spent here. Stops behind the byte that leads deeper, or before one that may interrupt. */
function walkShallow({ columns, width, dense, denseSize }: Automaton, bytes: Uint8Array, walk: AutomatonWalk): void {
  const length = bytes.length
  let { at } = walk
  let row = walk.state * width
  let next = row
  while (at < length) {
    next = dense[row + (columns[bytes[at] as number] as number)] as number
    if (next >= denseSize) break
    row = next
    at++
  }
  const isDeeper = next > denseSize
  walk.at = isDeeper ? at + 1 : at
  walk.state = isDeeper ? next - denseSize - 1 : row / width
}

interface ScanState {
  readonly bytes: Uint8Array
  readonly walk: AutomatonWalk
  readonly skipped: number[]
}

/** Whether there was an interruption; what only looks like one is a byte as any other. */
function passOver(automaton: Automaton, { bytes, walk, skipped }: ScanState): boolean {
  const start = walk.at
  const end = endOfInterruption(bytes, start)
  if (end > start) {
    const before = bytes[start] === ESC ? undefined : softlyBroken(automaton, { bytes, walk, next: bytes[end] })
    skipped.push(before === undefined ? start : start - 1, end)
    walk.state = before ?? walk.state
  } else walk.state = followByte(automaton, automaton.fail, walk.state, bytes[start] as number)
  walk.at = end > start ? end : start + 1
  walk.lineAt = walk.at
  walk.lineState = walk.state
  return end > start
}

interface LineEnd {
  readonly bytes: Uint8Array
  readonly walk: AutomatonWalk
  /** What the next line begins with, when there is one. */
  readonly next: number | undefined
}

/** The state before the `=` that ends a line softly, unless that `=` belongs to a value that goes on behind it. */
function softlyBroken(automaton: Automaton, { bytes, walk, next }: LineEnd): number | undefined {
  if (bytes[walk.at - 1] !== SOFT_BREAK || walk.at - 1 < walk.lineAt) return undefined
  const end = walk.at - 1
  let at = end
  while (at > walk.lineAt && !mayInterrupt(bytes[at - 1] as number)) at--
  // Line breaks without a state are not recorded.
  let state = at === walk.lineAt ? walk.lineState : 0
  for (; at < end; at++) state = step(automaton, state, bytes[at] as number)
  const isLonger = depthOf(automaton, walk.state) > depthOf(automaton, state)
  const goesOn = next === undefined || childOf(automaton, walk.state, next) !== 0
  return isLonger && goesOn ? undefined : state
}

/** Along one pattern, to its end, to a byte that does not belong to it, or to one that may interrupt. */
function walkDeep(automaton: Automaton, bytes: Uint8Array, walk: AutomatonWalk): void {
  const { ends, denseCount } = automaton
  let { at, state } = walk
  do {
    state = step(automaton, state, bytes[at] as number)
    at++
  } while (state >= denseCount && ends[state] === 0 && at < bytes.length && !mayInterrupt(bytes[at] as number))
  walk.at = at
  walk.state = state
}

function step(automaton: Automaton, from: number, byte: number): number {
  let state = from
  while (state >= automaton.denseCount) {
    const child = childOf(automaton, state, byte)
    if (child !== 0) return child
    state = automaton.fail[state] as number
  }
  const { dense, denseSize, width, columns } = automaton
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

function depthOf({ depth }: Automaton, state: number): number {
  return depth[state] as number
}

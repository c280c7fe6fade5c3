import { SHORTEST } from '../../operation/names/variables.ts'
import type { Automaton } from './automaton.ts'
import { scan } from './scan.ts'

export const MASK = '***'
const MASK_BYTES = Buffer.from(MASK)
const EMPTY = Buffer.alloc(0)
const LF = 0x0a

/** Masks one byte stream, chunk by chunk, holding back only what may be the beginning of a value. */
export interface MaskStream {
  push(chunk: Buffer): Buffer
  flush(): Buffer
}

export const passThrough: MaskStream = { push: chunk => chunk, flush: () => EMPTY }

export function createMaskStream(automaton: Automaton): MaskStream {
  let held: Buffer = EMPTY
  /** How many of the held bytes are out already: shown, or covered by a mask that ended at `coveredTo`. */
  let done = 0
  let coveredTo = -1

  function advance(bytes: Buffer, final: boolean): Buffer {
    const { hits, pendingFrom, pendingDepth } = scan(automaton, bytes)
    const keepFrom = final ? bytes.length : pendingFrom
    const showTo = !final && endsLine(bytes, pendingDepth) ? bytes.length : keepFrom
    const out = cutStream({ bytes, hits, from: done, to: showTo, coveredTo })
    held = keepFrom === bytes.length ? EMPTY : Buffer.from(bytes.subarray(keepFrom))
    done = Math.max(0, out.done - keepFrom)
    coveredTo = out.coveredTo - keepFrom
    return out.text
  }

  return {
    push: chunk => advance(held.length === 0 ? chunk : Buffer.concat([held, chunk]), false),
    flush: () => advance(held, true),
  }
}

/**
 * A finished line is never kept waiting for the next one because its last few characters might begin a value that
 * is wrapped there: they are shown, fewer than the shortest value has, and stay in view for the match.
 */
function endsLine(bytes: Buffer, pendingDepth: number): boolean {
  return pendingDepth < SHORTEST && bytes[bytes.length - 1] === LF
}

interface Cut {
  readonly bytes: Buffer
  readonly hits: readonly number[]
  readonly from: number
  readonly to: number
  readonly coveredTo: number
}

/** The bytes of `from` to `to` with every hit that begins there replaced; touching hits give one mask. */
export function cutStream({ bytes, hits, from, to, coveredTo }: Cut): {
  text: Buffer
  done: number
  coveredTo: number
} {
  if (hits.length === 0) return { text: bytes.subarray(from, Math.max(from, to)), done: Math.max(from, to), coveredTo }
  const pieces: Buffer[] = []
  let done = from
  let covered = coveredTo
  for (let index = 0; index < hits.length && (hits[index] as number) < to; index += 2) {
    const start = hits[index] as number
    const end = hits[index + 1] as number
    if (end <= done) continue
    if (start > done) pieces.push(bytes.subarray(done, start))
    if (covered < start || covered < done) pieces.push(MASK_BYTES)
    done = end
    covered = end
  }
  if (done < to) pieces.push(bytes.subarray(done, to))
  return { text: Buffer.concat(pieces), done: Math.max(done, to), coveredTo: covered }
}

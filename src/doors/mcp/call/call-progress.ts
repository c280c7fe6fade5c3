import type { Progress } from '../../../operation/capabilities.ts'

export interface ProgressParams {
  readonly progress: number
  readonly total?: number
  readonly message: string
}

const PAUSE_MS = 100
const STEP = 0.001

/**
 * The protocol wants a number that rises with each notification; an operation may only have words. What comes faster
 * than a client can show is left out.
 */
export function risingProgress(now: () => number, send: (params: ProgressParams) => void): (step: Progress) => void {
  let last = 0
  let sentAt = Number.NEGATIVE_INFINITY
  return ({ message, done, total }) => {
    if (now() - sentAt < PAUSE_MS && done !== total) return
    sentAt = now()
    last = Math.max(done ?? 0, last + STEP)
    send({ progress: last, message, ...(total !== undefined && { total: Math.max(total, last) }) })
  }
}

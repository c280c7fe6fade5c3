import { type Answer, ask, pause, refusalOf, retryAfterOf } from '../_shared/http.ts'
import type { Parcel } from './model.ts'

export interface Sent {
  answer: Answer
  attempts: number
  waited_seconds: number
}

interface Patience {
  maxWaitSeconds: number
  timeoutSeconds: number
  signal: AbortSignal
  onWait(seconds: number): void
}

const MOST_ATTEMPTS = 5

/**
 * Sends it, and again when the provider asks to wait. Nothing else is tried again: whether a message arrived before the
 * connection broke nobody knows, and two are worse than an error.
 */
export async function send({ url, headers, body, confirms }: Parcel, patience: Patience): Promise<Sent> {
  let waited = 0
  for (let attempts = 1; ; attempts += 1) {
    const { signal, timeoutSeconds } = patience
    const answer = await ask(url, { method: 'POST', headers, body, signal, timeoutSeconds, redirect: 'error' })
    if (answer.status >= 200 && answer.status < 300) {
      if (!confirms(answer.text)) throw new Error(oddAnswer(answer))
      return { answer, attempts, waited_seconds: waited }
    }
    if (answer.status !== 429) throw new Error(refusalOf(answer))
    const seconds = retryAfterOf(answer.headers, saidInBody(answer.text) ?? 1)
    if (attempts === MOST_ATTEMPTS || waited + seconds > patience.maxWaitSeconds)
      throw new Error(`${refusalOf(answer)} It asks to wait ${seconds} s.`)
    patience.onWait(seconds)
    await pause(seconds, patience.signal)
    waited += seconds
  }
}

/** Something in between took the message, or nobody did. */
function oddAnswer({ status, url, text }: Answer): string {
  const said = text.replace(/\s+/g, ' ').trim().slice(0, 200)
  return `${new URL(url).origin} answered ${status} and not as the provider does, so whether the message arrived is not known: ${said}`
}

/** Discord says it in the body as well. */
function saidInBody(text: string): number | undefined {
  try {
    const { retry_after: seconds } = Object(JSON.parse(text)) as { retry_after?: unknown }
    return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
  } catch {
    return undefined
  }
}

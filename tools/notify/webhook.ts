import { createHmac } from 'node:crypto'
import { cut } from './cut.ts'
import type { Message, Parcel } from './model.ts'

const MOST = 100_000

interface Where {
  url: string
  /** Shared with the receiver, which can tell by it that the message is ours. */
  key: string | undefined
  project: string
  now: Date
}

/** Plain JSON to any address, signed where there is a key: `sha256=` and the HMAC of the body's bytes. */
export function webhookParcel({ url, key, project, now }: Where, { text, title, level }: Message): Parcel {
  const message = cut(text, MOST)
  const body = JSON.stringify({
    source: 'furrow',
    project,
    level,
    ...(title !== undefined && { title }),
    message: message.text,
    sent_at: now.toISOString(),
  })
  const signature = key === undefined ? undefined : `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  return {
    url,
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'x-furrow-signature': signature }),
    },
    truncated: message.truncated,
    confirms: () => true,
    body,
  }
}

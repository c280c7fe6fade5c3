import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasCode } from '../../../store/files/io-refusal.ts'

/** What a route answers. `taken` means that it writes to the response by itself. */
export type HttpReply = HttpAnswer | 'taken'

export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/** On every answer, also on refusals. There is no header that lets another origin read anything, by design. */
const GUARDS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  // Whatever is not the app's own page may run nothing and load nothing, even when it is opened as a page.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: printed(value) }
}

/** A frozen answer says the same for as long as it is the same, and is printed once. */
function printed(value: unknown): string | Uint8Array {
  if (value === null || typeof value !== 'object' || !Object.isFrozen(value)) return JSON.stringify(value)
  const known = prints.get(value) ?? Buffer.from(JSON.stringify(value))
  prints.set(value, known)
  return known
}

const prints = new WeakMap<object, Uint8Array>()

export function headersOf(answer: HttpAnswer): Record<string, string> {
  return { ...GUARDS, ...answer.headers }
}

export async function send(outgoing: ServerResponse, answer: HttpAnswer): Promise<void> {
  if (outgoing.headersSent || outgoing.destroyed) return
  const { body = '' } = answer
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return stream(outgoing, answer, body)
  const length = answer.status === 304 ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  outgoing.writeHead(answer.status, { ...headersOf(answer), ...length })
  outgoing.end(body)
}

async function stream(
  outgoing: ServerResponse,
  answer: HttpAnswer,
  body: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  outgoing.writeHead(answer.status, headersOf(answer))
  outgoing.flushHeaders()
  if (outgoing.req.method === 'HEAD') {
    await body[Symbol.asyncIterator]().return?.()
    outgoing.end()
    return
  }
  try {
    await pipeline(Readable.from(body, { objectMode: false, highWaterMark: 64 * 1024 }), outgoing)
  } catch (error) {
    // The reader left before the end: nobody is there to be told.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  }
}

/** Ends when the client goes away before it has its answer. */
export function abortOnClose(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort()
  })
  return controller.signal
}

export type HttpWire = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }

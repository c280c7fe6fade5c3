import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Envelope, EnvelopeScan } from '../wire/envelope.ts'

/** A request and its response as Node's HTTP server hands them over, after every check of the HTTP door. */
export interface NodeExchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** How much of a body that is too large is read, so that its sender gets an answer and can go on. */
const MAX_DISCARDED_BYTES = 1024 * 1024 * 1024

/** What came, or what is known of a message that is too large; `ended` when there is nothing left to read. */
export type Body =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too_large'; readonly envelope: Envelope; readonly ended: boolean }

export async function readBody(incoming: IncomingMessage, max: number): Promise<Body> {
  const chunks: Buffer[] = []
  let scan: EnvelopeScan | undefined
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    chunks.push(chunk)
    if (size > max) scan ??= new EnvelopeScan()
    if (scan !== undefined) for (const part of chunks.splice(0)) scan.push(part)
    if (size > MAX_DISCARDED_BYTES) break
  }
  if (scan === undefined) return { kind: 'bytes', bytes: Buffer.concat(chunks) }
  return { kind: 'too_large', envelope: scan.envelope, ended: size <= MAX_DISCARDED_BYTES }
}

/** What the SDK looks at: method and headers. The body travels beside it, parsed; the signal ends with the client. */
export function toWebRequest({ incoming, outgoing }: NodeExchange): Request {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const { method = 'GET', rawHeaders } = incoming
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return new Request('http://localhost/mcp', { method, headers, signal: left.signal })
}

export async function sendWebResponse({ outgoing }: NodeExchange, response: Response): Promise<void> {
  if (outgoing.destroyed) {
    await response.body?.cancel()
    return
  }
  for (const [name, value] of response.headers) if (name !== 'connection') outgoing.setHeader(name, value)
  outgoing.writeHead(response.status)
  if (response.body === null) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  try {
    await pipeline(Readable.fromWeb(response.body as import('node:stream/web').ReadableStream), outgoing)
  } catch (error) {
    // The reader left before the end: nobody is there to be told.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

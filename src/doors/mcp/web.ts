import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A request and its response as Node's HTTP server hands them over, after every check of the HTTP door. */
export interface Wire {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** How much of a body that is too large is read and thrown away, so that its sender gets to see the answer. */
const DISCARDED_BYTES = 16 * 1024 * 1024

/** The body as bytes, or nothing when it is larger than it may be. */
export async function readBody(incoming: IncomingMessage, max: number): Promise<Buffer | undefined> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= max) chunks.push(chunk)
    else chunks = []
    if (size > max + DISCARDED_BYTES) break
  }
  return size > max ? undefined : Buffer.concat(chunks)
}

/** What the SDK looks at: method and headers. The body travels beside it, parsed; the signal ends with the client. */
export function toWebRequest({ incoming, outgoing }: Wire): Request {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const { method = 'GET', rawHeaders } = incoming
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  return new Request('http://localhost/mcp', { method, headers, signal: left.signal })
}

export async function sendWebResponse({ outgoing }: Wire, response: Response): Promise<void> {
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

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { type Line, Lines } from './lines.ts'
import {
  type Checked,
  INVALID_REQUEST,
  MAX_MESSAGE_BYTES,
  parseBytes,
  type RpcFailure,
  type RpcId,
  type RpcMessage,
} from './message.ts'

const DRAIN_MS = 1000

export type Output = Pick<NodeJS.WritableStream, 'write' | 'on' | 'once'>

export interface Streams {
  readonly input: NodeJS.ReadableStream
  readonly output: Output
}

/**
 * The wire under the SDK's `serveStdio`. The SDK's own transport closes on a line above its buffer, leaves malformed
 * lines and malformed requests unanswered, and parses each message with zod (7 ms at the first one); this one answers
 * each with the right code and goes on.
 */
export class StdioWire implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  onerror?: (error: Error) => void
  onclose?: () => void
  readonly #streams: Streams
  readonly #lines = new Lines(MAX_MESSAGE_BYTES)
  /** Requests without an answer yet; an id in use cannot be used again. */
  readonly #open = new Set<RpcId>()
  #closed = false
  #whenAnswered: (() => void) | undefined

  constructor(streams: Streams) {
    this.#streams = streams
  }

  async start(): Promise<void> {
    const { input, output } = this.#streams
    input.on('data', this.#read)
    input.on('end', this.#ended)
    input.on('error', this.#broken)
    output.on('error', this.#broken)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return
    await this.#write(message)
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const { input } = this.#streams
    input.off('data', this.#read)
    input.off('end', this.#ended)
    input.pause()
    this.onclose?.()
  }

  readonly #read = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) this.#accept(line)
  }

  #accept(line: Line): void {
    if (line.kind === 'too_long') this.#refuse(INVALID_REQUEST, `A message is at most ${MAX_MESSAGE_BYTES} bytes.`)
    else if (!isBlank(line.bytes)) this.#handle(parseBytes(line.bytes))
  }

  #handle(checked: Checked): void {
    if (checked.kind === 'message') this.#deliver(checked.message)
    else if (checked.kind === 'refused') void this.#write(checked.reply)
    else this.onerror?.(new Error(`ignored: ${checked.why}`))
  }

  #deliver(message: RpcMessage): void {
    const { id, method, params } = message
    const asks = method !== undefined && id !== undefined
    if (asks && this.#open.has(id)) {
      this.#refuse(INVALID_REQUEST, `The id ${JSON.stringify(id)} is in use.`)
      return
    }
    if (asks) this.#open.add(id)
    // A cancelled request is not answered, so its id is free again.
    if (method === 'notifications/cancelled') this.#settle(params?.requestId as RpcId)
    this.onmessage?.(message as JSONRPCMessage)
  }

  #refuse(code: number, message: string): void {
    void this.#write({ jsonrpc: '2.0', id: null, error: { code, message } })
  }

  /** Reading pauses while the client does not take what was written: nothing piles up in memory. */
  #write(message: JSONRPCMessage | RpcFailure): Promise<void> {
    const { input, output } = this.#streams
    return new Promise(resolve => {
      const flowing = output.write(`${JSON.stringify(message)}\n`, () => resolve())
      if (flowing) return
      input.pause()
      output.once('drain', () => input.resume())
    })
  }

  #settle(id: RpcId): void {
    this.#open.delete(id)
    if (this.#open.size === 0) this.#whenAnswered?.()
  }

  /** The client has said all it wants to say; what it asked last is still answered if that is quick. */
  readonly #ended = (): void => {
    const close = () => {
      clearTimeout(timer)
      void this.close()
    }
    const timer = setTimeout(close, DRAIN_MS)
    this.#whenAnswered = close
    if (this.#open.size === 0) close()
  }

  readonly #broken = (error: Error): void => {
    this.onerror?.(error)
    void this.close()
  }
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}

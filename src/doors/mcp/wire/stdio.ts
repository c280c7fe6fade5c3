import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { reportRarely } from '../../../operation/report-rarely.ts'
import type { Envelope } from './envelope.ts'
import { LineFramer, type WireLine } from './lines.ts'
import {
  type Checked,
  INVALID_REQUEST,
  isHeard,
  MAX_MESSAGE_BYTES,
  parseBytes,
  type RpcFailure,
  type RpcId,
  type RpcMessage,
  TOO_LARGE,
} from './message.ts'
import { OpenRequests } from './open-requests.ts'

const DRAIN_MS = 1000

export type StdoutStream = Pick<NodeJS.WritableStream, 'write' | 'on' | 'once'>

export interface Streams {
  readonly input: NodeJS.ReadableStream
  readonly output: StdoutStream
}

/**
 * The wire under the SDK's `serveStdio`. The SDK's own transport closes on a line above its buffer, leaves malformed
 * lines and malformed requests unanswered, and parses each message with zod (7 ms at the first one); this one answers
 * each with the right code and goes on. The SDK also spends up to 130 µs on a message that nobody waits for, so that a
 * flood of them would hold the next request up: those end here.
 */
export class StdioWire implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  onerror?: (error: Error) => void
  onclose?: () => void
  readonly #streams: Streams
  readonly #lines = new LineFramer(MAX_MESSAGE_BYTES)
  readonly #open = new OpenRequests()
  /** Our own requests that the client has not answered. */
  readonly #asked = new Set<RpcId>()
  /** Notifications of the chunk being read: the same news twice in one chunk is news once. */
  readonly #news = new Set<string>()
  readonly #ignore = reportRarely(why => this.onerror?.(new Error(`ignored: ${why}`)))
  #draining = false
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
    if ('method' in message && 'id' in message) this.#asked.add(message.id)
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
    this.#news.clear()
    for (const line of this.#lines.push(chunk)) this.#accept(line)
  }

  #accept(line: WireLine): void {
    if (line.kind === 'too_long') this.#refuseTooLarge(line.envelope)
    else if (!isBlank(line.bytes)) this.#handle(parseBytes(line.bytes), line.bytes.length)
  }

  #handle(checked: Checked, size: number): void {
    if (checked.kind === 'refused') void this.#write(checked.reply)
    else if (checked.kind === 'ignored') this.#ignore(checked.why)
    else if (checked.message.method === undefined) this.#answered(checked.message)
    else if (checked.message.id === undefined) this.#heard(checked.message)
    else this.#requested(checked.message, checked.message.id, size)
  }

  #requested(message: RpcMessage, id: RpcId, size: number): void {
    const problem = this.#open.whyNot(id)
    if (problem !== undefined) {
      this.#refuse(problem.isNew ? id : null, problem.why)
      return
    }
    this.#open.add(id, size)
    this.onmessage?.(message as JSONRPCMessage)
  }

  #heard(message: RpcMessage): void {
    const { method = '', params } = message
    if (method === 'notifications/cancelled') {
      // A cancelled request is not answered, so its id is free again.
      if (!this.#open.has(params?.requestId as RpcId)) return
      this.#settle(params?.requestId as RpcId)
    } else {
      if (!isHeard(method) || this.#news.has(method)) return
      this.#news.add(method)
    }
    this.onmessage?.(message as JSONRPCMessage)
  }

  #answered(message: RpcMessage): void {
    if (message.id !== undefined && this.#asked.delete(message.id)) this.onmessage?.(message as JSONRPCMessage)
    else this.#ignore('a response that answers nothing')
  }

  #refuseTooLarge({ id, isResponse }: Envelope): void {
    const error = { code: INVALID_REQUEST, message: TOO_LARGE }
    if (isResponse) this.#answered({ jsonrpc: '2.0', id: id as RpcId, error })
    else this.#refuse(id === undefined || this.#open.has(id) ? null : id, TOO_LARGE)
  }

  #refuse(id: RpcId | null, message: string): void {
    void this.#write({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } })
  }

  /** Reading pauses while the client does not take what was written: nothing piles up in memory. */
  #write(message: JSONRPCMessage | RpcFailure): Promise<void> {
    const { input, output } = this.#streams
    return new Promise(resolve => {
      const flowing = output.write(`${JSON.stringify(message)}\n`, () => resolve())
      if (flowing || this.#draining) return
      this.#draining = true
      input.pause()
      output.once('drain', () => {
        this.#draining = false
        input.resume()
      })
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

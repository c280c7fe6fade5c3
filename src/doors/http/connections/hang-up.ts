import http from 'node:http'
import type { Socket } from 'node:net'
import { type HttpAnswer, headersOf } from '../wire/reply.ts'

const LINGER_MS = 1000

/**
 * Sends a last answer and closes the connection in both directions. Ending our side is not enough: a client that keeps
 * its own side open would keep the descriptor.
 */
export function hangUp(socket: Socket, answer: HttpAnswer): void {
  const linger = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(linger))
  socket.end(textOf(answer))
}

/** For a client that there is no room for: nothing is waited for. */
export function rejectConnection(socket: Socket, answer: HttpAnswer): void {
  socket.write(textOf(answer))
  socket.destroySoon()
}

function textOf(answer: HttpAnswer): string {
  const headers = {
    ...headersOf(answer),
    'Content-Length': String(Buffer.byteLength(String(answer.body))),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${answer.status} ${http.STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${answer.body}`
}

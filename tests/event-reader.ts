import http from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'

export interface Message {
  readonly event?: string
  readonly id?: string
  readonly data?: string
  readonly comment?: string
}

/** A reader of an event stream that keeps what it was told. */
export interface Reader {
  readonly status: number | undefined
  readonly messages: readonly Message[]
  readonly request: http.ClientRequest
  readonly response: http.IncomingMessage
  isOver(): boolean
}

export async function readEvents(address: string, headers: Record<string, string>): Promise<Reader> {
  const request = http.get(`${address}/api/events`, { agent: false, headers })
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  const messages: Message[] = []
  let text = ''
  let over = false
  response.setEncoding('utf8')
  response.on('data', chunk => {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    messages.push(...blocks.map(toMessage))
  })
  response.on('close', () => {
    over = true
  })
  response.on('error', () => request.destroy())
  return { status: response.statusCode, messages, request, response, isOver: () => over }
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn()
}

export function changedIds(messages: readonly Message[]): string[] {
  return messages.filter(({ event }) => event === 'change').map(({ data }) => JSON.parse(data ?? '{}').id as string)
}

function toMessage(block: string): Message {
  return Object.fromEntries(
    block.split('\n').map(line => [line.split(':')[0] || 'comment', line.replace(/^\w*: ?/, '')]),
  )
}

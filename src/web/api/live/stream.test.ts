import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Problem } from '../problem.ts'
import { followEvents, retryDelay, type Stream } from './stream.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answers: Answer[]): Promise<string> {
  // The last answer is given to whoever comes after it too.
  const next = () => (answers.length > 1 ? answers.shift() : answers[0])
  const server = createServer((request, response) => next()?.(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function collect(address: string, more: Partial<Stream> = {}) {
  const seen: string[] = []
  let last: string | undefined
  const stream: Stream = {
    open: signal => fetch(address, { signal, headers: last === undefined ? {} : { 'last-event-id': last } }),
    onMessages: messages => {
      seen.push(...messages.map(message => message.data))
      last = messages.at(-1)?.id ?? last
      return messages.some(message => message.event === 'end') ? 'done' : undefined
    },
    onLost: () => seen.push('lost'),
    signal: new AbortController().signal,
    wait: async () => undefined,
    ...more,
  }
  return { seen, done: followEvents(stream) }
}

test('a stream that breaks goes on from the last id it saw', async () => {
  const ids: unknown[] = []
  const address = await serve([
    (_, response) => response.end('id: 3\ndata: one\n\n'),
    (request, response) => {
      ids.push(request.headers['last-event-id'])
      response.end('id: 4\ndata: two\n\nevent: end\ndata: over\n\n')
    },
  ])
  const { seen, done } = collect(address)
  await done
  expect(seen).toEqual(['one', 'lost', 'two', 'over'])
  expect(ids).toEqual(['3'])
})

test('a silent connection is opened again', async () => {
  const address = await serve([
    (_, response) => response.write('data: first\n\n'),
    (_, response) => response.end('event: end\ndata: second\n\n'),
  ])
  const { seen, done } = collect(address, { silenceMs: 200 })
  await done
  expect(seen).toContain('lost')
  expect(seen.at(-1)).toBe('second')
})

test('a refusal ends the stream', async () => {
  const refusal = new Problem({ code: 'unauthenticated', message: 'no' })
  const { seen, done } = collect('', { open: () => Promise.reject(refusal) })
  await done
  expect(seen).toEqual(['lost'])
})

test('an aborted stream ends quietly', async () => {
  const stop = new AbortController()
  const address = await serve([
    (_, response) => {
      response.write('data: first\n\n')
    },
  ])
  const { seen, done } = collect(address, { signal: stop.signal })
  await expect.poll(() => seen.length).toBe(1)
  stop.abort()
  await done
  expect(seen).toEqual(['first'])
})

test('waiting times double and stay near eight seconds', () => {
  expect([0, 1, 2, 3, 4, 9, 500].map(attempt => retryDelay(attempt, 0.5))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ])
})

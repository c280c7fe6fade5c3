import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text as it is, anything else as JSON. */
  readonly body?: unknown
}

/** A local server that stands for a provider, on a free port. */
export interface Counterpart extends AsyncDisposable {
  readonly address: string
  readonly asked: readonly Asked[]
  /** What was wrong with requests or answers, by the provider's published description. */
  readonly complaints: string[]
}

/** `hang` never answers, `drip` never ends its answer, `cut` closes the connection in the middle of one. */
export type Answering = Reply | 'hang' | 'drip' | 'cut'

/** Answers by the function, on a free port. */
export async function startCounterpart(
  answer: (asked: Asked, counterpart: Counterpart) => Answering | Promise<Answering>,
): Promise<Counterpart> {
  const asked: Asked[] = []
  const server = http.createServer(async (request, response) => {
    const now = await read(request)
    asked.push(now)
    const reply = await answer(now, counterpart)
    if (reply === 'hang') return
    if (reply === 'cut' || reply === 'drip') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"half":', () => reply === 'cut' && response.destroy())
      return
    }
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {})
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const counterpart: Counterpart = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    complaints: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return counterpart
}

/** An address at which nobody listens. */
export async function nobody(): Promise<string> {
  const gone = await startCounterpart(() => 'hang')
  await gone[Symbol.asyncDispose]()
  return gone.address
}

async function read(request: http.IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const url = new URL(request.url ?? '/', 'http://localhost')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    text: Buffer.concat(parts).toString('utf8'),
  }
}

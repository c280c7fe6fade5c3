import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { type RunningServer, type ServerOptions, startServer } from '../src/doors/http/serve/server.ts'
import { serverToken } from '../src/workspace/serving/token.ts'
import { type Lab, openLab } from './lab.ts'

/** A lab with a real server on a free port and a small web app of its own. */
export interface HttpLab extends AsyncDisposable {
  readonly lab: Lab
  readonly server: RunningServer
  /** The token in FURROW_HOME. */
  readonly token: string
  /** What the server told its log. */
  readonly log: readonly string[]
  signIn(): Promise<Session>
  /** A request as a script makes it: bearer token, JSON body. */
  ask(method: string, target: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

export interface Session {
  readonly cookie: string
  readonly header: string
  readonly headers: Record<string, string>
}

export async function openHttpLab(
  options: Partial<ServerOptions> & Parameters<typeof openLab>[0] = {},
): Promise<HttpLab> {
  const lab = await openLab(options)
  const log: string[] = []
  const dist = options.dist ?? smallWebApp(path.dirname(lab.root))
  const server = await startServer({ app: lab.app, port: 0, log: line => log.push(line), ...options, dist })
  const token = serverToken(lab.app.home)
  return {
    lab,
    server,
    token,
    log,
    signIn: () => signIn(server),
    ask: (method, target, body, headers = {}) =>
      fetch(`${server.address}${target}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await lab[Symbol.asyncDispose]()
    },
  }
}

async function signIn(server: RunningServer): Promise<Session> {
  const code = new URL(server.signInAddress()).hash.slice('#c='.length)
  const response = await fetch(`${server.address}/api/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const { header } = (await response.json()) as { header: string }
  const [cookie = ''] = response.headers.getSetCookie().map(line => line.split(';')[0] ?? '')
  return { cookie, header, headers: { Cookie: cookie, 'X-Furrow-Session': header } }
}

function smallWebApp(base: string): string {
  const dist = path.join(base, 'dist')
  fs.mkdirSync(path.join(dist, 'web/assets'), { recursive: true })
  fs.writeFileSync(path.join(dist, 'web/index.html'), '<style nonce="__FURROW_NONCE__"></style><div id="app"></div>')
  fs.writeFileSync(path.join(dist, 'web/assets/index-4f2a91.js'), 'console.log(1)')
  fs.writeFileSync(path.join(dist, 'web/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  fs.writeFileSync(path.join(dist, 'web/not-listed.txt'), 'nobody may see this')
  fs.writeFileSync(path.join(dist, 'web.json'), JSON.stringify(['assets/index-4f2a91.js', 'icon.svg', 'index.html']))
  return dist
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Sends bytes as they are over one connection and reads as many answers; what a browser would never send, too. */
export async function sendRaw(port: number, requests: readonly (string | Buffer)[], count = requests.length) {
  const answers: RawAnswer[] = []
  for await (const answer of pipeline(port, requests)) {
    answers.push(answer)
    if (answers.length === count) break
  }
  return answers
}

async function* pipeline(port: number, requests: readonly (string | Buffer)[]): AsyncGenerator<RawAnswer> {
  const socket = net.connect({ host: '127.0.0.1', port })
  // A server that hangs up early is an answer as well: what it said before counts.
  socket.on('error', () => socket.destroy())
  socket.write(Buffer.concat(requests.map(request => Buffer.from(request))))
  const heads = requests.map(request => /^HEAD /.test(request.toString('latin1').slice(0, 5)))
  let rest: Buffer = Buffer.alloc(0)
  let index = 0
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (let taken = takeAnswer(rest, heads[index] === true); taken !== undefined; ) {
        rest = rest.subarray(taken.end)
        index += 1
        if (taken.answer.status >= 200) yield taken.answer
        else index -= 1
        taken = takeAnswer(rest, heads[index] === true)
      }
    }
  } finally {
    socket.destroy()
  }
}

function takeAnswer(bytes: Buffer, isHead: boolean): { answer: RawAnswer; end: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const start = headEnd + 4
  if (isHead || status < 200 || status === 204 || status === 304)
    return { answer: { status, headers, body: Buffer.alloc(0) }, end: start }
  if (headers['transfer-encoding'] === 'chunked') return takeChunks(bytes, start, { status, headers })
  const end = start + Number(headers['content-length'] ?? 0)
  if (bytes.length < end) return undefined
  return { answer: { status, headers, body: bytes.subarray(start, end) }, end }
}

function takeChunks(bytes: Buffer, start: number, head: Omit<RawAnswer, 'body'>) {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    if (bytes.length < lineEnd + 2 + size + 2) return undefined
    if (size === 0) return { answer: { ...head, body: Buffer.concat(parts) }, end: lineEnd + 4 }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

import path from 'node:path'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type RunningServer, startServer } from '../../src/doors/http/serve/server.ts'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { bin, type Lab, packageRoot } from '../lab.ts'

export const eras = ['2025-11-25', '2026-07-28'] as const
export type Era = (typeof eras)[number]

export interface Connected extends AsyncDisposable {
  readonly client: Client
  /** What the server wrote to its standard error so far. */
  readonly complaints: () => string
}

interface ConnectOptions {
  readonly era: Era
  readonly args?: readonly string[]
  readonly cwd?: string
  readonly client?: ClientOptions
  readonly name?: string
}

/** The official client on `furrow mcp`, as an agent starts it. */
export async function connectStdio(lab: Lab, options: ConnectOptions): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...(options.args ?? [])],
    env: lab.env,
    cwd: options.cwd ?? lab.root,
    stderr: 'pipe',
  })
  let complaints = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString()
  })
  return connected(options, transport, () => complaints)
}

/** The official client on a running server, with the token that `furrow mcp connect` would give it. */
export async function connectHttp(lab: Lab, server: RunningServer, options: ConnectOptions & { token?: string }) {
  const token = options.token ?? serverToken(lab.app.home)
  const query = options.args?.[0] === '--tools' ? `?tools=${options.args[1]}` : ''
  const transport = new StreamableHTTPClientTransport(new URL(`${server.address}/mcp${query}`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  return connected(options, transport, () => '')
}

export function serveLab(lab: Lab, log: (line: string) => void = () => undefined): Promise<RunningServer> {
  return startServer({ app: lab.app, dist: path.join(packageRoot, 'dist'), port: 0, log })
}

async function connected(
  { era, client: more = {}, name = 'Test Client' }: ConnectOptions,
  transport: Parameters<Client['connect']>[0],
  complaints: () => string,
): Promise<Connected> {
  const mode = era === '2026-07-28' ? { pin: era } : ('legacy' as const)
  const client = new Client({ name, version: '1.2.3' }, { ...more, versionNegotiation: { mode } })
  await client.connect(transport)
  return { client, complaints, [Symbol.asyncDispose]: () => client.close() }
}

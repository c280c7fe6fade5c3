import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import readline from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Failure } from '../../src/operation/errors.ts'
import { openHome } from '../../src/workspace/home.ts'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { bin } from '../lab.ts'
import { type FaultLab, manifest } from './fault-lab.ts'
import type { Reply } from './orders.ts'

/** A built door as its users reach it, in a process that can be killed at any moment. */
export interface Door extends AsyncDisposable {
  readonly name: string
  /** The process at work now; none between two commands. */
  pid(): number | undefined
  /** Nothing when the process died before it answered. */
  call(operation: string, input: Readonly<Record<string, unknown>>): Promise<Reply | undefined>
  readonly ended: Promise<void>
  /** Where a server listens. */
  readonly address?: string
}

export type OpenDoor = (lab: FaultLab) => Promise<Door>

/** `furrow mcp`, spoken to as the protocol's stdio transport does. */
export const mcpDoor: OpenDoor = async lab => {
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd: lab.root, env: lab.env })
  const ended = endOf(child)
  tellMistakes(child)
  const ask = talkTo(child, ended)
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'faults', version: '1' },
  })
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return {
    name: 'mcp',
    ended,
    pid: () => child.pid,
    async call(operation, input) {
      const { tool, action } = manifest.operations.find(({ name }) => name === operation)?.mcp ?? {}
      const result = await ask('tools/call', { name: tool, arguments: { ...input, ...(action && { action }) } })
      return result === undefined ? undefined : toReply(result)
    },
    [Symbol.asyncDispose]: () => stop(child, ended),
  }
}

/** `furrow serve`, spoken to as a script does. */
export const httpDoor: OpenDoor = async lab => {
  const token = serverToken(openHome(lab.env))
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--quiet'], { cwd: lab.root, env: lab.env })
  const ended = endOf(child)
  child.stdin.on('error', () => undefined)
  tellMistakes(child)
  const address = await Promise.race([firstMatch(child, /http:\/\/127\.0\.0\.1:\d+/), ended])
  return {
    name: 'http',
    ended,
    ...(typeof address === 'string' && { address }),
    pid: () => child.pid,
    async call(operation, input) {
      if (typeof address !== 'string') return undefined
      try {
        const response = await fetch(`${address}/api/operations/${operation}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(input),
        })
        const answer = (await response.json()) as Failure
        return response.ok ? { ok: true, value: answer } : { ok: false, error: answer }
      } catch {
        return undefined
      }
    },
    [Symbol.asyncDispose]: () => stop(child, ended),
  }
}

/** MCP over HTTP on a server that runs already, with the official client. */
export function mcpOverHttp(address: string): OpenDoor {
  return async lab => {
    const client = new Client({ name: 'faults', version: '1' })
    const headers = { Authorization: `Bearer ${serverToken(openHome(lab.env))}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }))
    return {
      name: 'mcp-http',
      ended: new Promise<void>(() => undefined),
      pid: () => undefined,
      async call(operation, input) {
        const { tool = '', action } = manifest.operations.find(({ name }) => name === operation)?.mcp ?? {}
        return toReply(
          (await client.callTool({ name: tool, arguments: { ...input, ...(action && { action }) } })) as ToolResult,
        )
      },
      [Symbol.asyncDispose]: () => client.close(),
    }
  }
}

/** One `furrow call` after the other. */
export const cliDoor: OpenDoor = async lab => {
  let now: ChildProcess | undefined
  let close: () => void = () => undefined
  const ended = new Promise<void>(resolve => {
    close = resolve
  })
  return {
    name: 'cli',
    ended,
    pid: () => now?.pid,
    async call(operation, input) {
      const child = spawn(process.execPath, [bin, 'call', operation, '--input', JSON.stringify(input), '--json'], {
        cwd: lab.root,
        env: lab.env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      now = child
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      await endOf(child)
      now = undefined
      if (!text.endsWith('}\n')) return undefined
      const answer = JSON.parse(text) as { error?: Failure }
      return answer.error === undefined ? { ok: true, value: answer } : { ok: false, error: answer.error }
    },
    async [Symbol.asyncDispose]() {
      close()
    },
  }
}

type Ask = (method: string, params: unknown) => Promise<ToolResult | undefined>

interface ToolResult {
  readonly isError?: boolean
  readonly structuredContent?: { readonly error?: Failure }
  readonly content?: unknown
}

function talkTo(child: ChildProcessWithoutNullStreams, ended: Promise<void>): Ask {
  const waiting = new Map<number, (result: ToolResult) => void>()
  readline.createInterface({ input: child.stdout }).on('line', line => {
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: ToolResult; error?: unknown }
    if (id === undefined) return
    waiting.get(id)?.(result ?? { isError: true, content: error })
    waiting.delete(id)
  })
  child.stdin.on('error', () => undefined)
  let last = 0
  return (method, params) => {
    last += 1
    const id = last
    const answered = new Promise<ToolResult>(resolve => waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return Promise.race([answered, ended.then(() => undefined)])
  }
}

function toReply({ isError, structuredContent, content }: ToolResult): Reply {
  if (isError !== true) return { ok: true, value: structuredContent }
  const error = structuredContent?.error
  return error === undefined ? { ok: false, bug: JSON.stringify(content) } : { ok: false, error }
}

/** A caller learns of a bug; what it was is said here. */
function tellMistakes({ stderr }: ChildProcessWithoutNullStreams): void {
  readline.createInterface({ input: stderr }).on('line', line => {
    if (/error|^ +at /i.test(line)) console.error(line)
  })
}

/** When all that it wrote has been read. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise(resolve => child.on('close', () => resolve()))
}

function firstMatch(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const look = (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const [found] = pattern.exec(text) ?? []
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
  })
}

async function stop(child: ChildProcessWithoutNullStreams, ended: Promise<void>): Promise<void> {
  child.stdin.end()
  child.kill('SIGTERM')
  await ended
}

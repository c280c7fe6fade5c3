import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { BUILT_IN_TYPES } from '../../src/explorations/types/names.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { startForge } from '../support/forge.ts'
import { directDoor, expectFinished, WAYS, withForge } from '../support/project-types.ts'
import { serveBuilt } from '../support/serve.ts'

/** A process of one door that has been asked to finish. */
interface Asked {
  kill(): Promise<unknown>
  readonly answer: Promise<unknown>
}

const GIT = { GIT_CONFIG_GLOBAL: '/dev/null' }

/** An agent's server, which its client starts and speaks to over standard input and output. */
async function overMcp(lab: Lab): Promise<Asked> {
  const child = spawn(process.execPath, [bin, 'mcp'], {
    cwd: lab.root,
    env: { ...lab.env, ...GIT },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const answers = new Map<number, (value: unknown) => void>()
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, result } = JSON.parse(line) as { id?: number; result?: unknown }
    if (id !== undefined) answers.get(id)?.(result)
  })
  const ask = (id: number, method: string, params: unknown) =>
    new Promise<unknown>(resolve => {
      answers.set(id, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  const clientInfo = { name: 'test', version: '1.0.0' }
  await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const finish = { name: 'exploration', arguments: { action: 'finish' } }
  const answer = ask(2, 'tools/call', finish).then(
    result => (result as { structuredContent: unknown }).structuredContent,
  )
  return { kill: () => killed(child), answer }
}

async function killed(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit')
  // With its git: nothing of it lives on.
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  return ended
}

/** The server of the page, asked as the page asks it. */
async function overHttp(lab: Lab): Promise<Asked> {
  const served = await serveBuilt({ ...lab, env: { ...lab.env, ...GIT } })
  const headers = { ...(await served.signIn()), 'Content-Type': 'application/json', Origin: served.address }
  const answer = fetch(`${served.address}/api/explorations/finish`, { method: 'POST', headers, body: '{}' })
    .then(response => response.json())
    // A server that was killed answers nothing.
    .catch(() => undefined)
  return {
    answer,
    kill: async () => {
      process.kill(served.pid, 'SIGKILL')
      await served.over
    },
  }
}

const DOORS = { MCP: overMcp, 'the page': overHttp } as const

const CASES = BUILT_IN_TYPES.flatMap(type => (['MCP', 'the page'] as const).map(door => [type, door] as const))

test.each(CASES)(
  '%s killed over %s while the forge opens its pull request goes on over the same door',
  async (type, door) => {
    await using forge = await startForge()
    await using lab = await openLab()
    const bare = withForge(lab, forge)
    await WAYS[type]?.(lab, directDoor(lab))
    const received = new Promise<void>(resolve => {
      forge.beforeAnswer = async made => {
        if (made !== 'pull_request') return
        resolve()
        await new Promise(() => undefined)
      }
    })
    const first = await DOORS[door](lab)
    await received
    await first.kill()
    forge.beforeAnswer = undefined
    const second = await DOORS[door](lab)
    expect(await second.answer).toMatchObject({ blocked: false })
    await second.kill()
    expectFinished(type, { lab, bare, forge })
  },
)

import { randomBytes, timingSafeEqual } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import type { RunDoor } from '../../../agents/session/drive.ts'
import type { App } from '../../../app/app.ts'
import { refuse, toFailure } from '../../../operation/errors.ts'
import type { Manifest, OperationEntry } from '../../../operation/manifest.ts'
import type { AgentProfile, Run } from '../../../runs/model.ts'
import { packageRoot } from '../../../store/installation/package-root.ts'
import { serveConnection } from '../session/connection.ts'
import { TOKEN } from './bridge.ts'

interface RunDoorOptions {
  readonly run: Run
  /** The folder of the run, which is the workspace behind its door. */
  readonly root: string
  readonly manifest: Manifest
}

/**
 * Furrow's MCP door inside an agent run: a socket that only its own token opens. Whoever comes through it is the agent of
 * that run, and can ask for nothing that a person decides.
 */
export async function openRunDoor({ run, root, manifest }: RunDoorOptions): Promise<RunDoor> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-door-'))
  const socket = path.join(folder, 'mcp.sock')
  const token = randomBytes(32).toString('base64url')
  const instructions = fs.readFileSync(path.join(packageRoot(), 'guides/instructions.md'), 'utf8')
  const env = { ...process.env, FURROW_RUN_ID: run.id }
  const actor = { kind: 'agent', id: `run:${run.id}`, door: 'mcp' } as const
  const profile = run.agent?.profile ?? 'read'
  const guests = new Set<net.Socket>()
  const server = net.createServer(async guest => {
    guests.add(guest)
    guest.on('error', () => guest.destroy())
    guest.on('close', () => guests.delete(guest))
    if (!(await knows(guest, token))) return void guest.destroy()
    // Paused by the look at its token, it would not flow by itself again.
    const streams = { input: guest.pipe(new PassThrough()), output: guest }
    const scope = (app: App) => scoped(app, profile)
    await serveConnection({
      manifest,
      profile: { kind: 'core' },
      instructions,
      workspace: root,
      streams,
      actor,
      env,
      scope,
    })
    guest.end()
  })
  await new Promise<void>(resolve => server.listen(socket, resolve))
  return {
    command: process.execPath,
    args: [path.join(packageRoot(), 'dist/furrow.cjs'), 'mcp', '--socket', socket],
    env: { [TOKEN]: token },
    folder,
    async [Symbol.asyncDispose]() {
      for (const guest of guests) guest.destroy()
      await new Promise(resolve => server.close(resolve))
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * What no agent of a run reaches through its door, whatever its profile: keys, trust, answers, other agents, and what
 * commits and pushes on the host, outside of the walls, by the word of files that the agent can write.
 */
const CLOSED =
  /^(?:secrets|token|trust|request|agent|config|serving)\.|^exploration\.(?:finalize|finish|cleanup|settle|share)$/

/** The same app with what is not for this run left out: to read only, for a run that only reads. */
function scoped(app: App, profile: AgentProfile): App {
  const mayUse = ({ name, effect, authority }: OperationEntry) =>
    !CLOSED.test(name) && authority === 'anyone' && (profile === 'write' || effect === 'read')
  const inner = Object.create(app) as { -readonly [Key in keyof App]: App[Key] }
  inner.list = async options => (await app.list(options)).filter(mayUse)
  inner.call = async (name, input, options) => {
    const entry = (await app.list(options)).find(each => each.name === name)
    if (entry === undefined || mayUse(entry)) return app.call(name, input, options)
    const why = `${name} is not for the agent of a run${profile === 'read' ? ' that only reads' : ''}.`
    return { ok: false, error: toFailure(refuse('forbidden', why, { target: name })) }
  }
  return inner
}

/** The first line is the token; what follows it is the conversation. */
function knows(guest: net.Socket, token: string): Promise<boolean> {
  return new Promise(resolve => {
    let seen = Buffer.alloc(0)
    const look = (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk])
      const end = seen.indexOf(0x0a)
      if (end === -1 && seen.length < 1024) return
      guest.off('data', look)
      guest.pause()
      const rest = seen.subarray(end + 1)
      if (rest.length > 0) guest.unshift(rest)
      resolve(end !== -1 && isSame(seen.subarray(0, end), Buffer.from(token)))
    }
    guest.on('data', look)
    guest.once('close', () => resolve(false))
  })
}

function isSame(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

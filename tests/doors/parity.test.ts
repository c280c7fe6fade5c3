import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../../src/doors/http/serve/server.ts'
import { answerForAgents, failureForAgents } from '../../src/doors/mcp/answer/for-agents.ts'
import { commandLine } from '../../src/operation/command/command-line.ts'
import type { Failure } from '../../src/operation/errors.ts'
import type { OperationEntry } from '../../src/operation/manifest.ts'
import { secretFields } from '../../src/operation/names/secret-fields.ts'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { type Fixture, fixtures, tokenHolder } from '../fixtures.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { connectStdio } from '../support/mcp.ts'
import { requestFor } from './request.ts'

/** What a door answered: the value, or the failure. */
type Answered = { readonly value: unknown } | { readonly error: unknown }

interface Asking {
  readonly lab: Lab
  readonly entry: OperationEntry
  readonly input: Record<string, unknown>
  /** Opens person-only operations, for the doors that take one. */
  readonly token: string | undefined
}

type Call = (asking: Asking) => Promise<Answered | undefined>

const doors: Readonly<Record<string, Call>> = {
  async core({ lab, entry, input, token }) {
    const script = { kind: 'agent', id: 'script', door: 'cli' } as const
    const outcome = await lab.app.call(entry.name, input, {
      actor: token === undefined ? script : { ...tokenHolder, allow: allowFor(entry) },
    })
    return outcome.ok ? { value: outcome.value } : { error: outcome.error }
  },

  cli: ({ lab, entry, input, token }) => {
    const folder = path.join(path.dirname(lab.root), 'bin')
    fs.mkdirSync(folder)
    fs.symlinkSync(bin, path.join(folder, 'furrow'))
    const flags = entry.effect === 'destructive' ? '--json --yes' : '--json'
    const hidden = secretFields(entry).flatMap(field => (typeof input[field] === 'string' ? [input[field]] : []))
    const typed = commandLine(entry, input).replace(/^(.*?)( -- .*)?$/s, `$1 ${flags}$2`)
    const env = {
      ...lab.env,
      PATH: `${folder}:${lab.env['PATH']}`,
      ...(token !== undefined && { FURROW_TOKEN: token }),
    }
    return new Promise(resolve => {
      const child = execFile('sh', ['-c', typed], { cwd: lab.root, env }, (error, out, err) => {
        const said = parsed(out, `${typed}: ${err}`)
        // An exit code may also say how what was done ended: `explore finish` that waits for a person.
        resolve(
          error !== null && 'error' in Object(said) ? { error: (said as { error: unknown }).error } : { value: said },
        )
      })
      // What may not be on a command line comes by stdin.
      child.stdin?.end(hidden.join(''))
    })
  },

  async http({ lab, entry, input, token }) {
    await using server = await startServer({ app: lab.app, dist: '/nowhere', port: 0 })
    const bearer = token ?? serverToken(lab.app.home)
    const response = await fetch(...requestFor(server.address, entry, { input, bearer }))
    const body = (await response.json()) as Record<string, unknown>
    if (response.headers.get('content-type') !== 'application/problem+json') return { value: body }
    const { type: _, title: __, status: ___, ...error } = body
    return { error }
  },

  async mcp({ lab, entry, input, token }) {
    if (entry.mcp === undefined || token !== undefined) return undefined
    await using mcp = await connectStdio(lab, { era: '2026-07-28', name: 'script' })
    const action = entry.mcp.action === undefined ? {} : { action: entry.mcp.action }
    const result = await mcp.client.callTool({ name: entry.mcp.tool, arguments: { ...action, ...input } })
    const structured = result.structuredContent as Record<string, unknown>
    return result.isError === true ? { error: structured['error'] } : { value: structured }
  },
}

function parsed(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`no single JSON document: ${text || otherwise}`)
  }
}

const allowFor = ({ name }: OperationEntry) => [name, 'config.set_person']

/** Tokens open nothing about tokens, so those operations are compared in their refusal. */
async function tokenFor(lab: Lab, entry: OperationEntry): Promise<string | undefined> {
  if (entry.authority !== 'person' || entry.name.startsWith('token.')) return undefined
  const { token } = await lab.call('token.create', { name: 'parity', allow: allowFor(entry) })
  return token
}

/** What only reads is asked in one lab through all doors; what writes has a lab for each door. */
async function answersOf(entry: OperationEntry, fixture: Fixture): Promise<Record<string, unknown>> {
  await using shared = entry.effect === 'read' ? await prepared(entry, fixture) : undefined
  const answers = await Promise.all(
    Object.entries(doors).map(async ([door, call]) => {
      await using ready = shared === undefined ? await prepared(entry, fixture) : lent(shared)
      return [door, await answerThrough(call, entry, fixture, ready)] as const
    }),
  )
  return Object.fromEntries(answers.filter(([, answer]) => answer !== undefined))
}

interface Prepared extends AsyncDisposable {
  readonly lab: Lab
  readonly input: Record<string, unknown>
  readonly token: string | undefined
}

async function prepared(entry: OperationEntry, fixture: Fixture): Promise<Prepared> {
  const lab = await openLab()
  // What a door would make by itself is there for all of them.
  serverToken(lab.app.home)
  await lab.app.store.settled()
  const token = await tokenFor(lab, entry)
  const made = (await fixture.prepare?.(lab)) ?? {}
  const input = typeof fixture.input === 'function' ? fixture.input(made) : { ...fixture.input }
  return { lab, input, token, [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose]() }
}

function lent(ready: Prepared): Prepared {
  return { ...ready, [Symbol.asyncDispose]: async () => undefined }
}

async function answerThrough(call: Call, entry: OperationEntry, fixture: Fixture, ready: Prepared): Promise<unknown> {
  const { lab } = ready
  const answered = await call({ ...ready, entry })
  if (answered === undefined || 'error' in answered || fixture.settle === undefined)
    return answered === undefined ? undefined : alike(answered, lab)
  return alike({ value: await fixture.settle(lab, answered.value as Record<string, unknown>) }, lab)
}

/** The same in every lab: times, ids, places, and what only says which door was used. An id stays a word of a command. */
function alike(value: unknown, lab: Lab): unknown {
  const base = path.dirname(lab.root)
  const text = JSON.stringify(value)
    .replaceAll(base, '<lab>')
    .replaceAll(path.basename(base), '<lab>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g, '<time>')
    .replace(/:1[789]\d{11}\b/g, ':0')
    .replace(/\b1[789]\d{11}\b/g, '<time>')
    .replace(/\d{8}-\d{6}-[0-9a-z]+/g, 'some-id')
    .replace(/\bworkspace-[0-9a-f]{12}\b/g, '<repository>')
    .replace(/\b[0-9a-f]{20}\b/g, 'some-id')
    .replace(/"(?:door|address|server)":"[^"]*",?/g, '')
    .replace(/"duration_ms":\d+,?/g, '')
    // That of a text with a time in it, of which one lab may be in the next second already.
    .replace(/"revision":"[0-9a-f]{64}"/g, '"revision":"<revision>"')
    .replace(/,\}/g, '}')
  return JSON.parse(text) as unknown
}

/** The same answer with tools in the place of commands, as the MCP door spells it. */
function spelledForAgents(core: unknown, entry: OperationEntry): unknown {
  const surface = { operations: manifest, profile: { kind: 'core' } } as const
  const { error, value } = core as { error?: Failure; value?: unknown }
  return error === undefined
    ? { value: answerForAgents(value, '', surface, entry).value }
    : { error: failureForAgents(error, surface, { entry }) }
}

const manifest = (await openLabManifest()).operations

async function openLabManifest() {
  await using lab = await openLab({ git: false })
  return lab.app.manifest
}

test('every operation has a fixture, and every fixture an operation', () => {
  expect(Object.keys(fixtures).sort()).toEqual(manifest.map(({ name }) => name).sort())
})

test.concurrent.each(manifest.map(entry => [entry.name, entry] as const))(
  '%s answers the same through every door',
  async (name, entry) => {
    const fixture = fixtures[name]
    if (fixture === undefined) throw new Error(`${name} has no fixture`)
    const { core, ...rest } = await answersOf(entry, fixture)
    expect(Object.keys(rest).length).toBeGreaterThanOrEqual(2)
    for (const [door, answer] of Object.entries(rest)) {
      const refused = fixture.only !== undefined && fixture.only !== door
      if (refused) expect(answer).toMatchObject({ error: { code: 'not_found' } })
      else expect({ [door]: answer }).toEqual({ [door]: door === 'mcp' ? spelledForAgents(core, entry) : core })
    }
  },
)

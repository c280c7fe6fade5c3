import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { JsonSchema, OperationEntry } from '../../src/operation/manifest.ts'
import { whyNotId, whyNotRepoPath } from '../../src/operation/names/naming.ts'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { figure } from '../faults/figures.ts'
import { CANARY, hostileNames } from '../hostile.ts'
import { type HttpLab, openHttpLab, type RawAnswer, sendRaw } from '../http.ts'
import { bin, type Lab, openLab, person } from '../lab.ts'

/** Every input of every operation that is checked as an id or a path. */
function namedInputs(operations: readonly OperationEntry[]): { entry: OperationEntry; field: string; list: boolean }[] {
  return operations.flatMap(entry =>
    Object.entries(entry.input.properties ?? {}).flatMap(([field, schema]) => {
      const [plain, item] = [isChecked(schema), schema.items !== undefined && isChecked(schema.items)]
      return plain || item ? [{ entry, field, list: !plain }] : []
    }),
  )
}

function isChecked(schema: JsonSchema): boolean {
  return schema['x-furrow'] === 'id' || schema['x-furrow'] === 'path'
}

/** An input that is fine but for the one field. */
function inputWith({ input }: OperationEntry, field: string, value: unknown): Record<string, unknown> {
  const needed = (input.required ?? []).filter(name => name !== field)
  return { ...Object.fromEntries(needed.map(name => [name, sample(input.properties?.[name] ?? {})])), [field]: value }
}

function sample(schema: JsonSchema): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'array') return [sample(schema.items ?? {})]
  return { integer: 1, number: 1, boolean: true, object: {} }[String(schema.type)] ?? 'a'
}

test('there are at least four hundred, and neither validator lets one through', () => {
  const names = hostileNames()
  expect(names.length).toBeGreaterThanOrEqual(400)
  expect(names.filter(name => whyNotId(name) === undefined)).toEqual([])
  expect(names.filter(name => whyNotRepoPath(name) === undefined)).toEqual([])
})

test('every operation refuses every one of them, naming the field', async () => {
  await using lab = await openLab()
  const inputs = namedInputs(lab.app.manifest.operations)
  expect(inputs.length).toBeGreaterThan(0)
  const faults: string[] = []
  for (const { entry, field, list } of inputs)
    for (const name of hostileNames()) {
      const input = inputWith(entry, field, list ? [name] : name)
      const outcome = await lab.app.call(entry.name, input, { actor: person })
      const fine = !outcome.ok && outcome.error.code === 'usage' && outcome.error.target?.startsWith(field)
      if (!fine) faults.push(`${entry.name} ${field} ${JSON.stringify(name)}: ${JSON.stringify(outcome).slice(0, 200)}`)
    }
  expect(faults.slice(0, 10)).toEqual([])
  expect(lab.list('.')).toEqual(['.git'])
})

test('every route with a parameter answers 400 to every one of them and names the parameter', async () => {
  await using http = await openHttpLab()
  const routes = http.server.routes.filter(({ path: at }) => at.includes(':'))
  expect(routes.length).toBeGreaterThan(0)
  const faults: string[] = []
  for (const { method, path: at } of routes)
    for (const [, name = ''] of at.matchAll(/:(\w+)/g)) {
      if (isLabel(http.lab.app.manifest.operations, { method, at, name })) continue
      const targets = hostileNames().map(hostile => targetFor({ at, name }, encodeURIComponent(hostile)))
      faults.push(...(await faultsAt(http, { method, at, name }, targets)))
    }
  expect(faults.slice(0, 10)).toEqual([])
})

test('a path is taken as it was sent: nothing in it is resolved before it is refused', async () => {
  await using http = await openHttpLab()
  const parameter = { method: 'GET', at: '/api/config/:key', name: 'key' }
  const inOneSegment = hostileNames().filter(hostile => /^[\x21-\x7e]+$/.test(hostile) && !/[/?#]/.test(hostile))
  const targets = inOneSegment.map(hostile => targetFor(parameter, hostile))
  expect(targets.length).toBeGreaterThan(100)
  expect(await faultsAt(http, parameter, targets)).toEqual([])
})

/** A label is a person's word for something: any text, and never a place. */
function isLabel(operations: readonly OperationEntry[], { method, at, name }: Parameter): boolean {
  const entry = operations.find(({ http }) => http?.method === method && http.path === at)
  return entry?.input.properties?.[name]?.['x-furrow'] === 'label'
}

interface Parameter {
  readonly method: string
  readonly at: string
  readonly name: string
}

function targetFor({ at, name }: Pick<Parameter, 'at' | 'name'>, value: string): string {
  return at.replace(`:${name}`, value).replace(/:\w+/g, 'x')
}

async function faultsAt(http: HttpLab, { method, at, name }: Parameter, targets: readonly string[]): Promise<string[]> {
  const entry = http.lab.app.manifest.operations.find(op => op.http?.method === method && op.http.path === at)
  const inPath = Array.from(at.matchAll(/:(\w+)/g), ([, field]) => field)
  const input = entry === undefined ? {} : inputWith(entry, name, '')
  const body = Object.fromEntries(Object.entries(input).filter(([field]) => !inPath.includes(field)))
  const answers: RawAnswer[] = []
  for (let from = 0; from < targets.length; from += 100) {
    const some = targets.slice(from, from + 100).map(target => request(http, { method, target, body }))
    answers.push(...(await sendRaw(http.server.port, some)))
  }
  return targets.flatMap((target, index) => {
    const { status, body: text } = answers[index] ?? { status: 0, body: '' }
    const problem = JSON.parse(text.toString() || '{}') as { target?: string; message?: string }
    const fine = status === 400 && (problem.target === name || problem.message?.includes('dot segments'))
    return fine ? [] : [`${method} ${target.slice(0, 100)}: ${status} ${problem.message}`]
  })
}

function request(
  { server, token }: { server: { port: number }; token: string },
  { method, target, body }: { method: string; target: string; body: unknown },
): string {
  const text = method === 'GET' ? '' : JSON.stringify(body)
  return [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${server.port}`,
    `Authorization: Bearer ${token}`,
    ...(method === 'GET' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    '',
    text,
  ].join('\r\n')
}

test('the system is never asked to open one, whatever a caller sends', async () => {
  await using lab = await openLab()
  const folder = path.dirname(lab.root)
  fs.mkdirSync(path.join(folder, CANARY))
  fs.writeFileSync(path.join(folder, CANARY, 'secret'), 'outside')
  const trace = path.join(folder, 'trace')
  await using traced = await serveTraced(lab, trace)
  const served = lab.app.manifest.operations.filter(entry => entry.http !== undefined)
  const bodies = namedInputs(served).flatMap(({ entry, field, list }) =>
    hostileNames().map(name => [entry.name, inputWith(entry, field, list ? [name] : name)] as const),
  )
  const statuses = new Set<number>()
  for (let from = 0; from < bodies.length; from += 100) {
    const requests = bodies
      .slice(from, from + 100)
      .map(([name, body]) =>
        request({ server: traced, token: traced.token }, { method: 'POST', target: `/api/operations/${name}`, body }),
      )
    for (const { status } of await sendRaw(traced.port, requests)) statuses.add(status)
  }
  await traced.stop()
  const calls = fs.readFileSync(trace, 'utf8').split('\n')
  const outside = calls.filter(call => call.includes(CANARY))
  figure('X6', `${bodies.length} requests with ${hostileNames().length} strings`, `${outside.length} opens outside`)
  expect([...statuses]).toEqual([400])
  expect(outside).toEqual([])
  expect(calls.some(call => call.includes('state.db'))).toBe(true)
})

interface Traced extends AsyncDisposable {
  readonly port: number
  readonly token: string
  stop(): Promise<void>
}

/** The built server, every file that it touches written down by the system. */
async function serveTraced(lab: Lab, trace: string): Promise<Traced> {
  const watched = ['-f', '-qq', '-s', '4096', '-e', 'trace=%file', '-o', trace]
  const child = spawn('strace', [...watched, process.execPath, bin, 'serve', '--port', '0', '--quiet'], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const over = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('this machine only')) break
  }
  const [lease] = lab.app.store.leases.alive('serve')
  if (lease === undefined) throw new Error(`the server did not start: ${said}`)
  const stop = async () => {
    if (child.exitCode === null) process.kill(lease.pid, 'SIGTERM')
    await over
  }
  return { port: Number(lease.detail['port']), token: serverToken(lab.app.home), stop, [Symbol.asyncDispose]: stop }
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeManifest } from '../../src/app/manifest.ts'
import type { OperationEntry } from '../../src/operation/manifest.ts'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { fixtures } from '../fixtures.ts'
import { bin, type Lab, openLab, packageRoot } from '../lab.ts'
import { makeHostile, PROOF } from '../support/hostile-repository.ts'
import { figure } from './figures.ts'

// X12: what a repository brings along is executed by no door before a person trusts it.
const { operations } = await makeManifest(packageRoot)
const reads = operations.filter(({ effect }) => effect === 'read')
const git = fs.realpathSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim())
const node = fs.realpathSync(process.execPath)

test('the trap works: git itself would run what this repository brings along', async () => {
  await using lab = await openLab()
  makeHostile(lab)
  execFileSync('git', ['status'], { cwd: lab.root, stdio: 'ignore' })
  expect(executed(lab)).not.toEqual([])
})

test('X12 every command that reads starts nothing but Furrow and git', async () => {
  await using lab = await openLab()
  makeHostile(lab)
  const before = executed(lab)
  const started = new Map<string, string[]>()
  for (const entry of reads)
    started.set(entry.name, await programsOf(lab, ['call', entry.name, '--json', '--input', inputOf(entry)]))
  for (const args of [
    ['status'],
    ['trust', 'status'],
    ['gate', 'list'],
    ['doctor'],
    ['log'],
    ['reference'],
    ['mcp', '--cost'],
  ])
    started.set(args.join(' '), await programsOf(lab, args))
  expect([...started].filter(([, programs]) => programs.some(isForeign))).toEqual([])
  expect([...started.values()].every(programs => programs.includes(node))).toBe(true)
  expect(executed(lab)).toEqual(before)
  figure(
    'X12',
    'commands that read, programs started',
    `${started.size}, ${[...new Set([...started.values()].flat())].join(' and ')}`,
  )
})

test('X12 the server and all its pages start nothing but Furrow and git', async () => {
  await using lab = await openLab()
  makeHostile(lab)
  const before = executed(lab)
  const trace = path.join(path.dirname(lab.root), 'trace')
  const child = spawn('strace', [...STRACE, trace, node, bin, 'serve', '--port', '0', '--quiet'], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const over = once(child, 'exit')
  for await (const chunk of child.stdout) if (String(chunk).includes('this machine only')) break
  const [lease] = lab.app.store.leases.alive('serve')
  const headers = { Authorization: `Bearer ${serverToken(lab.app.home)}` }
  const asked = [...reads.flatMap(routeOf), ...PAGES]
  for (const target of asked) await (await fetch(`${lease?.detail['address']}${target}`, { headers })).arrayBuffer()
  const gate = await fetch(`${lease?.detail['address']}/api/gates/lint/run`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(gate.status).toBe(422)
  expect(await gate.json()).toMatchObject({ code: 'untrusted', fix: 'furrow trust' })
  process.kill(lease?.pid ?? 0, 'SIGTERM')
  await over
  expect(programsIn(trace).filter(isForeign)).toEqual([])
  expect(executed(lab)).toEqual(before)
  figure('X12', 'addresses of the server, foreign programs started', `${asked.length}, 0`)
})

test('X12 the MCP server starts nothing but Furrow and git', async () => {
  await using lab = await openLab()
  makeHostile(lab)
  const before = executed(lab)
  const trace = path.join(path.dirname(lab.root), 'trace')
  const child = spawn('strace', [...STRACE, trace, node, bin, 'mcp', '--tools', 'all'], { cwd: lab.root, env: lab.env })
  const tools = [
    ...new Map(reads.flatMap(({ mcp }) => (mcp === undefined ? [] : [[mcp.tool + mcp.action, mcp]]))).values(),
  ]
  const calls = [
    { method: 'tools/list' },
    { method: 'resources/list' },
    { method: 'prompts/list' },
    ...tools.map(toolCall),
  ]
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: HELLO })}\n`)
  calls.forEach((call, index) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...call })}\n`)
  })
  child.stdin.end()
  child.stderr.resume()
  let answers = 0
  for await (const chunk of child.stdout) answers += String(chunk).split('"id":').length - 1
  if (child.exitCode === null) await once(child, 'exit')
  expect(answers).toBeGreaterThan(calls.length)
  expect(programsIn(trace).filter(isForeign)).toEqual([])
  expect(executed(lab)).toEqual(before)
})

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }

function toolCall({ tool, action }: { tool: string; action?: string }) {
  return { method: 'tools/call', params: { name: tool, arguments: action === undefined ? {} : { action } } }
}

test('X12 a gate of an untrusted repository is refused by every door, with exit code 7', async () => {
  await using lab = await openLab()
  makeHostile(lab)
  const before = executed(lab)
  expect(await lab.refusal('gate.run', { name: 'lint' })).toMatchObject({ code: 'untrusted', fix: 'furrow trust' })
  expect(await exitCode(lab, ['gate', 'run', 'lint'])).toBe(7)
  expect(await lab.app.list({ actor: { kind: 'agent', id: 'a', door: 'mcp' } })).not.toContainEqual(
    expect.objectContaining({ name: 'gate.lint' }),
  )
  expect(executed(lab)).toEqual(before)
})

const PAGES = ['/', '/runs', '/runs/20260102-101500-a1b', '/settings', '/changes', '/memory', '/confirm/x', '/nowhere']
const STRACE = ['-f', '-qq', '-s', '300', '-e', 'trace=execve,connect', '-o']

function isForeign(program: string): boolean {
  return program !== git && program !== node
}

async function programsOf(lab: Lab, args: readonly string[]): Promise<string[]> {
  const trace = path.join(path.dirname(lab.root), 'trace')
  const child = spawn('strace', [...STRACE, trace, node, bin, ...args], {
    cwd: lab.root,
    env: lab.env,
    stdio: 'ignore',
  })
  await once(child, 'exit')
  return programsIn(trace)
}

/** What was really started, and every call to the network; looking for a program along PATH fails until it is found. */
function programsIn(trace: string): string[] {
  const calls = fs.readFileSync(trace, 'utf8').split('\n')
  return calls.flatMap(call => {
    const [, program] = / execve\("([^"]+)".* = 0$/.exec(call) ?? []
    if (/ connect\(.*AF_INET/.test(call)) return [call]
    return program === undefined ? [] : [fs.existsSync(program) ? fs.realpathSync(program) : program]
  })
}

async function exitCode(lab: Lab, args: readonly string[]): Promise<number | null> {
  const child = spawn(node, [bin, ...args], { cwd: lab.root, env: lab.env, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code as number | null
}

function inputOf({ name, input }: OperationEntry): string {
  const given = fixtures[name]?.input
  if (typeof given === 'object') return JSON.stringify(given)
  return JSON.stringify(Object.fromEntries((input.required ?? []).map(field => [field, 'x'])))
}

function routeOf({ http }: OperationEntry): string[] {
  return http === undefined ? [] : [http.path.replace(/:\w+/g, 'x')]
}

function executed(lab: Lab): string[] {
  return fs.readdirSync(path.join(path.dirname(lab.root), PROOF)).sort()
}

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeManifest } from '../../src/app/manifest.ts'
import type { OperationEntry } from '../../src/operation/manifest.ts'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { fixtures } from '../fixtures.ts'
import { bin, type Lab, openLab, packageRoot } from '../lab.ts'
import { finalizing, git, withRemote } from '../support/explorations.ts'
import { SCOPES, setTraps, type Trap } from '../support/hostile-git.ts'
import { figure } from './figures.ts'

// X8, X12: every key of git that names a program, in every scope, over every door.
const { operations } = await makeManifest(packageRoot)
const reads = operations.filter(({ effect }) => effect === 'read')
const programs = [process.execPath, '/usr/bin/git', '/usr/lib/git-core'].flatMap(place =>
  fs.existsSync(place) ? [fs.realpathSync(place)] : [],
)
const counted = { keys: 0, calls: 0 }

interface Place extends AsyncDisposable {
  readonly lab: Lab
  readonly trap: Trap
}

/** A repository of its own kind with an exploration that can be finalized, then the traps. */
async function openHostile(scope: (typeof SCOPES)[number]): Promise<Place> {
  const first = await openLab()
  withRemote(first)
  first.write('a.empty', 'one\n')
  first.write('a.odd', 'one\n')
  git(first, 'add', '.')
  git(first, 'commit', '-qm', 'second')
  const lab = await moved(first, scope)
  await finalizing(lab)
  const trap = setTraps(lab, scope)
  counted.keys = trap.count
  return {
    lab,
    trap,
    async [Symbol.asyncDispose]() {
      if (lab !== first) await lab[Symbol.asyncDispose]()
      await first[Symbol.asyncDispose]()
    },
  }
}

async function moved(lab: Lab, scope: (typeof SCOPES)[number]): Promise<Lab> {
  const base = path.dirname(lab.root)
  if (scope === 'separate git folder') git(lab, 'init', '-q', `--separate-git-dir=${path.join(base, 'elsewhere')}`)
  const places: Partial<Record<typeof scope, string>> = { 'linked worktree': 'linked', submodule: 'super/lib' }
  const place = path.join(base, places[scope] ?? 'workspace')
  if (scope === 'linked worktree') git(lab, 'worktree', 'add', '-q', '-b', 'side', place)
  else if (scope === 'submodule') {
    const root = path.join(base, 'super')
    execFileSync('git', ['init', '-q', root])
    git({ root }, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lab.root, 'lib')
    git({ root: place }, 'config', 'user.name', 'Maintainer')
    git({ root: place }, 'config', 'user.email', 'maintainer@example.org')
    git({ root: place }, 'remote', 'set-url', '--push', 'origin', path.join(base, 'remote.git'))
  } else if (scope !== 'separate git folder') return lab
  const own = await openLab({ root: place, env: lab.env })
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
    fs.writeFileSync(path.join(place, file), text)
  }
  const read = (file: string) => fs.readFileSync(path.join(place, file), 'utf8')
  return { ...own, root: place, home: lab.home, env: lab.env, write, read }
}

function inputOf({ name, input }: OperationEntry): Record<string, unknown> {
  const given = fixtures[name]?.input
  return typeof given === 'object' ? given : Object.fromEntries((input.required ?? []).map(field => [field, 'x']))
}

describe.each(SCOPES)('%s', scope => {
  test('git itself would start what is named there', async () => {
    await using place = await openHostile(scope)
    const { PATH = '' } = process.env
    for (const args of [['status'], ['diff'], ['add', '.'], ['commit', '-qm', 'x']])
      await once(
        spawn('git', args, { cwd: place.lab.root, env: { PATH, HOME: '/nonexistent' }, stdio: 'ignore' }),
        'exit',
      )
    expect(place.trap.started()).not.toEqual([])
  })

  test('X8 every operation that reads, and a finalization with its commit and push, start none of it', async () => {
    await using place = await openHostile(scope)
    const { lab, trap } = place
    for (const entry of reads) {
      await lab.app.call(entry.name, inputOf(entry), { actor: { kind: 'person', id: 'person', door: 'cli' } })
      expect({ name: entry.name, started: trap.started() }).toEqual({ name: entry.name, started: [] })
    }
    // Of files whose drivers have no name, or an odd one: the inputs above need not lead to them.
    for (const command of ['why a.empty:1', 'why a.odd:1', 'why readme.md:1', 'check', 'explore brief']) {
      await once(
        spawn(process.execPath, [bin, ...command.split(' ')], { cwd: lab.root, env: lab.env, stdio: 'ignore' }),
        'exit',
      )
      expect({ command, started: trap.started() }).toEqual({ command, started: [] })
    }
    for (const apply of [false, true]) {
      const input = apply ? { apply } : { plan: true }
      const outcome = await lab.app.call('exploration.finalize', input, {
        actor: { kind: 'person', id: 'person', door: 'cli' },
      })
      expect(outcome).toMatchObject({ ok: true })
      if (apply)
        for (const action of ['commit', 'push'])
          expect(outcome).toMatchObject({
            value: { steps: expect.arrayContaining([expect.objectContaining({ action, status: 'completed' })]) },
          })
      expect({ apply, started: trap.started() }).toEqual({ apply, started: [] })
    }
    counted.calls += reads.length + 2
  })
})

const STRACE = ['-f', '-qq', '-s', '300', '--seccomp-bpf', '-e', 'trace=execve', '-o']

function foreignIn(trace: string): string[] {
  // To push to a folder git has a shell start its own counterpart.
  const started = fs
    .readFileSync(trace, 'utf8')
    .replaceAll(/^.* execve\("[^"]+\/sh", \["[^"]*sh", "-c", "git-receive-pack '[^']+'", .*$/gm, '')
    .matchAll(/ execve\("([^"]+)".* = 0$/gm)
  const real = [...started].map(([, program = '']) => (fs.existsSync(program) ? fs.realpathSync(program) : program))
  expect(real).toContain(fs.realpathSync(process.execPath))
  return real.filter(program => !programs.some(known => program === known || program.startsWith(`${known}/`)))
}

test('X12 the server with every address and page starts nothing but Furrow and git', async () => {
  await using place = await openHostile('worktree')
  const { lab, trap } = place
  const trace = path.join(path.dirname(lab.root), 'trace')
  const args = [...STRACE, trace, process.execPath, bin, 'serve', '--port', '0', '--quiet']
  const child = spawn('strace', args, { cwd: lab.root, env: lab.env, stdio: ['ignore', 'pipe', 'inherit'] })
  const over = once(child, 'exit')
  for await (const chunk of child.stdout) if (String(chunk).includes('this machine only')) break
  const [lease] = lab.app.store.leases.alive('serve')
  const headers = { Authorization: `Bearer ${serverToken(lab.app.home)}` }
  const routes = reads.flatMap(({ http }) => (http === undefined ? [] : [http.path.replace(/:\w+/g, 'x')]))
  const asked = [...routes, '/', '/runs', '/settings', '/changes', '/memory', '/board', '/explorations', '/nowhere']
  for (const target of asked) await (await fetch(`${lease?.detail['address']}${target}`, { headers })).arrayBuffer()
  process.kill(lease?.pid ?? 0, 'SIGTERM')
  await over
  expect(foreignIn(trace)).toEqual([])
  expect(trap.started()).toEqual([])
  counted.calls += asked.length
})

test('X12 a live MCP session with every tool that reads starts nothing but Furrow and git', async () => {
  await using place = await openHostile('include')
  const { lab, trap } = place
  const trace = path.join(path.dirname(lab.root), 'trace')
  const args = [...STRACE, trace, process.execPath, bin, 'mcp', '--tools', 'all']
  const child = spawn('strace', args, { cwd: lab.root, env: lab.env })
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
  const calls = reads.flatMap(({ mcp, ...entry }) =>
    mcp === undefined
      ? []
      : [
          {
            name: mcp.tool,
            arguments: { ...inputOf(entry as OperationEntry), ...(mcp.action && { action: mcp.action }) },
          },
        ],
  )
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  send({ id: 0, method: 'initialize', params: hello })
  for (const [index, params] of calls.entries()) send({ id: index + 1, method: 'tools/call', params })
  child.stdin.end()
  child.stderr.resume()
  let answers = 0
  for await (const chunk of child.stdout) answers += String(chunk).split('"id":').length - 1
  if (child.exitCode === null) await once(child, 'exit')
  expect(answers).toBeGreaterThanOrEqual(calls.length)
  expect(foreignIn(trace)).toEqual([])
  expect(trap.started()).toEqual([])
  counted.calls += calls.length
})

const COMMANDS = [
  ...['status', 'doctor', 'check', 'log', 'trust status', 'gate list', 'tool list', 'agent detect', 'why a.empty:1'],
  ...['explore brief', 'agent finalize --plan', 'agent finalize --apply', 'ask status'],
]

test('X12 commands as they are typed start nothing but Furrow and git', async () => {
  await using place = await openHostile('local')
  const { lab, trap } = place
  const trace = path.join(path.dirname(lab.root), 'trace')
  for (const command of COMMANDS) {
    const args = [...STRACE, trace, process.execPath, bin, ...command.split(' ')]
    await once(spawn('strace', args, { cwd: lab.root, env: lab.env, stdio: 'ignore' }), 'exit')
    const foreign = foreignIn(trace)
    expect({ command, foreign, started: trap.started() }).toEqual({ command, foreign: [], started: [] })
  }
  counted.calls += COMMANDS.length
})

afterAll(() =>
  figure(
    'X8',
    'git settings and hooks x scopes, calls',
    `${counted.keys} x ${SCOPES.length}, ${counted.calls}, 0 programs started`,
  ),
)

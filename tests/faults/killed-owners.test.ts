import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isOver, type Run } from '../../src/runs/model.ts'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { serverToken } from '../../src/workspace/serving/token.ts'
import { type Lab, openLab, packageRoot } from '../lab.ts'
import { bundle } from '../support/bundle.ts'
import { furrow, type Started, startFurrow } from '../support/furrow.ts'
import { type Connected, connectStdio } from '../support/mcp.ts'
import { figure } from './figures.ts'

/** Everything a process can do to stay; it goes when the file `go` is there. */
const STUBBORN = path.resolve('tests/support/stubborn.sh')
const SCRIPT = `(sh ${STUBBORN} >/dev/null 2>&1 &) ; echo ready; until [ -e go ]; do sleep 0.05; done; echo done`

/** A run under way, and the processes that may be killed: who asked for it, who owns it. */
interface Scene {
  readonly id: string
  readonly processes: Readonly<Record<string, number>>
  close(): Promise<void>
}

type Setting = (lab: Lab) => Promise<Scene>

const foreground: Setting = async lab => {
  const owner = startFurrow(lab, ['exec', '--', 'sh', '-c', SCRIPT])
  await owner.until('ready')
  return { id: (await onlyRun(lab)).id, processes: { owner: owner.pid }, close: () => gone(owner) }
}

const detached: Setting = async lab => {
  const { stdout } = await furrow(lab, 'exec', '--detach', '--', 'sh', '-c', SCRIPT)
  const id = stdout.trim()
  const watcher = startFurrow(lab, ['runs', 'watch', id])
  await watcher.until('ready')
  return { id, processes: { client: watcher.pid, host: ownerOf(lab, id) }, close: () => gone(watcher) }
}

const served: Setting = async lab => {
  await trustGates(lab)
  const server = startFurrow(lab, ['serve', '--port', '0', '--quiet'])
  await server.until('this machine only')
  const id = await postGate(lab)
  const watcher = startFurrow(lab, ['runs', 'watch', id])
  await watcher.until('ready')
  const close = async () => {
    await gone(watcher)
    await gone(server)
  }
  return { id, processes: { client: watcher.pid, server: server.pid }, close }
}

const overStdio: Setting = async lab => {
  await trustGates(lab)
  const connected = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  void connected.client.callTool({ name: 'gate_slow', arguments: {} }).catch(() => undefined)
  const id = await appeared(lab)
  const watcher = startFurrow(lab, ['runs', 'watch', id])
  await watcher.until('ready')
  const processes = { client: watcher.pid, server: stdioPid(connected), host: ownerOf(lab, id) }
  const close = async () => {
    await connected[Symbol.asyncDispose]()
    await gone(watcher)
  }
  return { id, processes, close }
}

/** Who is killed, all at once, and what then is true of the run. */
const TABLE: readonly { setting: Setting; kill: readonly string[]; outcome: 'interrupted' | 'goes on' }[] = [
  { setting: foreground, kill: ['owner'], outcome: 'interrupted' },
  { setting: detached, kill: ['client'], outcome: 'goes on' },
  { setting: detached, kill: ['host'], outcome: 'interrupted' },
  { setting: detached, kill: ['client', 'host'], outcome: 'interrupted' },
  { setting: served, kill: ['client'], outcome: 'goes on' },
  { setting: served, kill: ['server'], outcome: 'interrupted' },
  { setting: served, kill: ['client', 'server'], outcome: 'interrupted' },
  { setting: overStdio, kill: ['client'], outcome: 'goes on' },
  { setting: overStdio, kill: ['server'], outcome: 'goes on' },
  { setting: overStdio, kill: ['client', 'server'], outcome: 'goes on' },
  { setting: overStdio, kill: ['host'], outcome: 'interrupted' },
  { setting: overStdio, kill: ['client', 'host'], outcome: 'interrupted' },
  { setting: overStdio, kill: ['server', 'host'], outcome: 'interrupted' },
  { setting: overStdio, kill: ['client', 'server', 'host'], outcome: 'interrupted' },
]

const NAMES = new Map([
  [foreground, 'a foreground run'],
  [detached, 'a detached run'],
  [served, 'a run of the server'],
  [overStdio, 'a run over stdio MCP'],
])

describe.each(TABLE)('kill -9', ({ setting, kill, outcome }) => {
  test(`of ${kill.join(' and ')}: ${NAMES.get(setting)} ${outcome === 'goes on' ? outcome : `is ${outcome}, nothing of it lives`}`, async () => {
    await using lab = await openLab()
    const scene = await setting(lab)
    try {
      expect(findByMarker(scene.id).length).toBeGreaterThan(2)
      for (const name of kill) process.kill(scene.processes[name] as number, 'SIGKILL')
      if (outcome === 'interrupted') await expectInterrupted(lab, scene.id)
      else await expectToEnd(lab, scene.id)
    } finally {
      lab.write('go', '')
      await scene.close()
    }
  })
})

describe('outside a namespace', () => {
  let script = ''

  beforeAll(async () => {
    // Below the package, where the database driver is found.
    fs.mkdirSync(path.join(packageRoot, '.cache'), { recursive: true })
    const folder = fs.mkdtempSync(path.join(packageRoot, '.cache/owner-'))
    script = await bundle('tests/support/group-owner.ts', folder)
    return () => fs.rmSync(folder, { recursive: true })
  })

  test('what a killed owner left alive is ended by whoever looks next, and only that', async () => {
    await using lab = await openLab()
    const [killed, spared] = await Promise.all([startOwner(lab, script), startOwner(lab, script)])
    process.kill(killed.pid, 'SIGKILL')
    await once(killed.child, 'exit')
    expect(findByMarker(killed.id).length).toBeGreaterThan(2)
    await expectInterrupted(lab, killed.id)
    expect(findByMarker(spared.id).length).toBeGreaterThan(2)
    expect((await lab.call('run.show', { id: spared.id })).status).toBe('running')
    process.kill(spared.pid, 'SIGKILL')
    await expectInterrupted(lab, spared.id)
  })
})

test('D14 a killed server with seven runs: a new one tells the truth about each at its start', async () => {
  await using lab = await openLab()
  fs.mkdirSync(lab.home, { recursive: true })
  fs.writeFileSync(path.join(lab.home, 'config.yaml'), 'runs:\n  concurrency: 10\n')
  await trustGates(lab)
  const hosted = await Promise.all(
    [1, 2].map(async () => (await furrow(lab, 'exec', '--detach', '--', 'sh', '-c', SCRIPT)).stdout.trim()),
  )
  const server = startFurrow(lab, ['serve', '--port', '0', '--quiet'])
  await server.until('this machine only')
  const served = await Promise.all([1, 2, 3, 4, 5].map(() => postGate(lab)))
  await expect.poll(() => served.every(id => findByMarker(id).length > 2), { timeout: 20_000 }).toBe(true)
  server.child.kill('SIGKILL')
  await server.ended
  const restarted = performance.now()
  const again = startFurrow(lab, ['serve', '--port', '0', '--quiet'])
  const statusOf = (id: string) => (JSON.parse(lab.read(`.sdlc/.runs/${id}.json`)) as Run).status
  await expect
    .poll(() => served.map(statusOf), { interval: 20, timeout: 10_000 })
    .toEqual(served.map(() => 'interrupted'))
  const took = performance.now() - restarted
  figure('D14', '5 runs of a killed server are interrupted after a new one was started', `${took.toFixed(0)} ms`)
  expect(served.flatMap(findByMarker)).toEqual([])
  expect(hosted.map(statusOf)).toEqual(['running', 'running'])
  lab.write('go', '')
  for (const id of hosted) expect(await lab.call('run.wait', { id })).toMatchObject({ status: 'succeeded' })
  again.child.kill('SIGTERM')
  await again.ended
})

test('a server that is told to stop ends its runs first and says so', async () => {
  await using lab = await openLab()
  const scene = await served(lab)
  process.kill(scene.processes['server'] as number, 'SIGTERM')
  await expect
    .poll(() => (JSON.parse(lab.read(`.sdlc/.runs/${scene.id}.json`)) as Run).status, { timeout: 20_000 })
    .toBe('interrupted')
  expect(findByMarker(scene.id)).toEqual([])
  await scene.close()
})

async function expectInterrupted(lab: Lab, id: string): Promise<void> {
  const show = async () => (JSON.parse((await furrow(lab, 'runs', 'show', id, '--json')).stdout) as Run).status
  await expect.poll(show, { timeout: 20_000 }).toBe('interrupted')
  expect(findByMarker(id)).toEqual([])
  expect(lab.app.store.leases.find(id)).toBeUndefined()
  const { lines } = await lab.call('run.tail', { id })
  expect(lines.some(({ text }) => text === 'ready')).toBe(true)
}

async function expectToEnd(lab: Lab, id: string): Promise<void> {
  expect((await lab.call('run.show', { id })).status).toBe('running')
  lab.write('go', '')
  const ended = await lab.call('run.wait', { id, seconds: 45 })
  expect(ended).toMatchObject({ status: 'succeeded' })
  expect(findByMarker(id)).toEqual([])
}

async function trustGates(lab: Lab): Promise<void> {
  lab.write('.sdlc/config.yaml', `gates:\n  - name: slow\n    command: |\n      ${SCRIPT}\n`)
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
}

async function postGate(lab: Lab): Promise<string> {
  const [lease] = lab.app.store.leases.alive('serve')
  const response = await fetch(`${lease?.detail['address']}/api/gates/slow/run`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serverToken(lab.app.home)}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as Run).id
}

async function startOwner(lab: Lab, script: string): Promise<{ child: Started['child']; pid: number; id: string }> {
  const manifest = path.join(packageRoot, 'dist/manifest.json')
  const child = spawn(process.execPath, [script, manifest, 'sh', '-c', SCRIPT], { cwd: lab.root, env: lab.env })
  child.stderr.pipe(process.stderr)
  const [chunk] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  const id = String(chunk).trim()
  await expect.poll(() => findByMarker(id).length, { timeout: 20_000 }).toBeGreaterThan(2)
  await expect.poll(async () => (await lab.call('run.tail', { id })).lines.length).toBeGreaterThan(0)
  return { child, pid: child.pid ?? 0, id }
}

function ownerOf(lab: Lab, id: string): number {
  return lab.app.store.leases.find(id)?.pid ?? 0
}

function stdioPid({ client }: Connected): number {
  return (client.transport as unknown as { pid: number }).pid
}

async function appeared(lab: Lab): Promise<string> {
  const running = async () =>
    (await lab.call('run.list', {})).runs.find(run => !isOver(run) && run.status === 'running')
  await expect.poll(running, { timeout: 20_000 }).toBeDefined()
  return (await running())?.id ?? ''
}

async function onlyRun(lab: Lab): Promise<Run> {
  const { runs } = await lab.call('run.list', {})
  expect(runs).toHaveLength(1)
  return runs[0] as Run
}

async function gone({ child, ended }: Started): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

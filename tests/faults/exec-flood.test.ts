import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { environmentOf } from '../../src/runs/spawn/environment.ts'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { confine } from '../../src/runs/spawn/sandbox.ts'
import { startProcess } from '../../src/runs/spawn/start-process.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { startFurrow } from '../support/furrow.ts'
import { figure } from './figures.ts'

const MIB = 2 ** 20

test('P3 1 GiB of lines through furrow exec costs at most idle + 64 MiB, and every byte comes out', async () => {
  await using lab = await openLab()
  const idle = await peakOf(lab, 'sleep 0.5')
  const flood = await peakOf(
    lab,
    'yes 0123456789012345678901234567890123456789012345678901234567890 | head -c 1073741824',
  )
  const grown = `idle ${mib(idle.peak)} MiB + ${mib(flood.peak - idle.peak)} MiB, ${(flood.ms / 1000).toFixed(1)} s`
  figure('P3', '1 GiB of output through furrow exec', grown)
  expect(flood.bytes).toBeGreaterThanOrEqual(1024 * MIB)
  expect(flood.bytes).toBeLessThan(1024 * MIB + 100)
  expect(flood.peak - idle.peak).toBeLessThan(64 * MIB)
  const [run] = (await lab.call('run.list', { limit: 1 })).runs
  expect(run).toMatchObject({ status: 'succeeded', bytes: 1024 * MIB, cut: true })
  expect(sizeBelow(`${lab.root}/.sdlc/.runs/${run?.id}`)).toBeLessThan(18 * MIB)
})

test('P4 a reader that stands still holds the command up, and keeps nobody from ending it', async () => {
  await using lab = await openLab()
  const child = spawn(process.execPath, [bin, 'exec', '--', 'sh', '-c', 'yes & echo $! > pid; wait'], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await expect.poll(async () => (await lab.call('run.list', {})).runs[0]?.status, { timeout: 20_000 }).toBe('running')
  const id = (await lab.call('run.list', {})).runs[0]?.id ?? ''
  const size = () => sizeBelow(`${lab.root}/.sdlc/.runs/${id}`)
  await expect.poll(async () => settled(size), { timeout: 60_000 }).toBe(true)
  expect(size()).toBeLessThan(4 * MIB)
  expect(await lab.call('run.cancel', { id })).toMatchObject({ status: 'cancelled' })
  expect(findByMarker(id)).toEqual([])
  child.stdout.resume()
  await ended
})

test('P4 a hundred readers that leave early leave nothing open', async () => {
  await using lab = await openLab()
  const owner = startFurrow(lab, ['exec', '--', 'sh', '-c', 'echo ready; while :; do echo more; sleep 0.01; done'])
  await owner.until('ready')
  const id = (await lab.call('run.list', {})).runs[0]?.id ?? ''
  const round = async () => {
    const leave = new AbortController()
    const actor = { kind: 'person', id: 'person', door: 'cli' } as const
    for await (const _ of lab.app.watch(id, { actor, signal: leave.signal })) leave.abort()
  }
  await round()
  const before = openFiles()
  for (let index = 0; index < 100; index += 1) await round()
  await expect.poll(() => openFiles() - before, { timeout: 60_000 }).toBeLessThanOrEqual(2)
  await lab.call('run.cancel', { id })
  await owner.ended
})

test('P4 a hundred commands that never read the MiB they are given leave nothing open', async () => {
  const confinement = await confine('best')
  const cwd = process.cwd()
  const given = Buffer.alloc(MIB, 'x')
  const round = async (n: number) => {
    const env = environmentOf({ parent: process.env, runId: `unread-${process.pid}-${n}`, root: cwd })
    const running = await startProcess({ argv: ['true'], cwd, env, confinement, stdin: given })
    running.stdout.resume()
    running.stderr.resume()
    expect(await running.done).toMatchObject({ exitCode: 0 })
  }
  await round(0)
  const before = openFiles()
  for (let n = 1; n <= 100; n += 1) await round(n)
  await expect.poll(() => openFiles() - before, { timeout: 60_000 }).toBeLessThanOrEqual(2)
  figure('P4', '100 MiB that nobody reads, in 100 rounds: open files', `${openFiles() - before} more than before`)
})

/** The same size at two looks a moment apart. */
async function settled(size: () => number): Promise<boolean> {
  const before = size()
  await new Promise(resolve => setTimeout(resolve, 500))
  return before > 0 && size() === before
}

async function peakOf(lab: Lab, script: string): Promise<{ peak: number; bytes: number; ms: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, [bin, 'exec', '--', 'sh', '-c', script], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [bytes, peak] = [0, 0]
  const look = () => {
    peak = Math.max(peak, highWater(child.pid ?? 0))
  }
  const timer = setInterval(look, 20)
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await once(child, 'close')
  clearInterval(timer)
  return { peak, bytes, ms: performance.now() - started }
}

function highWater(pid: number): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function sizeBelow(folder: string): number {
  return fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(`${folder}/${name}`).size, 0)
}

function openFiles(): number {
  return fs.readdirSync('/proc/self/fd').length
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(0)
}

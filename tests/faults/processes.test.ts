import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environmentOf } from '../../src/runs/spawn/environment.ts'
import { descendantsOf, findByMarker, listProcesses } from '../../src/runs/spawn/processes.ts'
import { type Confinement, confine, tryNamespace } from '../../src/runs/spawn/sandbox.ts'
import { startProcess } from '../../src/runs/spawn/start-process.ts'
import { bundle } from '../support/bundle.ts'
import { figure } from './figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-processes-'))
const stubborn = ['sh', resolve('tests/support/stubborn.sh')]
const confinements: Record<string, Confinement> = {}
let owner = ''

beforeAll(async () => {
  for (const by of ['bwrap', 'unshare'] as const) {
    const tried = await tryNamespace(by)
    if (typeof tried === 'string') throw new Error(`${by}: ${tried}`)
    confinements[by] = tried
  }
  confinements.group = await confine('group')
  owner = await bundle('tests/faults/programs/owner.ts', folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

async function startStubborn(by: string, runId: string, times: { timeoutMs: number; graceMs?: number }) {
  const env = environmentOf({ parent: process.env, runId, root: folder })
  const confinement = confinements[by] as Confinement
  const running = await startProcess({ argv: stubborn, cwd: folder, env, confinement, ...times })
  const started = performance.now()
  running.stderr.resume()
  await once(running.stdout, 'data')
  running.stdout.resume()
  return { running, started }
}

describe.each(['bwrap', 'unshare', 'group'])('P1 a stubborn tree, by %s', by => {
  test('is gone after the timeout and a short grace period', async () => {
    const runId = `stubborn-${process.pid}-${by}`
    const { running } = await startStubborn(by, runId, { timeoutMs: 500, graceMs: 300 })
    const members = descendantsOf(running.pid, listProcesses())
    expect(members.length).toBeGreaterThanOrEqual(4)
    expect(findByMarker(runId).length).toBeGreaterThanOrEqual(5)
    expect(await running.done).toMatchObject({ cause: 'timeout', signal: 'SIGKILL' })
    expect(findByMarker(runId)).toEqual([])
    const alive = new Set(listProcesses().map(row => row.pid))
    expect(members.filter(pid => alive.has(pid))).toEqual([])
  })
})

test('P1 with the real grace period, all is gone within the timeout and 5.5 s', async () => {
  const runId = `stubborn-${process.pid}-real`
  const { running, started } = await startStubborn('bwrap', runId, { timeoutMs: 1000 })
  await running.done
  const took = performance.now() - started
  figure('P1', 'gone after a timeout of 1 s', `${((took - 1000) / 1000).toFixed(2)} s later`)
  expect(findByMarker(runId)).toEqual([])
  expect(took).toBeGreaterThan(5900)
  expect(took).toBeLessThan(1000 + 5500)
})

test.each(['bwrap', 'unshare'])('P2 when its owner is killed, a run by %s is gone within a second', async by => {
  const runId = `orphan-${process.pid}-${by}`
  const process_ = spawn(process.execPath, [owner, by, runId, ...stubborn], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(process_.stdout, 'data')
  await expect.poll(() => findByMarker(runId).length).toBeGreaterThanOrEqual(5)
  process_.kill('SIGKILL')
  const killed = performance.now()
  await expect.poll(() => findByMarker(runId), { interval: 10, timeout: 10_000 }).toEqual([])
  const took = performance.now() - killed
  figure('P2', `by ${by}, gone after`, `${took.toFixed(0)} ms`)
  expect(took).toBeLessThan(1000)
})

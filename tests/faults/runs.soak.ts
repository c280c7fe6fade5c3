import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../lab.ts'
import { furrow } from '../support/furrow.ts'
import { type Served, serveBuilt } from '../support/serve.ts'
import { figure } from './figures.ts'

const MINUTES = Number(process.env['FURROW_SOAK_MINUTES'] ?? 30)
const WARM_UP = MINUTES / 6
const PACE_MS = 500
const CHATTY = 'i=0; while :; do i=$((i+1)); echo line $i; sleep 0.05; done'

interface Sample {
  readonly minute: number
  readonly mib: number
  readonly files: number
}

test(`P9 two runs a second and two that talk for ${MINUTES} minutes: memory and open files stay level`, async () => {
  await using lab = await openLab()
  await prepare(lab)
  const talking = await Promise.all([1, 2].map(() => startTalking(lab)))
  await using served = await serveBuilt(lab, ['--port', '0', '--quiet'])
  const leave = new AbortController()
  const watched = talking.map(id => readOn(served, id, leave.signal))
  const { samples, runs } = await soak(served)
  leave.abort()
  const lines = await Promise.all(watched)
  for (const id of talking) await lab.call('run.cancel', { id })
  const slope = slopeOf(samples)
  const files = samples.map(sample => sample.files)
  const level = `${samples[0]?.mib.toFixed(0)} to ${samples.at(-1)?.mib.toFixed(0)} MiB, ${slope.toFixed(2)} MiB/min`
  figure('P9', `${runs} runs in ${MINUTES} min`, `${level}, ${Math.min(...files)} to ${Math.max(...files)} files`)
  expect(slope).toBeLessThan(1)
  expect(median(files.slice(-files.length / 4))).toBeLessThanOrEqual(median(files.slice(0, files.length / 4)) + 5)
  expect(Math.min(...lines)).toBeGreaterThan(MINUTES * 1000)
})

async function prepare(lab: Lab): Promise<void> {
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: quick\n    command: echo fine\n')
  fs.mkdirSync(lab.home, { recursive: true, mode: 0o700 })
  fs.writeFileSync(`${lab.home}/config.yaml`, 'runs:\n  concurrency: 8\n')
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
}

async function startTalking(lab: Lab): Promise<string> {
  return (await furrow(lab, 'exec', '--detach', '--', 'sh', '-c', CHATTY)).stdout.trim()
}

async function soak(served: Served): Promise<{ samples: Sample[]; runs: number }> {
  const samples: Sample[] = []
  const began = performance.now()
  const minute = () => (performance.now() - began) / 60_000
  let runs = 0
  for (; minute() < MINUTES; runs += 1) {
    const next = pause(PACE_MS)
    const response = await fetch(`${served.address}/api/gates/quick/run`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${served.token}`, 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(202)
    await response.arrayBuffer()
    if (runs % 10 === 0 && minute() > WARM_UP)
      samples.push({ minute: minute(), mib: served.memory().now, files: served.files() })
    await next
  }
  return { samples, runs }
}

/** Reads a stream of events until told to leave; answers how much came. */
async function readOn(served: Served, id: string, signal: AbortSignal): Promise<number> {
  const headers = { Authorization: `Bearer ${served.token}` }
  const response = await fetch(`${served.address}/api/runs/${id}/events`, { headers, signal })
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) bytes += chunk.length
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return bytes
}

/** Least squares, in MiB a minute. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ mib }) => mib))]
  const above = samples.reduce((sum, { minute, mib }) => sum + (minute - x) * (mib - y), 0)
  return above / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

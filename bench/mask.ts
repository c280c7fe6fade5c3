import { createMasker } from '../src/runs/mask/masker.ts'
import { fortySecrets } from '../tests/support/secrets.ts'
import type { Row } from './row.ts'

const CHUNK = 64 * 1024
const CHUNKS = 4096
const MIB = (CHUNK * CHUNKS) / 2 ** 20

/** Masking of a stream beside a copy of its bytes: how much time a MiB takes. */
export async function run(): Promise<Row[]> {
  const heapBefore = memory()
  const built = performance.now()
  const masker = createMasker(fortySecrets())
  const buildMs = performance.now() - built
  const tableMib = (memory() - heapBefore) / 2 ** 20
  const streams = Object.entries(inputs()).map(([name, chunk]): Row => {
    const base = 1000 / rate(() => Buffer.from(chunk).length)
    const stream = masker.stream()
    const figure = 1000 / rate(() => stream.push(chunk).length)
    return { what: `mask a MiB of ${name}, beside a copy`, figure, unit: 'ms', base, ratio: figure / base }
  })
  return [
    ...streams,
    { what: 'mask table of 40 secrets', figure: tableMib, unit: 'MiB' },
    { what: 'mask table of 40 secrets, built', figure: buildMs, unit: 'ms' },
  ]
}

/** By processor time, so that whatever else the machine does is not counted. */
function rate(work: () => number): number {
  for (let round = 0; round < 200; round++) work()
  const start = process.cpuUsage()
  for (let round = 0; round < CHUNKS; round++) work()
  return MIB / (process.cpuUsage(start).user / 1e6)
}

function inputs(): Record<string, Buffer> {
  const words = 'the build compiles 142 modules and writes dist/chunks/main-4f3a9c21.js in 1.42 s '
  const digits = Array.from({ length: CHUNK }, (_, at) => ((at * 7919) % 16).toString(16)).join('')
  return {
    'log lines': Buffer.alloc(CHUNK, `${words}\n`),
    'one long line': Buffer.alloc(CHUNK, words),
    'hex digits': Buffer.from(digits),
    base64: Buffer.from(Buffer.alloc(CHUNK, words).toString('base64').slice(0, CHUNK)),
  }
}

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

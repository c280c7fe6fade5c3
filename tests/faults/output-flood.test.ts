import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutputEntry } from '../../src/runs/output/entry.ts'
import { followLog } from '../../src/runs/output/replay.ts'
import { bundle } from '../support/bundle.ts'
import { figure } from './figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-flood-'))
const MIB = 2 ** 20
let script = ''

beforeAll(async () => {
  script = await bundle('tests/faults/programs/flood.ts', folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

const FLOODS = {
  '1 GiB of lines': "yes 'src/app/registry.ts(142,7): warning: something is not used here' | head -c 1073741824",
  '1 GiB without a line break': "head -c 1073741824 /dev/zero | tr '\\0' x",
  '10 million tiny lines': 'yes | head -n 10000000',
  '1 GiB of random bytes': 'head -c 1073741824 /dev/urandom',
  '1 GiB that is not UTF-8':
    'yes "$(printf \'\\377\\376\\300 broken \\200 and a good deal of ordinary text in the same line\')" | head -c 1073741824',
}

test.each(Object.entries(FLOODS))('P3 %s cost at most 64 MiB of memory and 16 MiB of disk', async (name, command) => {
  const log = join(folder, name.replaceAll(' ', '-'))
  const told = JSON.parse(execFileSync(process.execPath, [script, log, 'sh', '-c', command], { encoding: 'utf8' }))
  figure('P3', name, `idle + ${(told.grown / MIB).toFixed(0)} MiB in ${(told.ms / 1000).toFixed(1)} seconds`)
  expect(told).toMatchObject({ exitCode: 0, cause: 'exit' })
  expect(told.grown).toBeLessThanOrEqual(64 * MIB)
  expect(sizeOf(log)).toBeLessThanOrEqual(16 * MIB)
  expect(sizeOf(log)).toBeGreaterThan(12 * MIB)
  const { first, cuts, last } = await outline(log)
  expect(first).toMatchObject({ kind: 'line', line: 1 })
  expect(cuts).toHaveLength(1)
  expect(last).toMatchObject({ kind: 'line', level: 'stdout' })
})

function sizeOf(log: string): number {
  return readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0)
}

async function outline(log: string) {
  let first: OutputEntry | undefined
  let last: OutputEntry | undefined
  const cuts: OutputEntry[] = []
  for await (const { entries } of followLog(log)) {
    first ??= entries[0]
    last = entries.at(-1) ?? last
    cuts.push(...entries.filter(entry => entry.kind === 'cut'))
  }
  return { first, cuts, last }
}

test('on a full disk the lines that fit are whole, the failure is known and the writer goes on', async () => {
  const writer = await bundle('tests/faults/programs/log-on-full-disk.ts', join(folder, 'full'))
  const small = ['--dev-bind', '/', '/', '--size', String(256 * 1024), '--tmpfs', '/mnt']
  const told = execFileSync('bwrap', [...small, process.execPath, writer, '/mnt/log'], { encoding: 'utf8' })
  const { failure, lines, sound, ended, last } = JSON.parse(told)
  expect(failure).toContain('ENOSPC')
  expect(lines).toBeGreaterThan(1000)
  expect({ sound, ended }).toEqual({ sound: true, ended: true })
  expect(last).toMatchObject({ level: 'note', text: expect.stringContaining('The output stops here: ENOSPC') })
})

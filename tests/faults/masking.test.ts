import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../support/bundle.ts'
import { figure } from './figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-masking-'))
let told: { secrets: number; encodings: number; unmaskable: unknown[]; table: number; leaks: string[] }

// In a program of its own: the test runner makes the inner loops several times slower.
beforeAll(async () => {
  const program = await bundle('tests/faults/programs/masking.ts', folder)
  told = JSON.parse(execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8', maxBuffer: 2 ** 26 }))
  figure('X9', `${told.secrets} secrets x ${told.encodings} encodings x every split`, `${told.leaks.length} found`)
}, 600_000)

afterAll(() => rmSync(folder, { recursive: true }))

test('X9 nothing of forty secrets is left, in any encoding, cut in two at every byte', () => {
  expect(told.leaks).toEqual([])
  expect(told).toMatchObject({ secrets: 40, unmaskable: [] })
  expect(told.encodings).toBeGreaterThanOrEqual(45)
})

test('the table for forty secrets and all their encodings stays small', () => {
  expect(told.table).toBeLessThan(16 * 2 ** 20)
})

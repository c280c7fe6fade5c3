import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin, packageRoot } from '../lab.ts'
import { bundled } from './bundled.ts'
import { temporary } from './fault-lab.ts'

test('D3 a run that ends on a full disk is settled when there is room again, and its owner lives on', async () => {
  const base = temporary()
  const manifest = path.join(packageRoot, 'dist/manifest.json')
  const command = [process.execPath, await bundled('run-on-full-disk'), base, manifest]
  const said = execFileSync('unshare', ['-rm', ...command], { encoding: 'utf8' })
  fs.rmdirSync(base)
  const { meanwhile, listed, ended, next } = JSON.parse(said)
  expect([meanwhile.status, listed]).toEqual(['running', 1])
  expect(ended).toMatchObject({ status: 'succeeded', exit_code: 0, reason: expect.stringContaining('ENOSPC') })
  expect(next).toMatchObject({ status: 'succeeded' })
})

test('D3 a tool whose result has no room ends as failed, leaves no temporary file, and reading goes on', async () => {
  // Not below /dev, which a contained tool has of its own.
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-disk-'))
  const command = [process.execPath, await bundled('tool-on-full-disk'), base, bin]
  const said = JSON.parse(execFileSync('unshare', ['-rm', ...command], { encoding: 'utf8' }))
  fs.rmdirSync(base)
  const { warm, big, left, history, none, read, next } = said
  expect([warm.status, history.status, read.status, next.status]).toEqual([0, 0, 0, 0])
  expect([big.status, history.stdout]).toEqual([1, expect.stringContaining('disk is full')])
  expect(left).toEqual([])
  expect(none).toMatchObject({ status: 1, stdout: expect.stringMatching(/disk_full|is full/) })
  for (const { stdout, stderr } of [big, none]) expect(stdout + stderr).not.toMatch(/internal|a bug in Furrow/)
})

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../lab.ts'
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

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { bareTool, writeTool } from '../../../tests/support/tools.ts'
import { bundleOf } from './bundle.ts'

test('nothing is made of bytes that are not those that were hashed', async () => {
  await using lab = await openLab()
  writeTool(lab, 't', bareTool({}, ''))
  const base = path.join(lab.root, '.sdlc/tools')
  const place = { name: 't', base, folder: path.join(base, 't'), source: 'repository' } as const
  const request = { place, root: lab.root, closure: { hash: 'a'.repeat(64) }, home: lab.app.home, version: '1' }
  await expect(bundleOf(request)).rejects.toMatchObject({ code: 'conflict', target: 't' })
  expect(fs.existsSync(path.join(lab.home, 'caches/tools'))).toBe(false)
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { bareTool, runToEnd, trustedTool, writeTool } from '../../../tests/support/tools.ts'
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

test('bundles that were not used for long are swept when another one is made, with their sums', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'edited', {}, 'print({ ok: true, data: 1 })')
  expect(await runToEnd(lab, 'edited')).toMatchObject({ result: { ok: true } })
  const [cache, sums] = [path.join(lab.home, 'caches/tools'), path.join(lab.home, 'trust/bundles')]
  const before = fs.readdirSync(cache)
  const bundles = before.filter(name => fs.statSync(path.join(cache, name)).isDirectory())
  expect(fs.readdirSync(sums)).toEqual(bundles.map(name => `${name}.json`))
  const long = new Date(Date.now() - 100 * 24 * 60 * 60 * 1000)
  for (const name of before) fs.utimesSync(path.join(cache, name), long, long)
  await trustedTool(lab, 'edited', {}, 'print({ ok: true, data: 2 })')
  expect(await runToEnd(lab, 'edited')).toMatchObject({ result: { ok: true } })
  expect(fs.readdirSync(cache).filter(name => before.includes(name))).toEqual([])
  expect(fs.readdirSync(sums)).toHaveLength(bundles.length)
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CallOrigin } from '../../projects/port.ts'
import { SqliteMemory } from '../memory.ts'

function placeOf(name: string): CallOrigin {
  const root = { kind: 'none' } as const
  return { path: `/${name}`, stamp: name, name, isChosen: false, remote: undefined, root, hasFormerRoot: false }
}

test('what another connection merges is known to the next question, and what this one merges at once', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-identities-'))
  const open = () => new SqliteMemory(path.join(folder, 'memory.db'), { now: () => Date.now() })
  const [mine, other] = [open(), open()]
  for (const name of ['shop', 'shop-api', 'till']) await mine.projects.separate(placeOf(name), undefined)
  expect((await mine.projects.named('shop')).names).toEqual(['shop'])
  expect((await mine.projects.at('/till'))?.project).toBe('till')
  await other.projects.merge('shop-api', 'shop')
  expect((await mine.projects.named('shop')).names).toEqual(['shop', 'shop-api'])
  await mine.projects.merge('till', 'shop')
  expect((await mine.projects.named('till')).name).toBe('shop')
  await other.projects.unmerge('till')
  expect((await mine.projects.named('till')).name).toBe('till')
  for (const memory of [mine, other]) memory.close()
  fs.rmSync(folder, { recursive: true })
})

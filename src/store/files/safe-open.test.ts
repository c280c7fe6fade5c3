import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isRefused } from '../../operation/errors.ts'
import { locateRepository } from '../git/repository.ts'
import { swapping } from '../inside/swap-lab.ts'
import { Store } from '../store.ts'
import { inFolder, makeInside, readInside } from './safe-open.ts'

test('X7 a folder swapped for a link is noticed before a byte is read', async () => {
  await using swapped = await swapping()
  const seen = { inside: 0, refused: 0, absent: 0, outside: 0 }
  for (let round = 0; round < 10_000; round++) {
    const found = attempt(() => readInside(swapped.root, 'a/b/c/file')?.toString() ?? 'absent')
    seen[found as keyof typeof seen] += 1
  }
  expect(seen.outside).toBe(0)
  expect(seen.inside).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
})

test('X7 a folder swapped for a link leads nothing that is made or written outside', async () => {
  await using swapped = await swapping()
  const { root } = swapped
  const ends = { done: 0, refused: 0, absent: 0 }
  for (let round = 0; round < 10_000; round++) {
    const end = attempt(() => {
      const folder = path.join(root, `a/b/c/made-${round % 7}`)
      makeInside(root, folder)
      const place = inFolder(root, folder, at => {
        fs.writeFileSync(at('text'), 'ours')
        fs.rmSync(at('text'))
        return 'done'
      })
      fs.rmSync(folder, { recursive: true, force: true })
      return place ?? 'absent'
    })
    ends[end as keyof typeof ends] += 1
  }
  expect(ends.done).toBeGreaterThan(0)
  expect(ends.refused).toBeGreaterThan(0)
  expect(swapped.outside()).toEqual({ 'b/c/file': 'outside' })
})

test('X7 whole operations go wholly inside or not at all while a folder is swapped', async () => {
  await using swapped = await swapping()
  const store = new Store({ repository: locateRepository(swapped.root), home: path.join(swapped.base, 'home') })
  const actor = { kind: 'person', id: 'person', door: 'cli' } as const
  const written: number[] = []
  for (let n = 0; n < 400; n++) {
    const writer = { operation: 'test.write', operationId: `op-${n}`, actor }
    const section = store.transact(writer, tx => tx.create(`a/b/c/new-${n}/text`, `text ${n}`))
    if (await isDone(section)) written.push(n)
  }
  await swapped.stop()
  await store.settled()
  expect(swapped.outside()).toEqual({ 'b/c/file': 'outside' })
  for (const n of written)
    expect(fs.readFileSync(path.join(swapped.root, `a/b/c/new-${n}/text`), 'utf8')).toBe(`text ${n}`)
  expect(written.length).toBeGreaterThan(0)
  expect(written.length).toBeLessThan(400)
  store.close()
})

test('a pipe in the place of a file is refused at once', () => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-anchor-'))
  execFileSync('mkfifo', [path.join(base, 'pipe')])
  expect(attempt(() => String(readInside(base, 'pipe')))).toBe('refused')
  fs.rmSync(base, { recursive: true })
})

function attempt(act: () => string): string {
  try {
    return act()
  } catch (error) {
    if (isRefused(error)) return 'refused'
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'absent'
    throw error
  }
}

function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (isRefused(error)) return false
      throw error
    },
  )
}

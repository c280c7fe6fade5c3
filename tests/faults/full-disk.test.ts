import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { bin } from '../lab.ts'
import { full } from '../support/full.ts'
import { bundled } from './bundled.ts'
import { temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import { writes } from './writes.ts'

interface Try {
  readonly write: string
  readonly pages: number
  readonly running: boolean
  readonly reply: string
  readonly unread: readonly string[]
  readonly end: string
}

const every = Array.from({ length: 65 }, (_, pages) => pages)
/** Where writes fail is below eleven pages; the short form tries five levels of each write, other ones for the next. */
const levels = full ? [every] : [0, 1, 2].map(n => [0, 1 + n, 4 + n, 7 + n, 64 - 16 * n])

/** Each part has a process and a disk of its own: connections that were closed go with their process at the latest. */
const PART = full ? 4 : 10
const parts = Array.from({ length: Math.ceil(writes.length / PART) }, (_, n) => writes.slice(n * PART, (n + 1) * PART))

test.each(parts.map((part, n) => [`${part[0]?.name} to ${part.at(-1)?.name}`, part, n] as const))(
  'D3 on a full disk every write is done or refused, nothing is half done, and reading goes on: %s',
  async (_, part, n) => {
    const tries = await onSmallDisk<Try>('full-disk', levels.join(';'), String(n * PART), String((n + 1) * PART))
    const each = levels[0]?.length ?? 0
    expect(tries).toHaveLength(part.length * each * 2)
    expect(tries.filter(({ end }) => end !== 'done' && end !== 'not at all')).toEqual([])
    expect(tries.filter(({ reply }) => reply !== 'ok' && reply !== 'disk_full')).toEqual([])
    expect(
      tries.filter(({ reply, end }) => reply === 'ok' && end !== 'done'),
      'silent failures',
    ).toEqual([])
    expect(
      tries.filter(({ reply, end }) => reply === 'disk_full' && end === 'done'),
      'refused and done all the same',
    ).toEqual([])
    expect(tries.filter(({ unread }) => unread.length > 0)).toEqual([])
    const refused = tries.filter(({ reply }) => reply === 'disk_full').length
    figure('D3', `${part.length} writes x ${each} levels x 2`, `${refused} refused as disk_full, 0 silent`)
    expect(refused).toBeGreaterThan(part.length)
    expect(refused).toBeLessThan(tries.length)
  },
)

test('D3 the command line says disk_full with exit code 1, and still reads', async () => {
  const tries = await onSmallDisk<CliTry>('full-disk-cli', bin, full ? every.join(',') : '0,1,4,9,64')
  for (const { set, get, after } of tries) {
    if (set.status !== 0) expect(set).toMatchObject({ status: 1, answer: { error: { code: 'disk_full' } } })
    expect(get, JSON.stringify(get)).toMatchObject({ status: 0, answer: { value: set.status === 0 ? 'new' : 'old' } })
    expect(after).toMatchObject(get)
  }
  expect(new Set(tries.map(({ set }) => set.status))).toEqual(new Set([0, 1]))
})

test('D3 a record is in memory exactly when its save was not refused', async () => {
  const tries = await onSmallDisk<{ pages: number; reply: string; kept: boolean }>(
    'memory-on-full-disk',
    every.filter(pages => full || pages % 3 === 0).join(','),
  )
  expect(tries.filter(({ reply, kept }) => (reply === 'ok') !== kept)).toEqual([])
  expect(new Set(tries.map(({ reply }) => reply))).toEqual(new Set(['ok', 'disk_full']))
})

test('D3 a decision that only memory could keep is refused as disk_full, whether or not memory was opened before', async () => {
  const tries = await onSmallDisk<{ pages: number; reply: string }>('decision-on-full-disk', '0,1,4,9,16,32,64,256')
  expect(new Set(tries.map(({ reply }) => reply))).toEqual(new Set(['ok', 'disk_full']))
})

interface CliTry {
  readonly set: { status: number; answer: unknown }
  readonly get: { status: number; answer: unknown }
  readonly after: { status: number; answer: unknown }
}

async function onSmallDisk<T>(program: string, ...args: string[]): Promise<T[]> {
  const base = temporary()
  const command = [process.execPath, await bundled(program), base, ...args]
  const output = execFileSync('unshare', ['-rm', ...command], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  fs.rmdirSync(base)
  const lines = output.trim().split('\n')
  return lines.map(line => JSON.parse(line) as T)
}

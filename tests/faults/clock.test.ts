import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { openLockFile } from '../../src/store/database/sqlite.ts'
import type { LogEntryView } from '../../src/workspace/log/model.ts'
import { bin } from '../lab.ts'
import { full } from '../support/full.ts'
import { type FaultLab, manifest, openFaultLab, temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import { perform } from './orders.ts'
import { randomFrom, seedFor } from './seed.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const JUMPS = ['-1d', '+0d', '+1d'] as const

test('D13 whatever the clock says, every operation has an id of its own and the log keeps their order', () => {
  const random = randomFrom(seedFor('D13'))
  using lab = openFaultLab()
  const values = Array.from({ length: full ? 40 : 12 }, (_, n) => `name${n}`)
  for (const value of values) furrow(lab, ['config', 'set', 'project.name', value], random.pick(JUMPS))
  const { entries } = furrow(lab, ['log', '--limit', '500'], '+1d') as { entries: LogEntryView[] }
  expect(entries.map(({ summary }) => summary).reverse()).toEqual(values.map(value => `project.name set to ${value}`))
  expect(new Set(entries.map(({ id }) => id)).size).toBe(values.length)
  figure('D13', 'operations with the clock a day back and forth, in order', entries.length)
  furrow(lab, ['undo'], '-1d')
  expect(fs.readFileSync(path.join(lab.root, '.sdlc/config.yaml'), 'utf8')).toContain(values.at(-2))
})

test('D13 a day that passes on the clock takes nobody’s lock away', () => {
  using lab = openFaultLab()
  furrow(lab, ['config', 'set', 'project.name', 'first'])
  const [id = ''] = fs.readdirSync(path.join(lab.home, 'repos'))
  const lock = openLockFile(path.join(lab.home, 'repos', id, 'lock.db'))
  lock.exec('BEGIN IMMEDIATE')
  expect(furrow(lab, ['config', 'set', 'project.name', 'second'], '+1d')).toMatchObject({ error: { code: 'busy' } })
  lock.exec('ROLLBACK')
  lock.close()
  expect(furrow(lab, ['config', 'set', 'project.name', 'third'], '-1d')).toMatchObject({ value: 'third' })
})

test('D13 no run takes less than no time, and ids are unique, when the clock jumps while it runs', async () => {
  using lab = openFaultLab()
  const random = randomFrom(seedFor('D13 runs'))
  const clock = { now: () => Date.UTC(2026, 5, 1) + (random.below(3) - 1) * DAY_MS }
  const app = createApp({ manifest, root: lab.root, env: lab.env, clock })
  for (let n = 0; n < 6; n += 1)
    expect(await perform(app, { call: 'run.exec', input: { argv: ['true'] }, id: `run-${n}` })).toMatchObject({
      ok: true,
    })
  await app[Symbol.asyncDispose]()
  const records = runsIn(lab)
  expect(records).toHaveLength(6)
  expect(new Set(records.map(({ id }) => id)).size).toBe(6)
  for (const record of records) expect(record.duration_ms, JSON.stringify(record)).toBeGreaterThanOrEqual(0)
})

test('D13 ids made in one second, in one process or in many, are all different', async () => {
  using lab = openFaultLab()
  const apps = Array.from({ length: 4 }, () =>
    createApp({ manifest, root: lab.root, env: lab.env, clock: { now: () => lab.now } }),
  )
  const asked = apps.flatMap((app, index) =>
    Array.from({ length: 25 }, (_, n) =>
      app.call('config.set', { key: 'project.name', value: `v${index}-${n}` }, { actor: PERSON }),
    ),
  )
  expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true)
  const log = await lab.withApp(async app => app.store.log({ limit: 500 }))
  await Promise.all(apps.map(app => app[Symbol.asyncDispose]()))
  expect(new Set(log.map(({ id }) => id)).size).toBe(100)
})

test('D13 a Turkish i makes no other id, name or order', () => {
  using lab = openFaultLab({ base: temporary() })
  const turkish = { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
  const started = furrow(
    lab,
    ['change', 'start', 'FIX THE LOGIN INPUT', '--type', 'fix', '--size', 'small'],
    '+0d',
    turkish,
  )
  expect(JSON.stringify(started)).toContain('"fix-the-login-input"')
  furrow(lab, ['init'], '+0d', turkish)
  const there = furrow(lab, ['config', 'list'], '+0d', turkish)
  expect(furrow(lab, ['config', 'list'])).toEqual(there)
})

const PERSON = { kind: 'person', id: 'person', door: 'cli' } as const

function furrow(lab: FaultLab, args: readonly string[], jump = '+0d', env: Record<string, string> = {}): unknown {
  const command = [process.execPath, bin, ...args, '--json']
  const { stdout, stderr } = spawnSync('faketime', ['-f', jump, ...command], {
    cwd: lab.root,
    env: { ...lab.env, ...env },
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as unknown
}

function runsIn(lab: FaultLab): { id: string; duration_ms: number }[] {
  const folder = path.join(lab.root, '.sdlc/.runs')
  const names = fs.readdirSync(folder).filter(name => name.endsWith('.json'))
  return names.map(
    name => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as { id: string; duration_ms: number },
  )
}

import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { createApp } from '../../app/app.ts'

const PERSON = { kind: 'person', id: 'person', door: 'cli' } as const
const PAGE = 4096

test('a state.db that is no database at all is put aside, and work goes on', async () => {
  await using lab = await withHistory()
  await closed(lab)
  fs.writeFileSync(stateOf(lab), 'not a database '.repeat(1000))

  const { repaired, left } = await repair(lab)

  expect(repaired).toEqual([expect.stringContaining('state.db is rebuilt')])
  expect(left).toEqual([])
  expect(asideOf(lab)).toHaveLength(1)
  await using app = again(lab)
  expect(await app.call('config.set', { key: 'project.name', value: 'walrus' }, { actor: PERSON })).toMatchObject({
    ok: true,
  })
})

test('what a damaged state.db still holds is taken over, so that undo works on', async () => {
  await using lab = await withHistory()
  await closed(lab)
  damagePagesOf(lab, 'events')

  expect((await repair(lab)).repaired.join()).toMatch(/with [1-9]\d* operations/)

  await using app = again(lab)
  expect(await app.call('doctor.check', {}, { actor: PERSON })).toMatchObject({ ok: true, value: { healthy: true } })
  const undone = await app.call('store.undo', {}, { actor: PERSON })
  expect(undone, JSON.stringify(undone)).toMatchObject({ ok: true })
  expect(fs.existsSync(path.join(lab.root, '.sdlc/config.yaml'))).toBe(false)
})

test('a state.db that another process has open is left alone', async () => {
  await using lab = await withHistory()
  const before = fs.readFileSync(stateOf(lab))
  const { rebuildState } = await import('../../store/database/repair-state.ts')
  const other = await holdOpen(stateOf(lab))
  try {
    await expect(rebuildState(path.dirname(stateOf(lab)), 0)).rejects.toMatchObject({ code: 'conflict' })
    expect(fs.readFileSync(stateOf(lab)).equals(before)).toBe(true)
  } finally {
    other.kill('SIGKILL')
  }
})

async function withHistory(): Promise<Lab> {
  const lab = await openLab()
  await lab.call('config.set', { key: 'project.name', value: 'walrus' })
  return lab
}

async function closed(lab: Lab): Promise<void> {
  await lab.app[Symbol.asyncDispose]()
  const database = new DatabaseSync(stateOf(lab))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

function again(lab: Lab) {
  return createApp({ manifest: lab.app.manifest, root: lab.root, env: lab.env })
}

async function repair(lab: Lab): Promise<{ repaired: string[]; left: unknown[] }> {
  await using app = again(lab)
  const outcome = await app.call('doctor.repair', {}, { actor: PERSON })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.value as { repaired: string[]; left: unknown[] }
}

function stateOf(lab: Lab): string {
  const [repository = ''] = fs.readdirSync(path.join(lab.home, 'repos'))
  return path.join(lab.home, 'repos', repository, 'state.db')
}

function asideOf(lab: Lab): string[] {
  return fs.readdirSync(path.dirname(stateOf(lab))).filter(name => /^state\.db\.damaged-\d{8}T\d{6}$/.test(name))
}

function damagePagesOf(lab: Lab, table: string): void {
  const reader = new DatabaseSync(stateOf(lab), { readOnly: true })
  const pages = reader.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(table) as unknown as { pageno: number }[]
  reader.close()
  const bytes = fs.readFileSync(stateOf(lab))
  for (const { pageno } of pages) bytes.fill(0xa5, (pageno - 1) * PAGE, pageno * PAGE)
  fs.writeFileSync(stateOf(lab), bytes)
}

async function holdOpen(file: string) {
  const { spawn } = await import('node:child_process')
  const child = spawn('sh', ['-c', 'exec 3<"$0"; echo open; cat', file], { stdio: ['pipe', 'pipe', 'inherit'] })
  await new Promise(resolve => child.stdout.once('data', resolve))
  return child
}

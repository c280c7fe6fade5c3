import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'

const RECORDS = 120
const PAGE = 4096

async function filledLab(clock?: { now(): number }) {
  const lab = await openLab(clock === undefined ? {} : { clock })
  for (let n = 1; n <= RECORDS; n += 1)
    await lab.call('memory.save', { title: `Record ${n}`, content: `walrus ${n} ${'fact '.repeat(60)}` })
  await lab.app[Symbol.asyncDispose]()
  const file = path.join(lab.home, 'memory/memory.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return { lab, file, database: path.basename(file) }
}

function damage(file: string, pages: readonly number[]): void {
  const bytes = fs.readFileSync(file)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * PAGE, Math.min(page * PAGE, bytes.length))
  fs.writeFileSync(file, bytes)
}

async function reopened(lab: Awaited<ReturnType<typeof openLab>>) {
  const { createApp } = await import('../app/app.ts')
  return createApp({ manifest: lab.app.manifest, root: lab.root, env: lab.env })
}

const person = { kind: 'person', id: 'person', door: 'cli' } as const

test('D10: damaged pages are found by doctor, and repair keeps every row of the intact ones', async () => {
  const { lab, file } = await filledLab()
  await using _ = lab
  const reader = new DatabaseSync(file, { readOnly: true })
  const pages = reader
    .prepare(`SELECT pageno FROM dbstat WHERE name = 'observations' AND pagetype = 'leaf' ORDER BY pageno`)
    .all() as unknown as { pageno: number }[]
  reader.close()
  const broken = pages.filter((__, index) => index % 7 === 3).map(({ pageno }) => pageno)
  expect(broken.length).toBeGreaterThan(1)
  damage(file, broken)
  fs.rmSync(path.join(lab.home, 'backups'), { recursive: true, force: true })

  await using app = await reopened(lab)
  const checked = await app.call('doctor.check', {}, { actor: person })
  expect(checked).toMatchObject({ ok: true, value: { healthy: false } })
  const repaired = await app.call('doctor.repair', {}, { actor: person })
  if (!repaired.ok) throw new Error(JSON.stringify(repaired.error))
  const { repaired: lines } = repaired.value as { repaired: string[] }
  expect(lines.join()).toContain('rows from the damaged file')
  expect(fs.readdirSync(path.join(lab.home, 'memory')).some(name => name.startsWith('memory.db.damaged-'))).toBe(true)

  const { value } = (await app.call('memory.stats', {}, { actor: person })) as { value: { observations: number } }
  const lost = RECORDS - value.observations
  const perPage = Math.ceil(RECORDS / pages.length) + 2
  expect(lost).toBeLessThanOrEqual(broken.length * perPage)
  expect(value.observations).toBeGreaterThan(0)
})

test('D10: repair needs neither a readable header nor the whole length', async () => {
  const { lab, file } = await filledLab()
  await using _ = lab
  const whole = fs.readFileSync(file)
  fs.rmSync(path.join(lab.home, 'backups'), { recursive: true, force: true })
  const reader = new DatabaseSync(file, { readOnly: true })
  const leaves = reader
    .prepare(`SELECT pageno, ncell FROM dbstat WHERE name = 'observations' AND pagetype = 'leaf'`)
    .all() as unknown as { pageno: number; ncell: number }[]
  reader.close()
  const upTo = (length: number) =>
    leaves.reduce((sum, { pageno, ncell }) => sum + (pageno * PAGE <= length ? ncell : 0), 0)
  const flipped = Buffer.from(whole)
  // Each in another leaf, in the bytes that say where its cells are.
  for (const { pageno } of leaves.slice(0, 3)) flipped.writeUInt8(0x40, (pageno - 1) * PAGE + 3)
  const broken = leaves.slice(0, 3).reduce((sum, { ncell }) => sum + ncell, 0)
  const damages: [string, Buffer, number][] = [
    ['16 bytes of the header', Buffer.from(whole).fill(0, 0, 16), RECORDS],
    ['the first page', Buffer.from(whole).fill(0, 0, PAGE), RECORDS],
    ['cut to 3/4', whole.subarray(0, Math.floor(whole.length * 0.75)), upTo(whole.length * 0.75)],
    ['bit flips', flipped, RECORDS - broken],
  ]
  for (const [name, bytes, expected] of damages) {
    emptyFolder(path.dirname(file))
    fs.writeFileSync(file, bytes)
    await using app = await reopened(lab)
    expect(await app.call('doctor.check', {}, { actor: person }), name).toMatchObject({ value: { healthy: false } })
    const repaired = await app.call('doctor.repair', {}, { actor: person })
    expect(repaired, name).toMatchObject({ ok: true, value: { left: [] } })
    const stats = (await app.call('memory.stats', {}, { actor: person })) as { value: { observations: number } }
    expect(stats.value.observations, name).toBeGreaterThanOrEqual(expected)
    const found = await app.call('memory.search', { query: 'walrus', limit: 100 }, { actor: person })
    expect((found as { value: { hits: unknown[] } }).value.hits.length, name).toBe(
      Math.min(100, stats.value.observations),
    )
  }
}, 120_000)

test('D10: a memory.db that a check finds damaged refuses every write, and reading goes on', async () => {
  const { lab, file } = await filledLab()
  await using _ = lab
  const whole = fs.readFileSync(file)
  const reader = new DatabaseSync(file, { readOnly: true })
  const pagesOf = (name: string) =>
    (
      reader.prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'`).all(name) as unknown as {
        pageno: number
      }[]
    ).map(({ pageno }) => pageno)
  const [records, hashes, terms] = ['observations', 'observations_duplicate', 'memory_terms_data'].map(pagesOf)
  reader.close()
  const withPage = (page = 0, value = 0xa5) => Buffer.from(whole).fill(value, (page - 1) * PAGE, page * PAGE)
  const damages: Record<string, Buffer> = {
    'a page of records': withPage(records?.[2]),
    'a page of records, zeroed': withPage(records?.[4], 0),
    'a page of an index': withPage(hashes?.[0]),
    'a page of the search index': withPage(terms?.at(-1)),
    'cut to 3/4': whole.subarray(0, Math.floor(whole.length * 0.75)),
    'cut by one page': whole.subarray(0, whole.length - PAGE),
    'the header': Buffer.from(whole).fill(0, 0, 16),
    'the first page': Buffer.from(whole).fill(0, 0, PAGE),
    'the page count': Buffer.from(whole).fill(0xff, 28, 32),
  }
  for (const [name, bytes] of Object.entries(damages)) {
    emptyFolder(path.dirname(file))
    fs.writeFileSync(file, bytes)
    {
      await using app = await reopened(lab)
      for (const title of ['First', 'Second']) {
        const saved = await app.call('memory.save', { title, content: title }, { actor: person })
        expect(saved, name).toMatchObject({ ok: false, error: { fix: 'furrow doctor repair' } })
        const { code, details } = (saved as { error: { code: string; details?: { because?: string } } }).error
        expect(code === 'damaged' || details?.because === 'damaged', `${name}: ${code}`).toBe(true)
      }
    }
    expect(fs.readFileSync(file).equals(bytes), name).toBe(true)
    await using app = await reopened(lab)
    // SQLite opens nothing that is shorter than its header says.
    if (/records|index/.test(name))
      expect(await app.call('memory.get', { id: 1 }, { actor: person }), name).toMatchObject({ ok: true })
    expect(await app.call('doctor.repair', {}, { actor: person }), name).toMatchObject({
      ok: true,
      value: { left: [] },
    })
    const saved = await app.call('memory.save', { title: 'After', content: 'After' }, { actor: person })
    expect(saved, name).toMatchObject({ ok: true })
  }
})

test('D10: a damaged search index alone is made anew and loses nothing', async () => {
  const { lab, file } = await filledLab()
  await using _ = lab
  const database = new DatabaseSync(file, { defensive: false })
  database.exec(`UPDATE memory_terms_data SET block = zeroblob(length(block)) WHERE id > 10`)
  database.close()

  await using app = await reopened(lab)
  expect(await app.call('doctor.check', {}, { actor: person })).toMatchObject({ ok: true, value: { healthy: false } })
  expect(await app.call('doctor.repair', {}, { actor: person })).toMatchObject({
    ok: true,
    value: { repaired: [expect.stringContaining('search index')] },
  })
  const found = await app.call('memory.search', { query: 'walrus', limit: 100 }, { actor: person })
  expect((found as { value: { hits: unknown[] } }).value.hits).toHaveLength(100)
  expect(await app.call('memory.stats', {}, { actor: person })).toMatchObject({
    ok: true,
    value: { observations: RECORDS },
  })
})

test('D10: a memory.db that is put in the place of the open one is what is written to from then on', async () => {
  const { lab, file } = await filledLab()
  await using _ = lab
  await using app = await reopened(lab)
  const save = async (title: string) => {
    expect(await app.call('memory.save', { title, content: title }, { actor: person })).toMatchObject({ ok: true })
  }
  await save('Before')
  fs.copyFileSync(file, `${file}.copy`)
  fs.renameSync(`${file}.copy`, file)
  for (const log of ['-wal', '-shm']) fs.rmSync(`${file}${log}`)
  await save('After')
  expect(titlesIn(file)).toContain('After')
})

test('D10: a log that is taken from the open memory.db is noticed before the next record, and no record is lost', async () => {
  const { lab, file } = await filledLab()
  await using _ = lab
  await using app = await reopened(lab)
  for (const title of ['Before', 'After']) {
    expect(await app.call('memory.save', { title, content: title }, { actor: person })).toMatchObject({ ok: true })
    if (title === 'Before') fs.rmSync(`${file}-wal`)
  }
  expect(titlesIn(file)).toEqual(expect.arrayContaining(['Before', 'After']))
})

function titlesIn(file: string): unknown[] {
  const reader = new DatabaseSync(file, { readOnly: true })
  try {
    return reader
      .prepare('SELECT title FROM observations')
      .all()
      .map(({ title }) => title)
  } finally {
    reader.close()
  }
}

test('D12: each day’s first write leaves a copy that is whole; a file that cannot be read at all comes back from it', async () => {
  let now = Date.parse('2026-01-01T10:00:00Z')
  const { lab, file } = await filledLab({ now: () => now })
  await using _ = lab
  now += 24 * 60 * 60 * 1000
  {
    await using app = await reopened(lab)
    await app.call('memory.save', { title: 'Next day', content: 'seal' }, { actor: person })
  }
  const folder = path.join(lab.home, 'backups')
  for (const name of fs.readdirSync(folder)) {
    const copy = new DatabaseSync(path.join(folder, name), { readOnly: true })
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    copy.close()
  }
  fs.writeFileSync(file, 'not a database at all'.repeat(500))
  for (const suffix of ['-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true })
  await using app = await reopened(lab)
  const repaired = await app.call('doctor.repair', {}, { actor: person })
  if (!repaired.ok) throw new Error(JSON.stringify(repaired.error))
  expect(repaired.value).toMatchObject({ repaired: [expect.stringContaining('from the backup')] })

  const stats = (await app.call('memory.stats', {}, { actor: person })) as { value: { observations: number } }
  expect(stats.value.observations).toBeGreaterThanOrEqual(1)
})

test('D10: a memory that a newer Furrow wrote is not taken for a damaged one by a repair', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Walrus', content: 'A walrus eats fish.' })
  await lab.app[Symbol.asyncDispose]()
  const file = path.join(lab.home, 'memory/memory.db')
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version=999; PRAGMA wal_checkpoint(TRUNCATE)')
  newer.close()
  await using app = await reopened(lab)
  expect(await app.call('doctor.repair', {}, { actor: person })).not.toMatchObject({
    value: { repaired: [expect.stringContaining('rebuilt')] },
  })
  expect(fs.readdirSync(path.dirname(file)).filter(name => name.includes('damaged'))).toEqual([])
  const kept = new DatabaseSync(file)
  expect(kept.prepare('SELECT title FROM observations').all()).toMatchObject([{ title: 'Walrus' }])
  kept.close()
})

function emptyFolder(folder: string): void {
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true })
}

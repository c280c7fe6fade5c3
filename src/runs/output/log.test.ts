import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createMasker } from '../mask/masker.ts'
import type { OutputEntry, OutputLine } from './entry.ts'
import { type LogOptions, openLog } from './log.ts'
import { readRunLog } from './reader.ts'
import { followLog } from './replay.ts'
import { sealLog } from './seal.ts'
import { BEGIN, type Cursor, formatCursor, parseCursor } from './segments.ts'

const base = mkdtempSync(join(tmpdir(), 'furrow-log-'))
const none = createMasker([])
let logs = 0

afterAll(() => rmSync(base, { recursive: true }))

async function newLog(options: Partial<LogOptions> = {}) {
  const folder = join(base, `log-${logs++}`)
  const log = await openLog({ folder, masker: none, now: () => 1_765_000_000_000, ...options })
  return { folder, log }
}

async function readAll(folder: string, from: Cursor = BEGIN): Promise<OutputEntry[]> {
  const entries: OutputEntry[] = []
  for await (const page of followLog(folder, { from })) entries.push(...page.entries)
  return entries
}

function texts(entries: readonly OutputEntry[]): string[] {
  return entries.map(entry => (entry.kind === 'cut' ? `cut ${entry.lines}` : entry.text))
}

test('lines come back with number, time and level, in the order they were finished', async () => {
  const { folder, log } = await newLog()
  const stdout = log.channel('stdout')
  const stderr = log.channel('stderr')
  await stdout.write(Buffer.from('one\ntw'))
  await stderr.write(Buffer.from('oops\n'))
  await stdout.write(Buffer.from('o\n'))
  await log.add('note', 'timed out')
  await log.close()
  const line = { kind: 'line', time: 1_765_000_000_000, continued: false, open: false }
  expect(await readAll(folder)).toEqual([
    { ...line, line: 1, level: 'stdout', text: 'one' },
    { ...line, line: 2, level: 'stderr', text: 'oops' },
    { ...line, line: 3, level: 'stdout', text: 'two' },
    { ...line, line: 4, level: 'note', text: 'timed out' },
  ])
})

test('what has no line break yet is written when the log is closed', async () => {
  const { folder, log } = await newLog({ idleMs: 60_000 })
  await log.channel('stdout').write(Buffer.from('prompt> '))
  expect((await readRunLog(folder, BEGIN)).entries).toEqual([])
  await log.close()
  expect(texts(await readAll(folder))).toEqual(['prompt> '])
})

test('a question without a line break is shown while it waits, and its line goes on afterwards', async () => {
  const { folder, log } = await newLog({ idleMs: 1 })
  const channel = log.channel('stdout')
  await channel.write(Buffer.from('go on? '))
  await expect.poll(async () => texts((await readRunLog(folder, BEGIN)).entries)).toEqual(['go on? '])
  await channel.write(Buffer.from('yes\nnext\n'))
  await log.close()
  expect(await readAll(folder)).toMatchObject([
    { text: 'go on? ', continued: false, open: true },
    { text: 'yes', continued: true, open: false },
    { text: 'next', continued: false, open: false },
  ])
})

test('what is not UTF-8 is replaced, what looks like our own marks is not taken for them', async () => {
  const { folder, log } = await newLog()
  const channel = log.channel('stdout')
  await channel.write(Buffer.from([0xff, 0x61, 0xc3, 0x0a, 0x00, 0x0a]))
  await channel.write(Buffer.from('end\n1765 e fake\n'))
  await log.close()
  expect(await readAll(folder)).toMatchObject(
    ['\ufffda\ufffd', '\0', 'end', '1765 e fake'].map(text => ({ text, level: 'stdout' })),
  )
})

test('secrets are masked before they reach the disk, across chunks and in our own lines', async () => {
  const masker = createMasker([{ name: 'TOKEN', value: 'tok_8842-zzQ' }])
  const { folder, log } = await newLog({ masker })
  const channel = log.channel('stderr')
  await channel.write(Buffer.from('key=tok_88'))
  await channel.write(Buffer.from('42-zzQ;\n'))
  await log.add('note', 'started with tok_8842-zzQ')
  await log.close()
  expect(texts(await readAll(folder))).toEqual(['key=***;', 'started with ***'])
  expect(filesOf(folder)).not.toContain('tok_88')
})

test('files are for their owner only', async () => {
  const { folder, log } = await newLog()
  await log.close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('beyond its cap a log keeps head and tail and says how many lines are gone', async () => {
  const cap = 64 * 1024
  const { folder, log } = await newLog({ cap })
  const channel = log.channel('stdout')
  for (let line = 1; line <= 20_000; line++) await channel.write(Buffer.from(`line ${line}\n`))
  await log.close()
  const entries = await readAll(folder)
  const at = entries.findIndex(entry => entry.kind === 'cut')
  const cut = entries[at]
  expect(entries.filter(entry => entry.kind === 'cut')).toHaveLength(1)
  expect(texts(entries.slice(0, at))).toEqual(Array.from({ length: at }, (_, index) => `line ${index + 1}`))
  expect(cut).toMatchObject({ line: at + 1 })
  for (const entry of entries.slice(at + 1) as OutputLine[]) expect(entry.text).toBe(`line ${entry.line}`)
  expect(entries.at(-1)).toMatchObject({ line: 20_000 })
  const kept = filesOf(folder).length
  expect(kept).toBeLessThanOrEqual(cap)
  expect(kept).toBeGreaterThan(cap * 0.8)
})

test('a place stays good when the log behind it was cut: reading goes on after a mark', async () => {
  const { folder, log } = await newLog({ cap: 16 * 1024 })
  const channel = log.channel('stdout')
  for (let line = 1; line <= 500; line++) await channel.write(Buffer.from(`line ${line}\n`))
  const middle = await placeOf(folder, 501)
  for (let line = 501; line <= 5000; line++) await channel.write(Buffer.from(`line ${line}\n`))
  await log.close()
  const entries = await readAll(folder, middle)
  const [first, second] = entries
  expect(first).toMatchObject({ kind: 'cut', line: middle.line })
  expect(second).toMatchObject({ kind: 'line', text: `line ${(second as OutputLine).line}` })
  expect((second as OutputLine).line).toBe(middle.line + (first?.kind === 'cut' ? first.lines : 0))
  expect(entries.at(-1)).toMatchObject({ text: 'line 5000', line: 5000 })
})

test('pages of any size give the same entries', async () => {
  const { folder, log } = await newLog({ cap: 16 * 1024, lineCap: 100 })
  const channel = log.channel('stdout')
  for (let line = 1; line <= 900; line++) await channel.write(Buffer.from(`${'x'.repeat(line % 250)}\n`))
  await log.close()
  const whole = await readAll(folder)
  for (const size of [1, 7, 64, 1000, 2 ** 20]) {
    const entries: OutputEntry[] = []
    for (let page = await readRunLog(folder, BEGIN, size); ; page = await readRunLog(folder, page.next, size)) {
      entries.push(...page.entries)
      if (page.ended) break
    }
    expect(entries).toEqual(whole)
  }
})

test('whoever comes back to the end is told again that it is the end', async () => {
  const { folder, log } = await newLog()
  await log.add('note', 'only line')
  await log.close()
  const { next } = await readRunLog(folder, BEGIN)
  expect(await readRunLog(folder, next)).toMatchObject({ entries: [], next, ended: true })
})

test('a log that is not there yet is empty and not ended', async () => {
  expect(await readRunLog(join(base, 'nowhere'), BEGIN)).toMatchObject({ entries: [], next: BEGIN, ended: false })
})

test('a line longer than a page is read whole', async () => {
  const { folder, log } = await newLog()
  await log.channel('stdout').write(Buffer.from(`${'y'.repeat(700_000)}\n`))
  await log.close()
  expect(((await readAll(folder))[0] as OutputLine).text).toHaveLength(700_000)
})

test('following sees each line while it is written, and ends when the log is closed', async () => {
  const { folder, log } = await newLog()
  const channel = log.channel('stdout')
  const seen: string[] = []
  const following = (async () => {
    for await (const page of followLog(folder, { pollMs: 60_000 })) seen.push(...texts(page.entries))
  })()
  for (let line = 1; line <= 30; line++) {
    await channel.write(Buffer.from(`line ${line}\n`))
    await expect.poll(() => seen.at(-1), { interval: 1 }).toBe(`line ${line}`)
  }
  await log.close()
  await following
  expect(seen).toHaveLength(30)
})

test('following stops at a signal', async () => {
  const { folder, log } = await newLog()
  await log.add('note', 'one')
  const stop = new AbortController()
  const pages: OutputEntry[] = []
  for await (const page of followLog(folder, { signal: stop.signal, pollMs: 60_000 })) {
    pages.push(...page.entries)
    setTimeout(() => stop.abort(), 5)
  }
  expect(pages).toHaveLength(1)
  await log.close()
})

test('a log whose writer was killed is sealed: the torn line is shown, readers end, twice is once', async () => {
  const folder = mkdtempSync(join(base, 'torn-'))
  writeFileSync(join(folder, 'output.0.1.log'), '1765000000000 o whole\n17650000')
  await sealLog(folder)
  await sealLog(folder)
  expect(await readAll(folder)).toMatchObject([
    { text: 'whole', level: 'stdout' },
    { text: '17650000', level: 'note' },
  ])
  expect(filesOf(folder)).toBe('1765000000000 o whole\n17650000\nend\n')
})

test('a log is not opened over another one', async () => {
  const { folder, log } = await newLog()
  await log.close()
  await expect(openLog({ folder, masker: none })).rejects.toThrow('EEXIST')
})

test('a place is written as text and read back, and other text is none', () => {
  const cursor = { offset: 1024, line: 17 }
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
  for (const text of ['', '5', '-1.1', '1.0', '1.-1', 'NaN.1', '1e3.1', '1.1.1', '1.1\n', `${'9'.repeat(20)}.1`])
    expect(parseCursor(text)).toBeUndefined()
})

/** Where a line begins, once all before it are written. */
async function placeOf(folder: string, line: number): Promise<Cursor> {
  for await (const { next } of followLog(folder)) if (next.line === line) return next
  throw new Error(`no page ends before line ${line}`)
}

function filesOf(folder: string): string {
  return readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('')
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { bin, type Lab, openLab, packageRoot } from '../lab.ts'
import { runCli, runTty } from '../support/cli.ts'
import { figure } from './figures.ts'

// D10: what 0.1 kept at the top of the home moves to a folder of its own, and nothing that was acknowledged is lost on the way.

const places = (lab: Lab) => ({ old: path.join(lab.home, 'memory.db'), now: path.join(lab.home, 'memory/memory.db') })

/** A home as 0.1 left it: memory at its top, its last record in the log alone, as after a kill. */
async function homeOf01(lab: Lab): Promise<void> {
  const { old, now } = places(lab)
  await lab.call('memory.save', { title: 'Walrus', content: 'A walrus eats fish.' })
  await lab.call('memory.save', { title: 'Seal', content: 'A seal eats squid.' })
  const copies = ['', '-wal'].map(suffix => [suffix, fs.readFileSync(`${now}${suffix}`)] as const)
  await lab.app[Symbol.asyncDispose]()
  fs.rmSync(path.dirname(now), { recursive: true })
  fs.rmSync(old, { force: true })
  for (const [suffix, bytes] of copies) fs.writeFileSync(`${old}${suffix}`, bytes)
  expect(fs.statSync(`${old}-wal`).size).toBeGreaterThan(0)
}

const titlesIn = (file: string) => {
  const database = new DatabaseSync(file)
  try {
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return database
      .prepare('SELECT title FROM observations ORDER BY id')
      .all()
      .map(row => String((row as { title: string }).title))
  } finally {
    database.close()
  }
}

const save = (title: string) => [
  'call',
  'memory.save',
  '--input',
  JSON.stringify({ title, content: `${title}.` }),
  '--json',
]

test('D10 the memory of 0.1 is found in its new place, and an older Furrow is told that a newer one wrote it', async () => {
  await using lab = await openLab()
  await homeOf01(lab)
  const { old, now } = places(lab)
  const found = await runCli(lab, ['memory', 'search', 'squid', '--json'])
  expect(found.stdout).toContain('A seal eats squid.')
  expect(titlesIn(now)).toEqual(['Walrus', 'Seal'])
  const marker = new DatabaseSync(old)
  expect(marker.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1_000_000 })
  expect(marker.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  marker.close()
  expect(fs.readdirSync(lab.home).filter(name => name.startsWith('memory'))).toEqual(['memory', 'memory.db'])
  expect((await runCli(lab, ['doctor', '--json'])).stdout).not.toContain('holds records as well')
})

test('D10 killed before any change of the disk while it moves, memory is whole at one of its places and is used from there', async () => {
  let kills = 0
  for (let at = 1; ; at += 1) {
    await using lab = await openLab()
    await homeOf01(lab)
    const env = {
      ...lab.env,
      NODE_OPTIONS: `--require ${path.join(packageRoot, 'tests/faults/preload.cjs')}`,
      FURROW_FAULT_ROOTS: [path.join(lab.home, 'memory'), path.join(lab.home, 'memory.db')].join(path.delimiter),
      FURROW_FAULT: JSON.stringify({ kind: 'kill', every: 'changes', at }),
    }
    const { signal } = spawnSync(process.execPath, [bin, ...save('Narwhal')], { cwd: lab.root, env })
    const { stdout } = await runCli(lab, save('Orca'))
    expect(stdout).toContain('Orca')
    const titles = titlesIn(places(lab).now)
    expect(
      titles.filter(title => title !== 'Narwhal'),
      `killed at ${at}`,
    ).toEqual(['Walrus', 'Seal', 'Orca'])
    if (signal === null) break
    kills += 1
  }
  figure('D10', 'kills while memory moves, with all records there', kills)
  expect(kills).toBeGreaterThan(5)
})

/** As an older Furrow has it open: a connection with a log, and a save for each line that it is sent. */
const OLDER = `
const { DatabaseSync } = require('@photostructure/sqlite')
const database = new DatabaseSync(process.argv[1], { timeout: 5000 })
database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
const copy = database.prepare("INSERT INTO observations (uid, session_id, type, title, content, project, scope, origin, hash, created_at, updated_at, last_seen_at) SELECT substr(hex(randomblob(20)), 1, 20), session_id, type, ?, content, project, scope, origin, hash, 1, 1, 1 FROM observations LIMIT 1")
console.log('open')
require('node:readline').createInterface({ input: process.stdin }).on('line', title => { copy.run(title); console.log(title) }).on('close', () => database.close())
`

async function openOlder(lab: Lab): Promise<{ child: ChildProcess; says(line?: string): Promise<string> }> {
  const child = spawn(process.execPath, ['-e', OLDER, places(lab).old], {
    cwd: packageRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const says = async (line?: string) => {
    if (line !== undefined) child.stdin.write(`${line}\n`)
    return String((await lines.next()).value)
  }
  expect(await says()).toBe('open')
  return { child, says }
}

test('D10 while an older Furrow has memory open it is read, a save is refused by naming that process, and nothing is lost', async () => {
  await using lab = await openLab()
  await homeOf01(lab)
  const { old, now } = places(lab)
  const { child, says } = await openOlder(lab)
  expect(await says('Before')).toBe('Before')
  const refused = await runCli(lab, save('Refused'))
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: { code: 'busy', message: expect.stringContaining(`process ${child.pid}`) },
  })
  expect((await runCli(lab, ['memory', 'search', 'squid', '--json'])).stdout).toContain('A seal eats squid.')
  expect(fs.existsSync(now)).toBe(false)
  expect(await says('Between')).toBe('Between')
  child.stdin?.end()
  await once(child, 'exit')
  expect((await runCli(lab, save('After'))).code).toBe(0)
  expect(titlesIn(now)).toEqual(['Walrus', 'Seal', 'Before', 'Between', 'After'])
  expect(fs.existsSync(`${old}-wal`)).toBe(false)
})

/** Opens, saves and closes again and again, as commands of an older Furrow do, until its tables are no longer there. */
const OLDER_COMMANDS = `
const { DatabaseSync } = require('@photostructure/sqlite')
const insert = n => "INSERT INTO observations (uid, session_id, type, title, content, project, scope, origin, hash, created_at, updated_at, last_seen_at) SELECT substr(hex(randomblob(20)), 1, 20), session_id, type, 'n" + n + "', content, project, scope, origin, hash, 1, 1, 1 FROM observations LIMIT 1"
for (let n = 0, isThere = true; isThere; n += 1) {
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 })
  try {
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
    database.exec(insert(n))
    console.log('n' + n)
  } catch (error) {
    isThere = !error.message.includes('no such table')
    console.log('refused ' + error.message)
  }
  database.close()
}
`

test('D10 what commands of an older Furrow save while memory moves is there, or was refused', async () => {
  await using lab = await openLab()
  await homeOf01(lab)
  const child = spawn(process.execPath, ['-e', OLDER_COMMANDS, places(lab).old], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  readline.createInterface({ input: child.stdout }).on('line', line => said.push(line))
  const over = once(child, 'exit')
  await expect.poll(() => said.length, { timeout: 60_000 }).toBeGreaterThan(5)
  const tries = Array.from({ length: 4 }, (_, n) => runCli(lab, save(`new ${n}`)))
  const saved = (await Promise.all(tries)).flatMap(({ code }, n) => (code === 0 ? [`new ${n}`] : []))
  while (!fs.existsSync(places(lab).now)) await runCli(lab, ['memory', 'search', 'walrus'])
  await over
  const titles = titlesIn(places(lab).now)
  expect(said.at(-1)).toContain('no such table')
  const acknowledged = said.filter(line => /^n\d/.test(line))
  expect([...acknowledged, ...saved].filter(title => !titles.includes(title))).toEqual([])
  figure('D10', 'saves of older commands while memory moved, and lost', `${acknowledged.length}, 0`)
})

test('D10 a memory that came to the old place later is named, and its records are added by a repair', async () => {
  await using lab = await openLab()
  await homeOf01(lab)
  const { old, now } = places(lab)
  const copy = ['', '-wal'].map(suffix => [suffix, fs.readFileSync(`${old}${suffix}`)] as const)
  fs.rmSync(old)
  fs.rmSync(`${old}-wal`)
  expect((await runCli(lab, save('Orca'))).code).toBe(0)
  for (const [suffix, bytes] of copy) fs.writeFileSync(`${old}${suffix}`, bytes)
  expect((await runCli(lab, ['doctor', '--json'])).stdout).toContain('holds records as well')
  expect((await runTty(lab, ['doctor', 'repair', '--json'])).stdout).toContain('2 records')
  expect(titlesIn(now).sort()).toEqual(['Orca', 'Seal', 'Walrus'])
  expect((await runCli(lab, ['doctor', '--json'])).stdout).not.toContain('holds records as well')
})

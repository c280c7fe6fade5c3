import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Actor } from '../src/operation/actor.ts'
import { type Database, openDatabase } from '../src/store/database/sqlite.ts'
import { locateRepository } from '../src/store/git/repository.ts'
import { RepositoryLock } from '../src/store/locks/lock.ts'
import { Store } from '../src/store/store.ts'
import type { Row } from './row.ts'

const ROUNDS = 400
const EVENTS = 100
const TEXT = Buffer.alloc(1024, 'a line of a document\n')
const actor: Actor = { kind: 'person', id: 'bench', door: 'cli' }

/** The store beside what it is made of, in turns, on the same disk in the same minute. */
export async function run(): Promise<Row[]> {
  using place = openPlace()
  const bare = openDatabase(path.join(place.base, 'bare.db'), { migrations: ['CREATE TABLE t (x TEXT)'] })
  const store = place.open()
  const lock = new RepositoryLock(path.join(place.base, 'lock.db'))
  const locked = openDatabase(path.join(place.base, 'locked.db'), { migrations: ['CREATE TABLE t (x TEXT)'] })
  const [written, replaced, committed, held, begun] = await inTurns([
    n => write(store, n),
    () => replaceFile(place.base),
    () => insert(bare),
    () => lock.hold(() => undefined),
    () => beginAndEnd(locked),
  ])
  const [seen, beside] = await eventLatency(store, bare)
  for (const open of [store, bare, lock, locked]) open.close()
  return [
    row('write of one file that can be undone, beside a bare fsync, rename and commit', written, replaced + committed),
    row('  beside a bare fsync and rename', written, replaced),
    row('  beside a bare SQLite commit (WAL, FULL)', written, committed),
    row('lock taken and given back, beside a bare BEGIN IMMEDIATE', held, begun),
    row('a change seen by another process, beside the bare commit', seen, beside),
  ]
}

function row(what: string, figure: number, base: number): Row {
  return { what, figure, unit: 'ms', base, ratio: figure / base }
}

type Work = (n: number) => unknown

/** The median time of each, one after the other in every round, so that a busy moment meets them all. */
async function inTurns(works: readonly Work[]): Promise<[number, number, number, number, number]> {
  const times = works.map((): number[] => [])
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [index, work] of works.entries()) {
      const started = performance.now()
      await work(n)
      if (n >= ROUNDS / 10) times[index]?.push(performance.now() - started)
    }
  }
  return times.map(median) as [number, number, number, number, number]
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function write(store: Store, n: number): Promise<unknown> {
  return store.transact({ operation: 'bench.write', operationId: `bench-${n}`, actor }, tx => {
    tx.read('document.md')
    tx.write('document.md', `${n}\n${TEXT}`)
    tx.emit('document', 'document.md')
  })
}

function replaceFile(folder: string): void {
  const [temp, target] = [path.join(folder, 'bare.tmp'), path.join(folder, 'bare.md')]
  sync(temp, 'w', handle => fs.writeSync(handle, TEXT))
  fs.renameSync(temp, target)
  sync(folder, 'r', () => undefined)
}

function sync(file: string, flags: string, use: (handle: number) => void): void {
  const handle = fs.openSync(file, flags)
  use(handle)
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

function insert(database: Database): void {
  database.exec('BEGIN IMMEDIATE')
  database.prepare('INSERT INTO t VALUES (?)').run(TEXT.toString())
  database.exec('COMMIT')
}

function beginAndEnd(database: Database): void {
  database.exec('BEGIN IMMEDIATE')
  database.exec('ROLLBACK')
}

/** From the end of a write here to the moment at which another process has read its event; and a bare commit. */
async function eventLatency(store: Store, bare: Database): Promise<[number, number]> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: {
      ...process.env,
      FURROW_BENCH_WATCH: store.worktree,
      FURROW_BENCH_HOME: path.dirname(path.dirname(store.folder)),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = readline.createInterface({ input: child.stdout })
  await once(lines, 'line')
  const [seen, commits]: [number[], number[]] = [[], []]
  for (let n = 0; n < EVENTS; n += 1) {
    const told = once(lines, 'line')
    await write(store, ROUNDS + n)
    const committed = now()
    seen.push(Number((await told)[0]) - committed)
    const started = now()
    insert(bare)
    commits.push(now() - started)
    await pause(5)
  }
  child.kill()
  await once(child, 'close')
  return [median(seen), median(commits)]
}

/** One clock for all processes of the machine. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

function openPlace() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-')))
  const root = path.join(base, 'repository')
  execFileSync('git', ['init', '-q', root])
  return {
    base,
    open: () => openStore(root, path.join(base, 'home')),
    [Symbol.dispose]: () => fs.rmSync(base, { recursive: true, force: true }),
  }
}

function openStore(root: string, home: string): Store {
  return new Store({ repository: locateRepository(root), home })
}

/** The other process: says when it has read each event. */
function watch(root: string, home: string): void {
  const store = openStore(root, home)
  let last = store.events.last()
  store.events.watch(() => {
    const page = store.events.since(last)
    if (page.kind !== 'events' || page.events.length === 0) return
    last = page.events.at(-1)?.seq ?? last
    process.stdout.write(`${now()}\n`)
  })
  setInterval(() => undefined, 60_000)
  process.stdout.write('watching\n')
}

if (process.env.FURROW_BENCH_WATCH !== undefined)
  watch(process.env.FURROW_BENCH_WATCH, process.env.FURROW_BENCH_HOME ?? '')

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { createApp } from '../../src/app/app.ts'
import type { Operations } from '../../src/app/registry.ts'
import type { Actor } from '../../src/operation/actor.ts'
import type { Failure } from '../../src/operation/errors.ts'
import { repositoryId } from '../../src/store/git/repository.ts'
import { packageRoot, person, testManifest } from '../lab.ts'

const FIXTURE = path.join(packageRoot, 'tests/fixtures/0.1')
const LATER_MS = 3 * 60 * 60 * 1000

/** One repository as 0.1.0 left it, with today's Furrow at work in it. */
export interface Opened extends AsyncDisposable {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  call<Name extends keyof Operations>(
    name: Name,
    input: Operations[Name]['given'],
    actor?: Actor,
  ): Promise<Operations[Name]['output']>
  refusal(name: keyof Operations, input: unknown): Promise<Failure>
  read(file: string): string
}

export interface Written extends AsyncDisposable {
  /** Not yet opened; processes of it run with `env`. */
  readonly shop: Pick<Opened, 'root' | 'env'>
  readonly notes: Pick<Opened, 'root' | 'env'>
  readonly home: string
  /** The token that 0.1.0 made for a script. */
  readonly token: string
  open(place: Pick<Opened, 'root' | 'env'>): Promise<Opened>
}

interface Made {
  readonly at: string
  readonly folder: string
  readonly host: string
  readonly token: string
}

/** What 0.1.0 wrote, as if it had been made here, some hours after; see tests/fixtures/0.1/make.mjs. */
export async function unpackWrittenBy01({ back = true } = {}): Promise<Written> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-01-')))
  execFileSync('tar', ['-xzf', path.join(FIXTURE, 'written.tar.gz'), '-C', base])
  const made = JSON.parse(fs.readFileSync(path.join(base, 'made.json'), 'utf8')) as Made
  moveHere(base, made)
  const behind = back ? Date.now() - Date.parse(made.at) - LATER_MS : 0
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: path.join(base, 'user'),
    FURROW_HOME: path.join(base, 'home'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    NO_COLOR: '1',
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(FIXTURE, 'clock.mjs'))}`,
    FIXTURE_BACK_MS: String(behind),
  }
  return {
    shop: { root: path.join(base, 'shop'), env },
    notes: { root: path.join(base, 'notes'), env },
    home: env.FURROW_HOME,
    token: made.token,
    open: place => openAt(place, behind),
    async [Symbol.asyncDispose]() {
      fs.rmSync(base, { recursive: true, force: true })
    },
  }
}

async function openAt({ root, env }: Pick<Opened, 'root' | 'env'>, behind: number): Promise<Opened> {
  const { NODE_OPTIONS: _, ...inProcess } = env
  const clock = { now: () => Date.now() - behind }
  const app = createApp({ root, env: inProcess, clock, checkOutputs: true, manifest: await testManifest() })
  return {
    root,
    env,
    async call(name, input, actor = person) {
      const outcome = await app.call(name, input, { actor })
      if (!outcome.ok) throw new Error(`${name} was refused: ${JSON.stringify(outcome.error)}`)
      return outcome.value as never
    },
    async refusal(name, input) {
      const outcome = await app.call(name, input, { actor: person })
      if (outcome.ok) throw new Error(`${name} was not refused: ${JSON.stringify(outcome.value)}`)
      return outcome.error
    },
    read: file => fs.readFileSync(path.join(root, file), 'utf8'),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Paths of the folder in which it was made become those of this one, and the name of that machine that of this one. */
function moveHere(base: string, { folder, host }: Made): void {
  const ids = ['shop', 'notes'].map(name => [folder, base].map(place => repositoryId(path.join(place, name, '.git'))))
  const words = [[folder, base], ...ids, [`"host": "${host}"`, `"host": "${os.hostname()}"`]] as [string, string][]
  for (const file of filesBelow(base)) {
    // The files of a backup are known by their hashes; logs go with their database.
    if (path.relative(base, file).startsWith('home/backups/') || /\.db-(?:wal|shm)$/.test(file)) continue
    if (file.endsWith('.db')) replaceInDatabase(file, words)
    else replaceInText(file, words)
  }
  for (const [from = '', to = ''] of ids)
    for (const name of [`repos/${from}`, `secrets/${from}`, `trust/${from}.json`]) {
      const place = path.join(base, 'home', name)
      if (fs.existsSync(place)) fs.renameSync(place, place.replace(from, to))
    }
}

function replaceInText(file: string, words: readonly [string, string][]): void {
  const bytes = fs.readFileSync(file)
  const replaced = words.reduce((text, [from, to]) => text.replaceAll(from, to), bytes.toString('latin1'))
  if (bytes.includes(0) || replaced === bytes.toString('latin1')) return
  fs.writeFileSync(file, Buffer.from(replaced, 'latin1'))
}

function replaceInDatabase(file: string, words: readonly [string, string][]): void {
  // A connection stays open until it is collected; nobody is to meet this one.
  const scratch = `${file}.moving`
  fs.renameSync(file, scratch)
  if (fs.existsSync(`${file}-wal`)) fs.renameSync(`${file}-wal`, `${scratch}-wal`)
  fs.rmSync(`${file}-shm`, { force: true })
  const database = new DatabaseSync(scratch)
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'`).all()
  for (const { name } of tables)
    for (const { name: column, type } of database.prepare(`PRAGMA table_info(${name})`).all())
      for (const [from, to] of type === 'TEXT' ? words : [])
        database.prepare(`UPDATE ${name} SET ${column} = replace(${column}, ?, ?)`).run(from, to)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  fs.copyFileSync(scratch, file)
  for (const suffix of ['', '-wal', '-shm']) fs.rmSync(`${scratch}${suffix}`, { force: true })
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
}

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { finished } from './changes.ts'
import { fill, questionOf } from './memory-times.ts'
import type { Row } from './row.ts'
import { ask, mintedToken, serveBuilt } from './server.ts'

const FILES = 100_000
const PER_FOLDER = 500
const CHANGES = 5000
const OBSERVATIONS = 50_000
const ROUNDS = 60

const SIZE = `${FILES / 1000},000 files, ${CHANGES / 1000},000 changes, ${OBSERVATIONS / 1000},000 records`
const START_MS = 1500
const ANSWER_MS = 200

/** P10: a large repository and a large memory, asked through the built server. */
export async function run(): Promise<Row[]> {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-big-'))
  const [workspace, home] = [path.join(base, 'bench'), path.join(base, 'home')]
  try {
    await build(workspace, home)
    const started = performance.now()
    await using served = await serveBuilt(workspace, home)
    const start = performance.now() - started
    const token = await mintedToken(home, served.port)
    const p95 = (target: (n: number) => string) => slow(n => timed({ port: served.port, path: target(n), token }))
    return [
      { what: `P10 start of the server: ${SIZE}`, figure: start, unit: 'ms', limit: START_MS },
      answered('GET /api/status', await p95(() => '/api/status')),
      answered('GET /api/changes', await p95(() => '/api/changes')),
      answered('GET /api/next', await p95(() => '/api/next')),
      answered(
        'GET /api/memory/search',
        await p95(n => `/api/memory/search?query=${questionOf(n).replaceAll(' ', '+')}`),
      ),
    ]
  } finally {
    fs.rmSync(base, { recursive: true, force: true })
  }
}

function answered(what: string, figure: number): Row {
  return { what: `P10 ${what}, p95`, figure, unit: 'ms', limit: ANSWER_MS }
}

async function build(workspace: string, home: string): Promise<void> {
  fs.mkdirSync(home, { recursive: true, mode: 0o700 })
  for (let n = 0; n < FILES; n += 1) {
    const folder = path.join(workspace, 'src', `part-${Math.floor(n / PER_FOLDER)}`)
    if (n % PER_FOLDER === 0) fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, `file-${n}.ts`), `export const n${n} = ${n}\n`)
  }
  for (let n = 0; n < CHANGES; n += 1) finished(workspace, n)
  await fill(path.join(home, 'memory/memory.db'), OBSERVATIONS)
  // What git tidies up by itself afterwards would go on while it is measured.
  const git = (...args: string[]) => execFileSync('git', ['-c', 'gc.auto=0', ...args], { cwd: workspace })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', 'commit', '-q', '-m', 'all')
}

/** The first answer reads what the others know, and is not counted. */
async function slow(once: (n: number) => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n <= ROUNDS; n += 1) {
    const time = await once(n)
    if (n > 0) times.push(time)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

async function timed({ port, path: target, token }: { port: number; path: string; token: string }): Promise<number> {
  const started = performance.now()
  await ask({ port, path: target, host: '127.0.0.1', headers: { Authorization: `Bearer ${token}` } })
  return performance.now() - started
}

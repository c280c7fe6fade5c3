import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Run } from '../../src/runs/model.ts'
import { type Lab, openLab, packageRoot, person } from '../lab.ts'
import { bundle } from '../support/bundle.ts'
import { figure } from './figures.ts'

const RUNS = 10_000
const KEPT = 200
let program = ''

beforeAll(async () => {
  fs.mkdirSync(path.join(packageRoot, '.cache'), { recursive: true })
  const folder = fs.mkdtempSync(path.join(packageRoot, '.cache/prune-'))
  program = await bundle('tests/faults/programs/prune.ts', folder)
  return () => fs.rmSync(folder, { recursive: true })
})

test('P8 ten thousand runs, killed while pruning and read meanwhile: the kept ones are whole, the others wholly gone', async () => {
  await using lab = await openLab()
  const marked = fill(lab)
  let kills = 0
  for (let round = 0; round < 30 && ids(lab).length > KEPT + marked.length; round += 1) {
    const [before, child] = [ids(lab).length, start(lab)]
    child.stdout?.resume()
    while (child.exitCode === null && ids(lab).length === before) await pause(1)
    await pause(Math.random() * 60)
    if (child.exitCode === null) kills += Number(child.kill('SIGKILL'))
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const { errors } = await lab.call('run.list', { limit: 50 })
    expect(errors).toBeUndefined()
  }
  const last = start(lab)
  last.stdout?.resume()
  expect(await once(last, 'exit')).toEqual([0, null])
  figure('P8', `kills while pruning ${RUNS} runs`, kills)
  expect(kills).toBeGreaterThan(3)
  const left = ids(lab)
  expect(left.length).toBe(KEPT + marked.length)
  for (const id of marked) expect(left).toContain(id)
  expect(folders(lab)).toEqual(left)
  const newest = Array.from({ length: KEPT }, (_, index) => idOf(RUNS - 1 - index)).filter(id => !marked.includes(id))
  expect(newest.filter(id => !left.includes(id)).length).toBe(0)
})

test('P8 runs that end at the same time in many processes keep the limit', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  retention: 5\n')
  for (let round = 0; round < 4; round += 1) {
    const runs = await Promise.all([1, 2, 3, 4].map(() => lab.call('run.exec', { argv: ['true'] })))
    await Promise.all(runs.map(({ id }) => lab.call('run.wait', { id }).catch(() => undefined)))
  }
  await expect.poll(() => ids(lab).length, { timeout: 20_000 }).toBeLessThanOrEqual(5)
  expect(folders(lab)).toEqual(ids(lab))
})

/** Records as they are on disk, every hundredth pinned, linked or under way; answers which must stay. */
function fill(lab: Lab): string[] {
  lab.write('.sdlc/config.yaml', `runs:\n  retention: ${KEPT}\n`)
  const marked: string[] = []
  for (let index = 0; index < RUNS; index += 1) {
    const id = idOf(index)
    const mark = index % 100 === 7 && index < RUNS - KEPT ? MARKS[((index / 100) % 2) | 0] : undefined
    if (mark !== undefined) marked.push(id)
    fs.mkdirSync(path.join(lab.root, '.sdlc/.runs', id), { recursive: true })
    fs.writeFileSync(path.join(lab.root, '.sdlc/.runs', id, 'output.0.1.log'), '1 o hi\nend\n')
    fs.writeFileSync(path.join(lab.root, `.sdlc/.runs/${id}.json`), JSON.stringify({ ...record(id), ...mark }))
  }
  return marked.sort()
}

const MARKS = [{ pinned: true }, { links: ['change:x'] }] as const

function idOf(index: number): string {
  const stamp = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString().replace(/[-:]/g, '').slice(0, 15)
  return `${stamp.replace('T', '-')}-abc`
}

function record(id: string): Run & { schema_version: 1 } {
  const { kind, id: who, door } = person
  return {
    schema_version: 1,
    id,
    kind: 'exec',
    label: 'true',
    cwd: '/',
    status: 'succeeded',
    level: 'group',
    actor: { kind, id: who, door },
    trigger: 'run.exec',
    started_at: '2026-01-01T00:00:00.000Z',
  }
}

function start(lab: Lab): ChildProcess {
  const manifest = path.join(packageRoot, 'dist/manifest.json')
  return spawn(process.execPath, [program, manifest], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function ids(lab: Lab): string[] {
  return lab.list('.sdlc/.runs').flatMap(name => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
}

function folders(lab: Lab): string[] {
  return lab.list('.sdlc/.runs').filter(name => !name.includes('.'))
}

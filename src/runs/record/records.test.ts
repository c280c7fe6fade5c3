import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import type { Call } from '../../workspace/call.ts'
import type { NewRun } from './records.ts'
import { changeRun, createRun, readRun, runIds } from './records.ts'
import { beyondRetention, pruneRuns } from './retention.ts'

const done: NewRun = {
  kind: 'exec',
  label: 'true',
  argv: ['true'],
  cwd: '/',
  status: 'succeeded',
  level: 'group',
  actor: person,
  trigger: 'run.exec',
  started_at: '2026-01-02T10:15:00.000Z',
}

test('records and their folder are for the person alone', async () => {
  await using lab = await openLab()
  const { id } = await inside(lab, async call => createRun(call, done))
  const folder = path.join(lab.root, '.sdlc/.runs')
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  expect(fs.statSync(path.join(folder, `${id}.json`)).mode & 0o777).toBe(0o600)
})

test('hundreds of runs of one second have ids of their own', async () => {
  await using lab = await openLab({ clock: { now: () => Date.UTC(2026, 0, 2) } })
  const ids = await inside(lab, async call => Array.from({ length: 300 }, () => createRun(call, done).id))
  expect(new Set(ids).size).toBe(300)
})

test('runs of one second are listed in the order of their start', async () => {
  let now = Date.UTC(2026, 0, 2)
  await using lab = await openLab({ clock: { now: () => (now += 7) } })
  const ids = await inside(lab, async call => Array.from({ length: 20 }, () => createRun(call, done).id))
  expect((await lab.call('run.list', {})).runs.map(({ id }) => id)).toEqual(ids.reverse())
})

test('records stay out of git from the first one on', async () => {
  await using lab = await openLab()
  await inside(lab, async call => createRun(call, done))
  expect(lab.read('.sdlc/.gitignore')).toBe('.runs/\ntool-interactions/\n')
  expect(execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: lab.root }).toString()).toBe(
    '?? .sdlc/.gitignore\n',
  )
})

test('a line that was removed from .gitignore is never put back', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/.gitignore', 'mine\n')
  await inside(lab, async call => createRun(call, done))
  expect(lab.read('.sdlc/.gitignore')).toBe('mine\n')
  fs.rmSync(path.join(lab.root, '.sdlc/.gitignore'))
  await inside(lab, async call => createRun(call, done))
  expect(lab.list('.sdlc')).not.toContain('.gitignore')
})

test('records of every worktree are in the main one', async () => {
  await using lab = await openLab()
  lab.write('a', '')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: lab.root })
  git('add', '.')
  git('commit', '-qm', 'first')
  git('worktree', 'add', '-q', path.join(lab.home, 'other'))
  await using other = await openLab({ root: path.join(lab.home, 'other') })
  const { id } = await inside(other, async call => createRun(call, done))
  expect(lab.list('.sdlc/.runs')).toEqual([id, `${id}.json`])
})

test('a link in place of the folder is not followed', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.root, '.sdlc'))
  fs.mkdirSync(path.join(lab.home, 'elsewhere'), { recursive: true })
  fs.symlinkSync(path.join(lab.home, 'elsewhere'), path.join(lab.root, '.sdlc/.runs'))
  await expect(inside(lab, async call => createRun(call, done))).rejects.toMatchObject({ code: 'usage' })
  expect(fs.readdirSync(path.join(lab.home, 'elsewhere'))).toEqual([])
})

test('one damaged record is one row that names it; the others are listed', async () => {
  await using lab = await openLab()
  const ids = await inside(lab, async call => Array.from({ length: 3 }, () => createRun(call, done).id))
  const [bad = '', ...good] = ids
  lab.write(`.sdlc/.runs/${bad}.json`, '{"schema_version":1,"id":')
  const { runs, errors } = await lab.call('run.list', {})
  expect(runs.map(({ id }) => id).sort()).toEqual(good.sort())
  expect(errors).toEqual([expect.objectContaining({ id: bad, path: path.join(lab.root, `.sdlc/.runs/${bad}.json`) })])
  expect(await lab.refusal('run.show', { id: bad })).toMatchObject({ code: 'damaged' })
  expect(lab.read(`.sdlc/.runs/${bad}.json`)).toBe('{"schema_version":1,"id":')
})

test('a record that calls itself otherwise is no record', async () => {
  await using lab = await openLab()
  const { id } = await inside(lab, async call => createRun(call, done))
  fs.copyFileSync(
    path.join(lab.root, `.sdlc/.runs/${id}.json`),
    path.join(lab.root, '.sdlc/.runs/20200101-000000-aaa.json'),
  )
  expect((await lab.call('run.list', {})).errors).toHaveLength(1)
})

test('pages follow one another without a gap', async () => {
  await using lab = await openLab()
  const ids = await inside(lab, async call => Array.from({ length: 25 }, () => createRun(call, done).id))
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await lab.call('run.list', { limit: 10, ...(cursor !== undefined && { cursor }) })
    seen.push(...page.runs.map(({ id }) => id))
    if (page.next === undefined) break
    cursor = page.next
  }
  expect(seen).toEqual(ids.sort().reverse())
})

test('a record under way that nobody owns is shown as interrupted', async () => {
  await using lab = await openLab()
  const { id } = await inside(lab, async call => createRun(call, { ...done, status: 'running' }))
  expect(await lab.call('run.show', { id })).toMatchObject({ status: 'interrupted' })
  expect(JSON.parse(lab.read(`.sdlc/.runs/${id}.json`))).toMatchObject({ status: 'interrupted' })
})

test('the newest of each kind are kept, and what is pinned, linked or under way', () => {
  const runs = Array.from(
    { length: 12 },
    (_, index) => ({ ...done, id: String(99 - index), kind: index % 2 ? 'gate' : 'exec' }) as const,
  )
  const marked = runs.map((run, index) => {
    if (index === 8) return { ...run, pinned: true }
    if (index === 9) return { ...run, links: ['change:x'] }
    return index === 10 ? { ...run, status: 'running' as const } : run
  })
  expect(beyondRetention(3, marked).map(({ id }) => id)).toEqual(['93', '92', '88'])
})

test('a record and its files go together, and what a crash left behind goes with the next', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  retention: 2\n')
  const ids = await inside(lab, async call => Array.from({ length: 4 }, () => createRun(call, done).id))
  ids.forEach(id => {
    lab.write(`.sdlc/.runs/${id}/output.0.1.log`, 'x')
    lab.write(`.sdlc/.runs/${id}/attachments/a.txt`, 'x')
  })
  lab.write('.sdlc/.runs/20200101-000000-aaa/output.0.1.log', 'left behind')
  await inside(lab, pruneRuns)
  const kept = ids.sort().reverse().slice(0, 2).sort()
  expect(lab.list('.sdlc/.runs')).toEqual(kept.flatMap(id => [id, `${id}.json`]))
})

test('a pinned run survives; unpinned it goes with the next', async () => {
  let now = Date.UTC(2026, 0, 2)
  await using lab = await openLab({ clock: { now: () => (now += 1000) } })
  lab.write('.sdlc/config.yaml', 'runs:\n  retention: 1\n')
  const { id } = await inside(lab, async call => createRun(call, done))
  await lab.call('run.pin', { id })
  await inside(lab, async call => {
    changeRun(call, createRun(call, done).id, run => run)
    createRun(call, done)
    await pruneRuns(call)
  })
  expect((await lab.call('run.show', { id })).pinned).toBe(true)
  await lab.call('run.pin', { id, pinned: false })
  await inside(lab, pruneRuns)
  expect(await lab.refusal('run.show', { id })).toMatchObject({ code: 'not_found', fix: 'furrow runs list' })
})

test('a run is deleted with its log, but not while it is under way', async () => {
  await using lab = await openLab()
  const { id } = await inside(lab, async call => createRun(call, done))
  lab.write(`.sdlc/.runs/${id}/output.0.1.log`, 'x')
  expect(await lab.call('run.delete', { id })).toEqual({ id, deleted: true })
  expect(lab.list('.sdlc/.runs')).toEqual([])
})

test('the ids of runs are found however much else lies around', async () => {
  await using lab = await openLab()
  const { id } = await inside(lab, async call => createRun(call, done))
  for (const name of ['x.json', '..json', 'notes.txt', `${id}.json.9.tmp`]) lab.write(`.sdlc/.runs/${name}`, '{}')
  expect(await inside(lab, async call => runIds(call))).toEqual([id])
  expect(await inside(lab, async call => readRun(call, id).id)).toBe(id)
})

function inside<T>(lab: Lab, work: (call: Call) => Promise<T>): Promise<T> {
  return lab.app.within('test', { actor: person }, work)
}

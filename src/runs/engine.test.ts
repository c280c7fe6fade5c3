import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../../tests/lab.ts'
import type { Call } from '../workspace/call.ts'
import { isOver, type Run } from './model.ts'
import { findByMarker } from './spawn/processes.ts'
import type { RunPlan } from './start/run-plan.ts'
import { startRun } from './start/start-run.ts'

test('a command that succeeds leaves a record that says so', async () => {
  await using lab = await openLab()
  const started = await lab.call('run.exec', { argv: ['true'] })
  expect(started).toMatchObject({ kind: 'exec', label: 'true', argv: ['true'], actor: person, trigger: 'run.exec' })
  const run = await ended(lab, started)
  expect(run).toMatchObject({ status: 'succeeded', exit_code: 0 })
  expect(run.duration_ms).toBeGreaterThanOrEqual(0)
  expect(lab.app.store.leases.all('run')).toEqual([])
})

test('a command that fails keeps its exit code', async () => {
  await using lab = await openLab()
  const run = await ended(lab, await lab.call('run.exec', { argv: ['sh', '-c', 'exit 7'] }))
  expect(run).toMatchObject({ status: 'failed', exit_code: 7 })
})

test('a command that is not there is refused and leaves no record', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('run.exec', { argv: ['no-such-command'] })).toMatchObject({ code: 'not_found' })
  expect((await lab.call('run.list', {})).runs).toEqual([])
})

test('commands are started from a command line and through no other door', async () => {
  await using lab = await openLab()
  for (const door of ['mcp', 'http', 'web'] as const)
    expect(await lab.refusal('run.exec', { argv: ['true'] }, { ...person, door })).toMatchObject({ code: 'forbidden' })
  expect((await lab.call('run.list', {})).runs).toEqual([])
})

test('a run knows where it is, and nothing of the environment it was started from', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.root, 'sub'))
  const argv = ['sh', '-c', 'env > ../seen; pwd >> ../seen']
  await ended(lab, await lab.call('run.exec', { argv, cwd: 'sub' }))
  const seen = lab.read('seen')
  expect(seen).toContain(`SDLC_ROOT=${lab.root}`)
  expect(seen).toContain(`FURROW_HOME=${lab.home}`)
  expect(seen.trimEnd().split('\n').at(-1)).toBe(path.join(lab.root, 'sub'))
  expect(seen).not.toContain('NO_COLOR')
})

test('P5 a run gets no more memory and no more processes than the configuration allows', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  memory_mb: 512\n  processes: 900\n')
  await ended(lab, await lab.call('run.exec', { argv: ['cp', '/proc/self/limits', 'seen'] }))
  expect(lab.read('seen')).toMatch(/^Max processes +900 /m)
  expect(lab.read('seen')).toMatch(new RegExp(`^Max address space +${512 * 1024 * 1024} `, 'm'))
  const greedy = await lab.call('run.exec', { argv: [process.execPath, '-e', 'Buffer.alloc(2 ** 31).fill(1)'] })
  expect((await ended(lab, greedy)).status).toBe('failed')
})

test('a run that takes too long is ended and says so', async () => {
  await using lab = await openLab()
  const run = await ended(lab, await lab.call('run.exec', { argv: ['sleep', '60'], timeout_seconds: 1 }))
  expect(run.status).toBe('timed_out')
})

test('whoever cancels is named, and everything the run started is gone', async () => {
  await using lab = await openLab()
  const started = await lab.call('run.exec', { argv: ['sh', '-c', 'setsid sleep 600 & sleep 600'] })
  const cancelled = await lab.call('run.cancel', { id: started.id }, agent)
  expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'Cancelled by test-agent.' })
  expect(findByMarker(started.id)).toEqual([])
  expect(await lab.refusal('run.cancel', { id: started.id })).toMatchObject({ code: 'invalid_state' })
})

test('a run whose record is damaged meanwhile ends, and the damaged record stays', async () => {
  await using lab = await openLab()
  const started = await lab.call('run.exec', { argv: ['sh', '-c', 'while [ ! -e done ]; do sleep 0.05; done'] })
  await expect.poll(async () => (await lab.call('run.show', { id: started.id })).status).toBe('running')
  lab.write(`.sdlc/.runs/${started.id}.json`, '{"id": ')
  lab.write('done', '')
  await expect.poll(() => lab.app.store.leases.all('run'), { timeout: 20_000 }).toEqual([])
  expect(lab.read(`.sdlc/.runs/${started.id}.json`)).toBe('{"id": ')
  expect(await lab.refusal('run.show', { id: started.id })).toMatchObject({ code: 'damaged' })
})

test('closing the app ends its runs and tells why', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('run.exec', { argv: ['sleep', '600'] })
  await lab.app[Symbol.asyncDispose]()
  const record = JSON.parse(lab.read(`.sdlc/.runs/${id}.json`))
  expect(record).toMatchObject({ status: 'interrupted', reason: 'Its owner was closed.' })
  expect(findByMarker(id)).toEqual([])
})

test('runs beyond the limit wait in the order of their arrival', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  concurrency: 1\n')
  const hold = await lab.call('run.exec', {
    argv: ['sh', '-c', 'until [ -e go ]; do sleep 0.05; done; echo a >> order'],
  })
  const second = await lab.call('run.exec', { argv: ['sh', '-c', 'echo b >> order'] })
  const third = await lab.call('run.exec', { argv: ['sh', '-c', 'echo c >> order'] })
  expect([hold.status, second.status, third.status]).toEqual(['running', 'queued', 'queued'])
  expect(await lab.call('run.show', { id: third.id })).toMatchObject({ status: 'queued', position: 2 })
  lab.write('go', '')
  await Promise.all([hold, second, third].map(run => ended(lab, run)))
  expect(lab.read('order')).toBe('a\nb\nc\n')
})

test('a waiting run that is cancelled never starts', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  concurrency: 1\n')
  const first = await lab.call('run.exec', { argv: ['sleep', '600'] })
  const second = await lab.call('run.exec', { argv: ['touch', 'started'] })
  expect(await lab.call('run.cancel', { id: second.id })).toMatchObject({ status: 'cancelled' })
  await lab.call('run.cancel', { id: first.id })
  expect(lab.list('.')).not.toContain('started')
})

test('a run inside a run does not wait for the place that its parent holds', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  concurrency: 1\n')
  const outer = await lab.call('run.exec', { argv: ['sleep', '600'] })
  await using inner = await openLab({ root: lab.root, env: { ...lab.env, FURROW_RUN_ID: outer.id } })
  const nested = await ended(inner, await inner.call('run.exec', { argv: ['true'] }))
  expect(nested).toMatchObject({ status: 'succeeded', parent: outer.id })
  await lab.call('run.cancel', { id: outer.id })
})

test('a run names what it started, and what that started, but nothing that ran beside it', async () => {
  await using lab = await openLab()
  const outer = await lab.call('run.exec', { argv: ['sleep', '600'], label: 'outer' })
  await lab.call('run.exec', { argv: ['true'], label: 'beside' })
  await using within = await openLab({ root: lab.root, env: { ...lab.env, FURROW_RUN_ID: outer.id } })
  const middle = await within.call('run.exec', { argv: ['sleep', '600'], label: 'middle' })
  await using deep = await openLab({ root: lab.root, env: { ...lab.env, FURROW_RUN_ID: middle.id } })
  await ended(deep, await deep.call('run.exec', { argv: ['true'], label: 'inner' }))
  const nested = async (id: string) => (await lab.call('run.nested', { id })).runs.map(({ label }) => label)
  expect(await nested(outer.id)).toEqual(['middle', 'inner'])
  expect(await nested(middle.id)).toEqual(['inner'])
  for (const { id } of [middle, outer]) await lab.call('run.cancel', { id })
  await lab.call('run.exec', { argv: ['true'], label: 'later' })
  expect(await nested(outer.id)).toEqual(['middle', 'inner'])
})

test('of an exclusive group one run goes at a time', async () => {
  await using lab = await openLab()
  const script = 'if mkdir busy; then sleep 0.2; rmdir busy; else touch overlap; fi'
  const plan: RunPlan = {
    kind: 'tool',
    label: 'deploy',
    argv: ['sh', '-c', script],
    cwd: lab.root,
    exclusive: 'deploy',
  }
  const runs = await Promise.all([1, 2, 3].map(() => inside(lab, call => startRun(call, plan))))
  await Promise.all(runs.map(run => ended(lab, run)))
  expect(lab.list('.')).not.toContain('overlap')
})

test('a run that is under way is not deleted', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('run.exec', { argv: ['sleep', '600'] })
  expect(await lab.refusal('run.delete', { id })).toMatchObject({ code: 'blocked', fix: `furrow runs cancel ${id}` })
  await lab.call('run.cancel', { id })
  await lab.call('run.delete', { id })
})

test('waiting gives the run as it is when the time is up', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('run.exec', { argv: ['sleep', '600'] })
  expect(await lab.call('run.wait', { id, seconds: 0.1 })).toMatchObject({ status: 'running' })
  await lab.call('run.cancel', { id })
})

test('a call that is tried again with its operation id starts nothing twice', async () => {
  await using lab = await openLab()
  const again = async (operationId: string) => {
    const outcome = await lab.app.call(
      'run.exec',
      { argv: ['sh', '-c', 'echo x >> count'] },
      { actor: person, operationId },
    )
    if (!outcome.ok) throw new Error(outcome.error.message)
    return ended(lab, outcome.value as Run)
  }
  const [first, second, other] = [await again('one'), await again('one'), await again('two')]
  expect(second.id).toBe(first.id)
  expect(other.id).not.toBe(first.id)
  expect(lab.read('count')).toBe('x\nx\n')
})

test('a command too long to be recorded is refused', async () => {
  await using lab = await openLab()
  const argv = ['echo', ...Array.from({ length: 3 }, () => 'x'.repeat(100_000))]
  expect(await lab.refusal('run.exec', { argv })).toMatchObject({ code: 'too_large' })
})

async function ended(lab: Lab, { id }: Pick<Run, 'id'>): Promise<Run> {
  for (;;) {
    const run = await lab.call('run.wait', { id })
    if (isOver(run)) return run
  }
}

function inside<T>(lab: Lab, work: (call: Call) => Promise<T>): Promise<T> {
  return lab.app.within('test', { actor: person }, work)
}

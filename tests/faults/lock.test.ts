import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { bundled } from './bundled.ts'
import { type FaultLab, manifest, openFaultLab } from './fault-lab.ts'
import { figure } from './figures.ts'
import { type Order, perform } from './orders.ts'
import { startWorker } from './worker.ts'

test('a process that waits for the lock keeps its event loop free', async () => {
  using lab = await establishedLab()
  await using app = createApp({ manifest, root: lab.root, env: lab.env })
  await perform(app, setName('warm', 'warm'))
  const idle = await lagDuring(() => delay(1500))
  const holder = await holdLock(lab)
  const waiting = perform(app, setName('second', 'second'))
  const busy = await lagDuring(() => delay(1500))
  await kill(holder)
  expect(await waiting).toMatchObject({ ok: true })
  figure('lock', 'longest stop of the event loop, waiting beside idle', `${busy.toFixed(1)} and ${idle.toFixed(1)} ms`)
  // A wait inside SQLite would stop it for all of the 1,500 ms.
  expect(busy).toBeLessThan(Math.max(10 * idle, 500))
})

test('a holder that is killed gives the lock to the next one at once', async () => {
  using lab = await establishedLab()
  await using app = createApp({ manifest, root: lab.root, env: lab.env })
  await perform(app, setName('warm', 'warm'))
  const holder = await holdLock(lab)
  const waiting = perform(app, setName('second', 'second'))
  await delay(300)
  const killed = performance.now()
  await kill(holder)
  expect(await waiting).toMatchObject({ ok: true })
  const taken = performance.now() - killed
  figure('lock', 'from the death of its holder to the end of the next write', `${taken.toFixed(1)} ms`)
  expect(taken).toBeLessThan(4000)
})

test('a holder that neither works nor dies is told to others as busy, and reading goes on', async () => {
  using lab = await establishedLab()
  const holder = await holdLock(lab)
  holder.kill('SIGSTOP')
  expect(await lab.perform({ call: 'config.list', input: {}, id: 'read' })).toMatchObject({ ok: true })
  const refused = await lab.perform(setName('second', 'second'))
  expect(refused).toMatchObject({ ok: false, error: { code: 'busy', fix: expect.stringMatching(/^furrow /) } })
  await kill(holder)
  expect(await lab.perform(setName('third', 'third'))).toMatchObject({ ok: true })
})

test('a caller that gives up does not wait for the lock any longer', async () => {
  using lab = await establishedLab()
  await using app = createApp({ manifest, root: lab.root, env: lab.env })
  const holder = await holdLock(lab)
  const leaving = AbortSignal.timeout(100)
  const actor = { kind: 'person', id: 'person', door: 'cli' } as const
  const outcome = await app.call('config.set', { key: 'project.name', value: 'late' }, { actor, signal: leaving })
  expect(outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  await kill(holder)
  expect(lab.tree()['workspace/.sdlc/config.yaml']).not.toContain('late')
})

test('many processes that open a new home at the same moment all can write', async () => {
  using lab = openFaultLab()
  const workers = await Promise.all(Array.from({ length: 6 }, () => startWorker(lab)))
  const answers = await Promise.all(
    workers.map((worker, index) => worker.ask({ steps: [{ append: 'log.txt', text: `${index}\n` }], id: `w${index}` })),
  )
  await Promise.all(workers.map(worker => worker[Symbol.asyncDispose]()))
  expect(answers.map(answer => answer?.reply.ok)).toEqual(Array(6).fill(true))
  expect(lab.tree()['workspace/log.txt']?.split('\n')).toHaveLength(7)
})

test('every change of one process is seen by another, once and in order, without a look at the clock', async () => {
  using lab = await establishedLab()
  await using app = createApp({ manifest, root: lab.root, env: lab.env })
  await using worker = await startWorker(lab)
  let last = app.store.events.last()
  const seen: string[] = []
  const all = new Promise<void>(resolve => {
    app.store.events.watch(() => {
      const page = app.store.events.since(last)
      if (page.kind !== 'events') throw new Error('nothing was trimmed')
      last = page.events.at(-1)?.seq ?? last
      seen.push(...page.events.map(({ id }) => id))
      if (seen.length >= 200) resolve()
    })
  })
  for (let n = 0; n < 200; n += 1) await worker.ask({ steps: [{ count: 'counter.txt' }], id: `e${n}` })
  await all
  expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => `e${n}`))
})

test('a change is seen even where files cannot be watched', async () => {
  using lab = await establishedLab()
  await using app = createApp({ manifest, root: lab.root, env: lab.env })
  using unwatched = withoutWatching()
  const before = app.store.events.last()
  const seen = new Promise<void>(resolve => {
    app.store.events.watch(() => {
      if (app.store.events.last() > before) resolve()
    })
  })
  await lab.perform(setName('second', 'second'))
  await seen
  expect(unwatched.asked).toBe(true)
})

async function establishedLab(): Promise<FaultLab> {
  const lab = openFaultLab()
  expect(await lab.perform(setName('first', 'first'))).toMatchObject({ ok: true })
  return lab
}

function setName(value: string, id: string): Order {
  return { call: 'config.set', input: { key: 'project.name', value }, id }
}

async function holdLock(lab: FaultLab): Promise<ChildProcess> {
  const [id = ''] = fs.readdirSync(path.join(lab.home, 'repos'))
  const args = [await bundled('holder'), path.join(lab.home, 'repos', id, 'lock.db')]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
}

async function lagDuring(work: () => Promise<unknown>): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 5 })
  monitor.enable()
  await work()
  monitor.disable()
  return monitor.max / 1e6
}

/** As on a machine whose limit of watches is used up. */
function withoutWatching() {
  const { watch } = fs
  const state = { asked: false }
  fs.watch = (() => {
    state.asked = true
    throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' })
  }) as typeof fs.watch
  return Object.assign(state, {
    [Symbol.dispose]() {
      fs.watch = watch
    },
  })
}

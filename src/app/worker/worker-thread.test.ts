import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { packError, unpackError } from './message.ts'
import { WorkerThread } from './worker-thread.ts'

const PATIENCE = { timeout: 60_000, interval: 10 }

/** Says its input back; `die` ends it in the middle of an order, as often as the counter says. */
const ECHO = `
const { parentPort, workerData: { deaths } } = require('node:worker_threads')
parentPort.on('message', ({ id, job, input, stop }) => {
  if (stop) return parentPort.postMessage({ id, kind: 'error', body: { name: 'AbortError', message: 'stopped' } })
  if (job === 'die' && Atomics.sub(deaths, 0, 1) > 0) throw new Error('struck by a walrus')
  if (job === 'wait') return parentPort.postMessage({ id, kind: 'progress', body: { message: 'waiting' } })
  parentPort.postMessage({ id, kind: 'value', body: input })
})`

function threadThatDies(times: number, idleMs?: number): WorkerThread & { started: () => number } {
  const deaths = new Int32Array(new SharedArrayBuffer(4))
  deaths[0] = times
  let started = 0
  const start = () => {
    started += 1
    return new Worker(ECHO, { eval: true, workerData: { deaths } })
  }
  const thread = new WorkerThread({ start, ...(idleMs !== undefined && { idleMs }) })
  return Object.assign(thread, { started: () => started })
}

const watching = (signal = new AbortController().signal) => ({ signal, progress: () => undefined })

test('nothing is started before there is something to do, and one thread does it all', async () => {
  await using thread = threadThatDies(0)
  expect(thread.started()).toBe(0)
  const said = await Promise.all([1, 2, 3].map(n => thread.run({ name: 'echo' }, { n }, watching())))
  expect(said).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(thread.started()).toBe(1)
})

test('a thread that dies is replaced, and what it was asked is answered all the same', async () => {
  await using thread = threadThatDies(1)
  const others = thread.run({ name: 'echo' }, 'other', watching())
  expect(await thread.run({ name: 'die' }, 'mine', watching())).toBe('mine')
  expect(await others).toBe('other')
  expect(thread.started()).toBe(2)
})

test('a question that ends its thread twice is refused with the reason, and the next one is answered', async () => {
  await using thread = threadThatDies(2)
  await expect(thread.run({ name: 'die' }, 'mine', watching())).rejects.toMatchObject({
    code: 'io_error',
    message: expect.stringContaining('struck by a walrus'),
    fix: shell`furrow doctor`,
  })
  expect(await thread.run({ name: 'echo' }, 'next', watching())).toBe('next')
})

test('a thread without anything to do ends, and the next question starts another', async () => {
  await using thread = threadThatDies(0, 1)
  await thread.run({ name: 'echo' }, 1, watching())
  await expect.poll(() => thread.isRunning, PATIENCE).toBe(false)
  expect(await thread.run({ name: 'echo' }, 2, watching())).toBe(2)
  expect(thread.started()).toBe(2)
})

test('who asked may stop it while it works, and hears how far it is', async () => {
  await using thread = threadThatDies(0)
  const stop = new AbortController()
  const waiting = thread.run({ name: 'wait' }, 1, { signal: stop.signal, progress: () => stop.abort() })
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

test('stopping the server refuses what is under way', async () => {
  const thread = threadThatDies(0)
  const waiting = thread.run({ name: 'wait' }, 1, watching())
  const refused = expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  await thread[Symbol.asyncDispose]()
  await refused
})

test('a refusal is still one on the other side, and so is what SQLite says', () => {
  const refused = unpackError(packError(refuse('disk_full', 'No room.', { fix: shell`furrow doctor`, target: 'x' })))
  expect(isRefused(refused)).toBe(true)
  expect(refused).toMatchObject({ code: 'disk_full', fix: shell`furrow doctor`, target: 'x', message: 'No room.' })
  const sqlite = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
  expect(unpackError(packError(sqlite))).toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 5 })
})

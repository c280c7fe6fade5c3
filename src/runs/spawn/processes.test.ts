import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { livenessOf, startTimeOf } from '../../store/locks/processes.ts'
import { descendantsOf, findByMarker, listProcesses } from './processes.ts'
import { reap } from './terminate.ts'

async function sleeper(env: Record<string, string> = {}): Promise<ChildProcess & { pid: number }> {
  const child = spawn('sleep', ['1000'], { env, detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  return child as ChildProcess & { pid: number }
}

test('a running process is alive, and dead once it has ended', async () => {
  const child = await sleeper()
  const mark = { pid: child.pid, startTime: startTimeOf(child.pid) ?? '' }
  expect(livenessOf(mark)).toBe('alive')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(livenessOf(mark)).toBe('dead')
})

test('another process with the same pid is not taken for it', () => {
  const startTime = startTimeOf(process.pid) ?? ''
  expect(
    livenessOf({ pid: process.pid, startTime: startTime.replace(/^\d+/, ticks => String(Number(ticks) - 1)) }),
  ).toBe('dead')
})

test('a process of another boot is dead, one of another PID namespace cannot be judged', () => {
  const [ticks, boot, namespace] = (startTimeOf(process.pid) ?? '').split('@')
  expect(livenessOf({ pid: process.pid, startTime: `${ticks}@00000000@${namespace}` })).toBe('dead')
  expect(livenessOf({ pid: process.pid, startTime: `${ticks}@${boot}@1` })).toBe('elsewhere')
})

test('a process that is not there has no start time', () => {
  expect(startTimeOf(2 ** 22 + 1)).toBeUndefined()
})

test('processes are found by the run in their environment, by the whole name of it', async () => {
  const child = await sleeper({ FURROW_RUN_ID: `marked-${process.pid}` })
  expect(findByMarker(`marked-${process.pid}`)).toEqual([child.pid])
  expect(findByMarker(`marked-${process.pid}`.slice(0, -1))).toEqual([])
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test('children of children are descendants', async () => {
  const child = spawn('sh', ['-c', 'sh -c "sleep 1000; :" & echo ready; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  await expect.poll(() => descendantsOf(child.pid ?? 0, listProcesses())).toHaveLength(2)
  expect(descendantsOf(process.pid, listProcesses())).toContain(child.pid)
  for (const pid of descendantsOf(child.pid ?? 0, listProcesses())) process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
})

test('what a dead owner left is reaped when pid and start time are those of the record', async () => {
  const child = await sleeper()
  await reap({ pid: child.pid, startTime: startTimeOf(child.pid) ?? '', runId: 'nobody-else' })
  await expect.poll(() => child.signalCode).toBe('SIGKILL')
})

test('a stranger who has the pid by now is left alone', async () => {
  const child = await sleeper()
  await reap({ pid: child.pid, startTime: '1@00000000@1', runId: 'nobody-else' })
  expect(livenessOf({ pid: child.pid, startTime: startTimeOf(child.pid) ?? '' })).toBe('alive')
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test('a straggler of the run is reaped although the process on the record is gone', async () => {
  const runId = `straggler-${process.pid}`
  const child = await sleeper({ FURROW_RUN_ID: runId })
  await reap({ pid: 2 ** 22 + 1, startTime: '1@00000000@1', runId })
  await expect.poll(() => child.signalCode).toBe('SIGKILL')
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openState } from '../database/state.ts'
import { Leases } from './leases.ts'
import { livenessOf, startTimeOf, thisProcess } from './processes.ts'

test('a lease lives with its process, whatever its heartbeat says', () => {
  using leases = open()
  leases.take('mine', 'run', { now: 0 })
  expect(leases.alive('run').map(({ id }) => id)).toEqual(['mine'])
})

test('a killed process is dead, and so is a later one with its number', async () => {
  const child = spawn('sleep', ['60'])
  const pid = child.pid ?? 0
  const mark = { pid, startTime: startTimeOf(pid) ?? '' }
  expect(livenessOf(mark)).toBe('alive')
  expect(livenessOf({ pid, startTime: mark.startTime.replace(/^\d+/, '1') })).toBe('dead')
  await kill(child)
  expect(livenessOf(mark)).toBe('dead')
})

test('a process of an earlier boot is dead although its number is taken', () => {
  const { pid, startTime } = thisProcess()
  const [ticks, , namespace] = startTime.split('@')
  expect(livenessOf({ pid, startTime: `${ticks}@00000000@${namespace}` })).toBe('dead')
})

test('a process inside another namespace is alive while it says so', () => {
  using leases = open()
  const outside = execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'readlink', '/proc/self/ns/pid'])
  const { pid, startTime } = thisProcess()
  const [ticks, boot] = startTime.split('@')
  const elsewhere = { pid, startTime: `${ticks}@${boot}@${outside.toString().replace(/\D/g, '')}` }
  expect(livenessOf(elsewhere)).toBe('elsewhere')
  const lease = { ...elsewhere, id: 'x', kind: 'run', detail: {} }
  expect(leases.isAlive({ ...lease, heartbeat: Date.now() })).toBe(true)
  expect(leases.isAlive({ ...lease, heartbeat: Date.now() - 60_000 })).toBe(false)
  expect(leases.isDead({ ...lease, heartbeat: Date.now() - 60_000 })).toBe(false)
  expect(leases.isDead({ ...lease, heartbeat: Date.now() - 3_600_000 })).toBe(true)
})

function open(): Leases & Disposable {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-leases-'))
  const { database: state } = openState(path.join(folder, 'state.db'))
  return Object.assign(new Leases(state), {
    [Symbol.dispose]() {
      state.close()
      fs.rmSync(folder, { recursive: true })
    },
  })
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

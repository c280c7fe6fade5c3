import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin } from '../lab.ts'
import { bundled } from './bundled.ts'
import { whyNotDurable } from './durable.ts'
import { type FaultLab, openFaultLab, temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import { type Traced, traced } from './trace.ts'
import { type Write, writes } from './writes.ts'

test.each(writes)('D4 $name is on the disk before it is acknowledged', async write => {
  using lab = openFaultLab({ base: temporary({ onDisk: true }) })
  await write.prepare?.(lab)
  const calls = await tracedWrite(lab, write)
  expect(whyNotDurable(calls, [lab.root, lab.home])).toEqual([])
})

test.each(['config set project.name shop', 'config unset project.name', 'init', 'init --uninstall', 'undo'])(
  'D4 furrow %s is on the disk before it answers',
  line => {
    const words = line.split(' ')
    using lab = openFaultLab({ base: temporary({ onDisk: true }) })
    execFileSync(process.execPath, [bin, 'init'], { cwd: lab.root, env: lab.env })
    execFileSync(process.execPath, [bin, 'config', 'set', 'project.name', 'old'], { cwd: lab.root, env: lab.env })
    const { calls, status } = traced([process.execPath, bin, ...words, '--json'], places(lab))
    expect(status).toBe(0)
    expect(whyNotDurable(withoutGitSettings(calls, lab), [lab.root, lab.home])).toEqual([])
  },
)

test('D4 the checker objects when any file or folder is not synced', async () => {
  using lab = openFaultLab({ base: temporary({ onDisk: true }) })
  const write = writes.find(({ name }) => name.startsWith('a folder moved'))
  if (write === undefined) throw new Error('no such write')
  await write.prepare?.(lab)
  const calls = await tracedWrite(lab, write)
  const synced = new Set(calls.filter(call => isSyncOfOurs(call, lab)).map(({ files: [file] }) => file))
  const unnoticed = [...synced].filter(file => {
    const without = calls.filter(call => !(call.call === 'fsync' && call.files[0] === file))
    return whyNotDurable(without, [lab.root, lab.home]).length === 0
  })
  figure(
    'D4',
    'files and folders synced by one write, and those whose sync nobody would miss',
    `${synced.size}, ${unnoticed.length}`,
  )
  expect(synced.size).toBeGreaterThan(8)
  expect(unnoticed).toEqual([])
})

async function tracedWrite(lab: FaultLab, { order }: Write): Promise<Traced[]> {
  const command = [process.execPath, await bundled('worker'), lab.root, path.join(lab.base, 'manifest.json')]
  const input = `${JSON.stringify({ n: 1, order })}\n`
  const { calls, status } = traced(command, { ...places(lab), input })
  expect(status).toBe(0)
  return withoutGitSettings(calls, lab)
}

/** What git is told is verified before each use and made again when it is missing: nothing waits for it on the disk. */
function withoutGitSettings(calls: readonly Traced[], { home }: FaultLab): Traced[] {
  return calls.filter(({ files }) => !files.some(file => file.startsWith(path.join(home, 'git'))))
}

function places(lab: FaultLab) {
  return { folder: lab.base, cwd: lab.root, env: { ...lab.env, FURROW_FAULT_NOW: String(lab.now) } }
}

/** Not those of SQLite: of its files, and of the folder that they are in. */
function isSyncOfOurs({ call, files: [file = ''] }: Traced, lab: FaultLab): boolean {
  if (call !== 'fsync' || /\/repos\/[^/]+$|\.db(?:-\w+)?$/.test(file)) return false
  return file.startsWith(lab.root) || file.startsWith(lab.home)
}

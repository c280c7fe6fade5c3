import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { inspect } from './gate.ts'

test('what ends before it has read that it may go on was not inspected, and nothing fails', async () => {
  const child = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] })
  await once(child, 'spawn')
  const walls = { layers: [], namespaces: [] }
  const confinement = { level: 'group', by: undefined, wrap: (argv: readonly string[]) => [...argv], walls } as const
  const missing = inspect(child as typeof child & { pid: number }, { confinement, ahead: true })
  child.stdin?.end()
  expect(await missing).toBeUndefined()
})

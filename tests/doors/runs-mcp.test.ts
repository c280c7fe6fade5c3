import { expect, test } from 'vitest'
import type { Run } from '../../src/runs/model.ts'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { type Lab, openLab } from '../lab.ts'
import { connectStdio, eras } from '../support/mcp.ts'

const SCRIPT = 'echo ready; until [ -e go ]; do sleep 0.05; done; echo done'

test.each(eras)(
  'a run of a stdio client of %s that exits goes on to its end, and can be cancelled meanwhile',
  async era => {
    await using lab = await openLab()
    lab.write('.sdlc/config.yaml', `gates:\n  - name: slow\n    command: ${SCRIPT}\n`)
    await lab.call('trust.status', {})
    await lab.call('trust.grant', {})
    const { id } = await startAndLeave(lab, era)
    await expect.poll(() => lab.app.store.leases.alive('mcp'), { timeout: 60_000 }).toEqual([])
    expect(await lab.call('run.show', { id })).toMatchObject({ status: 'running', detached: true })
    const second = await startAndLeave(lab, era)
    expect(await lab.call('run.cancel', { id: second.id })).toMatchObject({ status: 'cancelled' })
    lab.write('go', '')
    expect(await lab.call('run.wait', { id })).toMatchObject({
      status: 'succeeded',
      actor: { kind: 'agent', door: 'mcp' },
    })
    expect(findByMarker(id)).toEqual([])
  },
)

test.each(eras)('tool_runs of %s lists, shows, tails, waits and cancels', async era => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era })
  const ask = async (args: Record<string, unknown>) => {
    const { structuredContent, isError } = await mcp.client.callTool({ name: 'tool_runs', arguments: args })
    return { isError: isError === true, ...(structuredContent as Record<string, unknown>) }
  }
  const { id } = await lab.call('run.exec', { argv: ['sh', '-c', SCRIPT] })
  await expect.poll(async () => (await lab.call('run.tail', { id })).total, { timeout: 20_000 }).toBe(1)
  expect(await ask({ action: 'list', status: 'running' })).toMatchObject({ runs: [{ id }] })
  expect(await ask({ action: 'show', id })).toMatchObject({ id, status: 'running' })
  expect(await ask({ action: 'tail', id })).toMatchObject({ lines: [{ n: 1, text: 'ready' }], total: 1 })
  expect(await ask({ action: 'wait', id, seconds: 0 })).toMatchObject({ status: 'running' })
  expect(await ask({ action: 'cancel', id })).toMatchObject({ status: 'cancelled' })
  expect(await ask({ action: 'cancel', id })).toMatchObject({ isError: true, error: { code: 'invalid_state' } })
})

/** Starts the gate, waits until its lines come, and goes away without waiting for the answer. */
async function startAndLeave(lab: Lab, era: (typeof eras)[number]): Promise<Run> {
  const before = new Set((await lab.call('run.list', {})).runs.map(({ id }) => id))
  await using mcp = await connectStdio(lab, { era })
  const called = new Promise<void>(resolve => {
    const options = { onprogress: () => resolve() }
    mcp.client.callTool({ name: 'gate_slow', arguments: {} }, options).catch(() => resolve())
  })
  await called
  const run = (await lab.call('run.list', {})).runs.find(({ id }) => !before.has(id))
  if (run === undefined) throw new Error('nothing was started')
  return run
}

import { expect, test } from 'vitest'
import type { Run } from '../../src/runs/model.ts'
import { openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'
import { serveBuilt } from '../support/serve.ts'
import { trustedTool } from '../support/tools.ts'
import { runWithoutBubblewrap } from '../support/uncovered.ts'

const LACKING = ['devices visible: ', 'visible: ', 'writable: ']

test('without bubblewrap the record of a tool says what is missing, on every door', async () => {
  await using lab = await openLab()
  await lab.call('secrets.set', { name: 'API_KEY', value: 'a long secret value' })
  await trustedTool(lab, 'plain', {}, 'print({ ok: true })')
  runWithoutBubblewrap(lab, ['run', 'plain'])
  const { stdout } = await runCli(lab, ['runs', 'list', '--kind', 'tool', '--json'])
  const [run] = (JSON.parse(stdout) as { runs: Run[] }).runs
  if (run === undefined) throw new Error(stdout)
  expect(run).toMatchObject({ level: 'namespace', contained: false })
  for (const what of LACKING) expect(run.missing).toContainEqual(expect.stringContaining(what))
  expect(run.missing?.join()).not.toMatch(/CapEff|no_new_privs|user namespace/)
  const told = `no: ${run.missing?.join('; ')}`

  expect((await runCli(lab, ['runs', 'show', run.id])).stdout).toContain(`contained: ${told}`)
  const interaction = await lab.call('tool.interaction', { name: 'plain', id: run.id })
  expect(interaction).toMatchObject({ contained: false, missing: run.missing })
  await using served = await serveBuilt(lab)
  const headers = { Authorization: `Bearer ${served.token}` }
  const answer = await fetch(`${served.address}/api/runs/${run.id}`, { headers })
  expect(await answer.json()).toMatchObject({ contained: false, missing: run.missing })
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const shown = await mcp.client.callTool({ name: 'tool_runs', arguments: { action: 'show', id: run.id } })
  expect(JSON.stringify(shown)).toContain(run.missing?.[0])
})

test('where every wall holds the record says so, and says nothing about a command of the person’s own', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'plain', {}, 'print({ ok: true })')
  await runCli(lab, ['run', 'plain'])
  await runCli(lab, ['exec', '--', 'true'])
  const { runs } = await lab.call('run.list', {})
  const [own, tool] = ['exec', 'tool'].map(kind => runs.find(run => run.kind === kind))
  expect(tool).toMatchObject({ level: 'namespace', contained: true })
  expect(tool?.missing).toBeUndefined()
  expect(own?.contained).toBeUndefined()
  expect((await runCli(lab, ['runs', 'show', tool?.id ?? ''])).stdout).toContain('contained: yes')
})

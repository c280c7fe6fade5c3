import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../lab.ts'
import { ended, setUpAgent, startAgent } from '../support/agents.ts'
import { connectStdio } from '../support/mcp.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  setUpAgent(served.lab)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const turn = (id: string) => [
  { tool: { toolCallId: id, title: `Look at ${id}`, kind: 'read', status: 'in_progress' } },
  { done: id },
]

test('a run that uses up the budget of its feature is shown as that, and what was used is at its feature, its change and each door', async () => {
  const { lab } = served
  const feature = await lab.call('feature.create', { title: 'Sign in' })
  await lab.call('feature.use', { id: feature.id })
  await lab.call('feature.budget', { id: feature.id, turns: 2 }, person)
  const change = await lab.call('change.start', { type: 'fix', size: 'small', description: 'Login fails' })
  const run = await ended(lab, await startAgent(lab, [...turn('1'), ...turn('2'), { hang: true }]))
  expect(run.status).toBe('over_budget')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${run.id}`)
  await page.getByText('Over budget').first().waitFor()
  await page.getByText('2 of 2 turns are used').first().waitFor()
  await window.visit(`/board/features/${feature.id}`)
  await page.getByText('Used up:').waitFor()
  await window.visit(`/changes/${change.id}`)
  await page.getByText('Used by agents').waitFor()
  expect(window.complaints).toEqual([])

  expect(await served.furrow('budget', '--feature', feature.id)).toContain('2 of 2 turns')
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const told = await mcp.client.callTool({
    name: 'agent_runs',
    arguments: { action: 'budget', change: change.id },
  })
  expect(told.structuredContent).toMatchObject({ accounts: [{ kind: 'change', id: change.id, used: { turns: 2 } }] })
})

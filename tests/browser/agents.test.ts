import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent, bin } from '../lab.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

async function ask(): Promise<string> {
  const refusal = await served.lab.refusal('trust.grant', {}, agent)
  expect(refusal.code).toBe('needs_person')
  const { requests } = await served.lab.call('request.list', { status: 'pending' })
  return requests[0]?.id ?? ''
}

test('the light on the connect page goes on while an agent is connected, and off again', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/connect?client=cursor')
  await page.getByText('No agent has called yet').waitFor()
  expect(await page.getByRole('region', { name: '.cursor/mcp.json' }).textContent()).toContain('"command": "furrow"')

  const client = spawn(process.execPath, [bin, 'mcp'], { cwd: served.lab.root, env: served.lab.env })
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'probe', version: '1' } },
  }
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  for (const message of [initialize, initialized, list]) client.stdin.write(`${JSON.stringify(message)}\n`)
  await page.getByText('Connected: probe').waitFor()
  client.stdin.end()
  await page.getByText('Connected: probe').waitFor({ state: 'detached' })
})

test('what an agent asks for appears at once, and happens when a person allows it', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const id = await ask()
  await page.getByRole('link', { name: /^test-agent asks: Trust what this repository/ }).click()
  await page.waitForURL(`**/confirm/${id}`)
  await page.getByText('Asked by').waitFor()
  await page.getByRole('region', { name: 'What this is about' }).getByText('asks to be executed').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  const answer = page.getByRole('status').filter({ hasText: 'Allowed and done.' })
  await answer.waitFor()
  expect(await answer.textContent()).not.toContain('{')
  expect(await served.lab.call('request.show', { id })).toMatchObject({ status: 'confirmed' })
  expect(window.complaints).toEqual([])
})

test('what a person refuses does not happen', async () => {
  const id = await ask()
  await using window = await openWindow(served)
  await window.visit(`/confirm/${id}`)
  await window.page.getByRole('button', { name: 'Dismiss' }).click()
  await window.page.getByText('This was dismissed').waitFor()
  expect(await served.lab.call('request.show', { id })).toMatchObject({ status: 'dismissed' })
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIX_KEY, sixTools } from '../fixtures/tools/six.ts'
import { setUpAgent } from '../support/agents.ts'
import { trustedTool } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  setUpAgent(served.lab)
  await sixTools(served.lab)
  await trustedTool(served.lab, 'counter', {}, 'print({ ok: true, data: 1 })')
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function keyOfRun(page: Page): Promise<string | undefined> {
  await page.waitForURL(/\/runs\/[\w-]+/)
  const id = /\/runs\/([\w-]+)/.exec(page.url())?.[1] ?? ''
  return (await served.lab.call('run.show', { id })).agent?.key
}

test('Clone asks for a name, says when it is taken, and opens the copy', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/counter')
  await press(page, 'Clone')
  const name = page.getByLabel('Name of the copy')
  await name.fill('streamer')
  await press(page, 'Clone it')
  await page.getByRole('alert').filter({ hasText: 'streamer' }).waitFor()
  await name.fill('my-count')
  await press(page, 'Clone it')
  await page.waitForURL(/\/tools\/my-count/)
  expect(served.lab.read('.sdlc/tools/my-count/tool.ts')).toContain('Made for a test.')
})

test('a tool is planned and built with an agent, and each leads to its run', async () => {
  await using window = await openWindow(served)
  const { page } = window
  for (const [way, label, key] of [
    ['Plan with an agent', 'What it is for', 'tool-plan:links'],
    ['Build with an agent', 'Plan', 'tool-build:links'],
  ] as const) {
    await window.visit('/tools')
    await page
      .getByRole('button', { name: /New tool/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(way, { exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('links')
    await dialog.getByLabel(label, { exact: true }).fill('Finds links that lead nowhere')
    await press(page, 'Start the agent')
    expect(await keyOfRun(page)).toBe(key)
  }
})

test('Evolve is offered for a tool of the repository, not for a built-in one, and leads to its run', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/quality-check')
  await page.getByRole('button', { name: 'Clone', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Evolve', exact: true }).count()).toBe(0)
  await window.visit('/tools/counter')
  await press(page, 'Evolve')
  await page.getByLabel('What should be different?').fill('Count to two')
  await press(page, 'Start the agent')
  expect(await keyOfRun(page)).toBe('tool-evolve:counter')
})

test('the six tools on their pages: fields, streaming, secrets, cancel, follow-ups, bad behaviour', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/all-fields')
  await page.getByLabel('title').fill('From the page')
  await page.getByLabel('password').fill(SIX_KEY)
  await press(page, 'Run')
  await result(page).getByText('From the page').first().waitFor()
  await window.visit('/tools/streamer')
  await press(page, 'Run')
  await result(page).getByText('steps').first().waitFor()
  await window.visit('/tools/keeper')
  await press(page, 'Run')
  await result(page).getByText('***').first().waitFor()
  expect(await page.content()).not.toContain(SIX_KEY)
  await window.visit('/tools/sleeper')
  await press(page, 'Run')
  await result(page).getByText('asleep').first().waitFor()
  await result(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await result(page).getByText('Cancelled').first().waitFor()
  await window.visit('/tools/chooser')
  await press(page, 'Run')
  await result(page).getByRole('button', { name: 'Keep as feedback' }).waitFor()
  await result(page).getByRole('button', { name: 'Roll back' }).waitFor()
  expect(await result(page).getByRole('button', { name: 'Never' }).count()).toBe(0)
  const { interaction_id: id } = await served.lab.call('tool.run', {
    name: 'misbehaver',
    input: { how: 'garbles' },
    wait: 300,
  })
  await window.visit(`/tools/misbehaver?run=${id}`)
  await result(page).getByText('It ended without a result, with exit code 4.').first().waitFor()
  expect(window.complaints).toEqual([])
})

import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, serveLab, violations } from './browser.ts'
import { openKeyboardWindow, press, tabTo } from './by-keyboard.ts'
import { flaws } from './look.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('every client of the table has its set-up, and the chosen one is in the address', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/connect')
  const rows = page.getByRole('list', { name: 'Coding agents' }).getByRole('link')
  const { clients } = await served.lab.call('client.list', {})
  expect(await rows.count()).toBe(clients.length)
  await page.getByRole('link', { name: 'OpenCode' }).click()
  await page.waitForURL('**/connect?client=opencode')
  expect(await page.getByRole('region', { name: 'opencode.json' }).textContent()).toContain('"type": "local"')
  expect(window.complaints).toEqual([])
})

test('a client is set up from the page, and the page says so at once', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/connect?client=zed')
  await page.getByText('not yet').waitFor()
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('furrow init --clients zed')
  await page.getByRole('button', { name: 'Set up Zed now' }).click()
  await page.getByRole('status', { name: 'What was written' }).getByText('.zed/settings.json').waitFor()
  expect(JSON.parse(served.lab.read('.zed/settings.json'))).toMatchObject({ context_servers: { furrow: {} } })
  await page.getByText('not yet').waitFor({ state: 'detached' })
})

test('a damaged file of a client is named on its page', async () => {
  fs.mkdirSync(path.join(served.lab.root, '.roo'), { recursive: true })
  served.lab.write('.roo/mcp.json', '{ "mcpServers": ')
  await using window = await openWindow(served)
  await window.visit('/connect?client=roo')
  await window.page.getByText('cannot be read').waitFor()
  await window.page.getByText(/\.roo\/mcp\.json:1 /).waitFor()
})

test('by keyboard alone: clients are walked, one is chosen, its set-up is copied, then done', async () => {
  await using window = await openKeyboardWindow(served)
  const { page } = window
  const { keyboard } = page
  await window.visit('/connect?client=amp')
  await page.getByRole('heading', { name: 'Amp' }).waitFor()
  await keyboard.press('j')
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.waitForURL(url => url.searchParams.get('client') !== 'amp')
  await press(page.getByRole('link', { name: 'Kiro' }))
  await page.getByRole('heading', { name: 'Kiro' }).waitFor()
  await press(page.getByRole('button', { name: 'Copy', exact: true }).first())
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('furrow init --clients kiro')
  await press(page.getByRole('button', { name: 'Set up Kiro now' }))
  await page.getByRole('status', { name: 'What was written' }).getByText('.kiro/settings/mcp.json').waitFor()
  expect(window.complaints).toEqual([])
})

test('by keyboard alone: the theme and a setting are changed, and a wrong value is told at its field', async () => {
  await using window = await openKeyboardWindow(served)
  const { page } = window
  const { keyboard } = page
  await window.visit('/settings')
  await tabTo(page.getByRole('radio', { name: 'System' }))
  await keyboard.press('ArrowLeft')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await press(page.getByRole('button', { name: 'Edit runs.concurrency' }))
  const field = page.getByLabel('Value of runs.concurrency')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('many')
  await keyboard.press('Enter')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page)).toEqual([])
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('3')
  await keyboard.press('Enter')
  await page.getByText('runs.concurrency is set.').waitFor()
  const { settings } = await served.lab.call('config.list', {})
  expect(settings.find(({ key }) => key === 'runs.concurrency')?.value).toBe(3)
  expect(window.complaints).toEqual([])
})

test('the page fits every width and is accessible, light and dark', async () => {
  await using window = await openWindow(served)
  await window.visit('/connect?client=claude-code')
  await window.page.getByText('.mcp.json').first().waitFor()
  expect(await flaws(window.page, 'connect')).toEqual([])
})

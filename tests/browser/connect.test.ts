import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, screenshot, serveLab, violations, WIDTHS } from './browser.ts'

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

test('clients are walked with the keyboard', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/connect?client=amp')
  await page.getByRole('heading', { name: 'Amp' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.searchParams.get('client') !== 'amp')
})

test('the page fits every width and is accessible, light and dark', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await using window = await openWindow(served, { theme })
    await window.visit('/connect?client=claude-code')
    await window.page.getByText('.mcp.json').first().waitFor()
    for (const width of WIDTHS) {
      await window.page.setViewportSize({ width, height: 900 })
      await screenshot(window.page, `connect-${theme}-${width}`)
      expect(await violations(window.page)).toEqual([])
      expect(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  }
})

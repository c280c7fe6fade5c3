import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHORTCUTS } from '../../src/web/keys/shortcuts.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

test('the palette opens, finds a page and goes there, without a mouse', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.keyboard.type('prefer')
  expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Preferences')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
  expect(await palette(page).count()).toBe(0)
  expect(window.complaints).toEqual([])
})

test('the palette finds work by its name and begins it, by mouse too and on a telephone', async () => {
  await served.lab.call('feature.create', { title: 'Sign out everywhere' })
  await using window = await openWindow(served)
  const { page } = window
  await page.getByRole('button', { name: 'Find or do' }).click()
  await page.keyboard.type('sign out')
  await page.getByRole('option', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/board/features/sign-out-everywhere')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await palette(page).waitFor()
  await page.keyboard.type('start a change')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Start a change' }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(address => address.search === '')
  expect(window.complaints).toEqual([])
})

test('the theme is changed by keyboard, stands after a reload, and never flashes', async () => {
  await using window = await openWindow(served, { theme: 'light' })
  const { page } = window
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.keyboard.type('dark theme')
  await page.keyboard.press('Enter')
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.documentElement).colorScheme)
      if (document.readyState !== 'complete') requestAnimationFrame(look)
    }
    look()
  })
  await page.reload()
  await page.locator('main#main').waitFor()
  expect(await ground()).toBe(dark)
  expect(new Set(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen))).toEqual(
    new Set(['dark']),
  )
})

test('keys in a row go to pages, and the sheet shows them all', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Next match').waitFor()
  expect(await sheet.locator('dt').count()).toBe(SHORTCUTS.length)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

test('single keys can be turned off by keyboard, and stay off', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/settings')
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).focus()
  await page.keyboard.press('Space')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings')
})

test('the first Tab offers to skip to the page, and a page that was chosen has the focus', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/settings')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.getByRole('link', { name: 'Connect', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('j and k walk through every list of the page, Enter opens a row', async () => {
  for (const label of ['first', 'second']) await served.furrow('exec', '--label', label, '--', 'true')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/runs')
  await page.getByRole('link', { name: 'first' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('j')
  expect(await focused()).toBe('second')
  await page.keyboard.press('j')
  expect(await focused()).toBe('first')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'second' }).waitFor()
})

test('typing in a field never triggers a shortcut', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/runs')
  await page.keyboard.press('/')
  await page.keyboard.type('g h ?')
  expect(await page.getByLabel('Filter runs').inputValue()).toBe('g h ?')
  expect(new URL(page.url()).searchParams.get('q')).toBe('g h ?')
})

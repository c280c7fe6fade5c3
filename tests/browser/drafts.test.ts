import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, screenshot, serveLab } from './browser.ts'
import { openKeyboardWindow } from './by-keyboard.ts'

/** A hang guard: the machine may be busy. */
const WAIT = { timeout: 120_000 }

let served: Served
beforeAll(async () => {
  served = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('furrow.draft')))

test('what a person saves is asked about nowhere, and the focus goes on to the next stage', async () => {
  const { lab } = served
  const { id } = await lab.call('change.start', { type: 'fix', size: 'small', description: 'Greet people' })
  await using window = await openKeyboardWindow(served)
  const { page } = window
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('finished elsewhere')) console.error('asked about its own text')
    }).observe(document, { childList: true, subtree: true }),
  )
  await window.visit(`/changes/${id}`)
  await page.getByLabel('Text of describe').focus()
  await page.keyboard.type('More: ')
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Text of context check').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focused, WAIT).toBe('H2')
  expect(await drafts(page)).toEqual([])
  expect(window.complaints).toEqual([])
})

test('what was typed to start a change or a card is there again after Escape, until it is made or discarded', async () => {
  const { lab } = served
  const [change] = (await lab.call('change.list', {})).changes
  await lab.call('change.pause', { id: change?.id ?? '' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/changes?start=on')
  const what = page.getByLabel('What does this change do?')
  await what.fill('Fix the crash when the list is empty')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Start a change' }).click()
  expect(await what.inputValue()).toBe('Fix the crash when the list is empty')
  await page.getByText('Draft kept in this browser').waitFor()
  await what.press('Control+Enter')
  await page.waitForURL('**/changes/fix-the-crash-when-the-list-is-empty')
  const { changes } = await lab.call('change.list', { status: 'active' })
  expect(changes).toMatchObject([{ type: 'fix', size: 'small' }])

  await window.visit('/board')
  await page.getByRole('button', { name: 'New feature' }).click()
  await page.getByLabel('What should there be?').fill('Sign on')
  await page.getByLabel('A first draft of its spec').fill('With one key.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New feature' }).click()
  expect(await page.getByLabel('A first draft of its spec').inputValue()).toBe('With one key.')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/board/features/sign-on')
  expect(await drafts(page)).toEqual([])
  expect(window.complaints).toEqual([])
})

test('a change is started at once with the type that its words ask for; one that is chosen keeps the size', async () => {
  const { lab } = served
  const { changes } = await lab.call('change.list', { status: 'active' })
  await lab.call('change.pause', { id: changes[0]?.id ?? '' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/changes?start=on')
  const dialog = page.getByRole('dialog')
  const what = dialog.getByLabel('What does this change do?')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('refactor')
  const proposed = page.waitForResponse(response => /\.start\b/.test(response.url()))
  await what.fill('A complex overhaul of the list')
  await (await proposed).finished()
  expect(await dialog.getByRole('radio', { name: 'Small' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Start a change' }).click()
  await what.fill('Fix the link')
  await dialog.getByRole('button', { name: 'Start it' }).click()
  await page.waitForURL('**/changes/fix-the-link')
  expect((await lab.call('change.status', { change_id: 'fix-the-link' })).type).toBe('fix')
})

test('on Home what is proposed may be chosen otherwise before it starts', async () => {
  const { lab } = served
  await lab.call('change.pause', { id: 'fix-the-link' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/')
  const start = page.getByRole('form', { name: 'Start something' })
  await start.getByLabel('What do you want to do?').fill('Login redirects to the wrong page')
  await start.getByRole('button', { name: 'Suggest how to start' }).click()
  await start.getByText('Small fix: describe').waitFor()
  await start.getByRole('combobox', { name: 'Start as' }).selectOption('explore')
  await start.getByRole('button', { name: 'Start exploration' }).waitFor()
  await start.getByRole('combobox', { name: 'Start as' }).selectOption('change')
  await start.getByRole('combobox', { name: 'Type' }).selectOption('enhancement')
  await start.getByText('Medium', { exact: true }).click()
  await start.getByText('Medium enhancement: ').waitFor()
  await screenshot(page, 'home-start-chosen')
  await start.getByRole('button', { name: 'Start change' }).click()
  await page.waitForURL('**/changes/login-redirects-to-the-wrong-page')
  const started = await lab.call('change.status', { change_id: 'login-redirects-to-the-wrong-page' })
  expect(started).toMatchObject({ type: 'enhancement', size: 'medium' })
  expect(window.complaints).toEqual([])
})

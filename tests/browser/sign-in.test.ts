import { afterAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, serveLab } from './browser.ts'
import { tabTo } from './by-keyboard.ts'

afterAll(closeBrowser)

test('the printed address signs the browser in, and leaves no code behind', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served, { as: 'nobody' })
  await window.page.goto(served.printed)
  await window.page.getByRole('heading', { level: 1, name: 'workspace' }).waitFor()
  expect(window.page.url()).toBe(`${served.address}/`)
  await window.page.reload()
  await window.page.getByRole('heading', { level: 1, name: 'workspace' }).waitFor()
  expect(window.complaints).toEqual([])
})

test('a code works once, and a stranger sees how to get in', async () => {
  await using served = await serveLab()
  await using first = await openWindow(served, { as: 'nobody' })
  await first.page.goto(served.printed)
  await first.page.locator('main#main').waitFor()
  await using second = await openWindow(served, { as: 'nobody' })
  await second.page.goto(served.printed)
  await second.page.getByRole('heading', { name: 'Sign in from your terminal' }).waitFor()
  expect(await second.page.getByText('not valid').isVisible()).toBe(true)
})

test('the address or its code can be pasted', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served, { as: 'nobody' })
  await window.page.goto(`${served.address}/settings`)
  await window.page.getByLabel('Address or code').fill('nonsense')
  await window.page.getByRole('button', { name: 'Sign in' }).click()
  await window.page.getByText('not valid').waitFor()
  // By keyboard alone as well.
  await tabTo(window.page.getByLabel('Address or code'))
  await window.page.keyboard.press('Control+a')
  await window.page.keyboard.insertText(await served.signInAddress())
  await window.page.keyboard.press('Enter')
  await window.page.getByRole('heading', { name: 'Preferences' }).waitFor()
})

test('an address that is opened in the tab that asks for one signs in without a reload', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served, { as: 'nobody' })
  await window.page.goto(served.address)
  await window.page.getByRole('heading', { name: 'Sign in from your terminal' }).waitFor()
  await window.page.goto(await served.signInAddress())
  await window.page.locator('main#main').waitFor()
  expect(window.page.url()).not.toContain('#c=')
})

test('signing in in one tab opens the others', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served, { as: 'nobody' })
  await window.page.goto(served.address)
  const other = await window.context.newPage()
  await other.goto(served.printed)
  await other.locator('main#main').waitFor()
  await window.page.locator('main#main').waitFor()
})

test('a session that the server no longer knows leads back to the sign-in', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served)
  await window.context.clearCookies()
  await window.visit('/runs')
  await window.page.getByRole('heading', { name: 'Sign in from your terminal' }).waitFor()
})

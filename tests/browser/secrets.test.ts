import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent } from '../lab.ts'
import { trustedTool } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, serveLab, violations } from './browser.ts'
import { chooseItem, openKeyboardWindow, press } from './by-keyboard.ts'
import { flaws } from './look.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const VALUE = 'correct horse battery staple'

test('a secret is set, granted, taken back and removed by keyboard alone, and its value is never shown', async () => {
  await trustedTool(served.lab, 'sender', { display_name: 'Sender' }, 'print({ ok: true })')
  await using window = await openKeyboardWindow(served)
  const { page } = window
  const { keyboard } = page
  await window.visit('/secrets')
  await press(page.getByRole('button', { name: 'Add a secret' }))
  await page.getByLabel('Name').waitFor()
  await keyboard.type('API_KEY')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.type(VALUE)
  expect(await page.getByLabel('Value').getAttribute('type')).toBe('password')
  expect(await violations(page)).toEqual([])
  await keyboard.press('Enter')
  await page.getByRole('list', { name: 'Secrets' }).getByText('API_KEY').waitFor()
  expect(await page.content()).not.toContain(VALUE)
  await press(page.getByRole('button', { name: 'Grant API_KEY' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Grant it' }))
  await press(page.getByRole('button', { name: 'Revoke API_KEY from sender' }))
  await page.getByRole('list', { name: 'Grants of API_KEY' }).getByText('Granted to no tool').waitFor()
  await press(page.getByRole('button', { name: 'More for API_KEY' }))
  await chooseItem(page.getByRole('menuitem', { name: 'Remove from default' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Remove it' }))
  await page.getByText('API_KEY', { exact: true }).waitFor({ state: 'detached' })
  expect(window.complaints).toEqual([])
})

test('what an agent asks for is set where it is asked for', async () => {
  await served.lab.refusal('secrets.set', { name: 'DATABASE_URL', value: 'x', scope: 'staging' }, agent)
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/secrets')
  await page.getByRole('button', { name: 'Set it' }).click()
  await page.getByLabel('Value').fill(VALUE)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('test-agent asks for').waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Scopes of DATABASE_URL' }).getByText('staging').waitFor()
})

test('an address names what is needed, and leads back', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/secrets?need=RENDER_API_KEY&back=/runs')
  await page.getByRole('dialog', { name: 'Set RENDER_API_KEY' }).waitFor()
  await page.getByLabel('Value').fill(VALUE)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Back to where it is needed' }).click()
  await page.waitForURL('**/runs')
})

test('a .env file is pasted, and its odd lines are named', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/secrets')
  await page.getByRole('button', { name: 'Import .env' }).click()
  await page.getByLabel('Or its lines').fill('SMTP_PASSWORD=long enough\nwords\n')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 secret kept in default: SMTP_PASSWORD.').waitFor()
  await page.getByText('Line 2 is no NAME=value.').waitFor()
})

test('a removed secret is asked about and gone', async () => {
  await served.lab.call('secrets.set', { name: 'OLD_KEY', value: VALUE })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/secrets')
  await page.getByRole('button', { name: 'More for OLD_KEY' }).click()
  await page.getByRole('menuitem', { name: 'Remove from default' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByText('OLD_KEY', { exact: true }).waitFor({ state: 'detached' })
})

test('the page is accessible and fits a phone, light and dark', async () => {
  await served.lab.call('secrets.set', { name: 'SMTP_URL', value: VALUE })
  await using window = await openWindow(served)
  await window.visit('/secrets')
  await window.page.getByRole('list', { name: 'Secrets' }).waitFor()
  expect(await flaws(window.page, 'secrets')).toEqual([])
})

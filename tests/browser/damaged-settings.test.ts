import { afterAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, serveLab } from './browser.ts'

afterAll(closeBrowser)

test('with settings that cannot be read, Home, Board and Memory show what there is and lead to the repair', async () => {
  await using served = await serveLab()
  const { lab } = served
  await lab.call('memory.save', { title: 'Tokens live one hour', content: 'Refresh is silent.' })
  await lab.call('feature.create', { title: 'Single sign-on' })
  lab.write('.sdlc/config.yaml', 'project: {name: [\n')
  await using window = await openWindow(served)
  const { page } = window
  const repair = page.getByRole('link', { name: 'Look for problems and repair them' })
  await window.visit('/memory')
  await page.getByRole('link', { name: 'Tokens live one hour' }).waitFor()
  await page.getByText('is not valid YAML').waitFor()
  expect(await repair.count()).toBe(1)
  await window.visit('/memory?q=how+long+do+tokens+live')
  await page.getByRole('link', { name: 'Tokens live one hour' }).waitFor()
  await page.getByText('is not valid YAML').waitFor()
  expect(await repair.count()).toBe(1)
  await window.visit('/board')
  await page.getByRole('link', { name: 'Single sign-on' }).waitFor()
  await page.getByText('is not valid YAML').waitFor()
  expect(await repair.count()).toBe(1)
  await window.visit('/')
  await page.getByText('Settings cannot be read').waitFor()
  await repair.first().click()
  await page.getByRole('button', { name: 'Repair' }).click()
  await page.getByText('Repaired:').first().waitFor()
  await window.visit('/memory')
  await page.getByRole('link', { name: 'Tokens live one hour' }).waitFor()
  expect(await page.getByText('is not valid YAML').count()).toBe(0)
  expect(window.complaints).toEqual([])
})

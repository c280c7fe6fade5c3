import { afterAll, beforeAll, expect, test } from 'vitest'
import { finalizing, git } from '../support/explorations.ts'
import { closeBrowser, openWindow, type Served, serveLab, violations } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  lab.write('readme.md', '# Shop\n')
  git(lab, 'add', 'readme.md')
  git(lab, 'commit', '-qm', 'first')
  // No name is guessed from the machine, as on one that has none.
  git(lab, 'config', 'user.useConfigOnly', 'true')
  await finalizing(lab)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('D1: finishing without a git identity asks for it, keeps the refusal when that is closed, and continues when it is saved', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/explorations/auth-approaches')
  await page.getByRole('button', { name: 'Finish it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Git needs your name' })
  await dialog.waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'git has no name and address' })
  await refusal.getByRole('link', { name: 'Set name and address' }).waitFor()
  await page.getByRole('button', { name: 'Finish it' }).click()
  await dialog.getByLabel('Your name').fill('Ann Example')
  await dialog.getByLabel('Your email address').fill('ann@example.org')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Finish it' }).waitFor({ state: 'detached' })
  expect(git(served.lab, 'log', '-1', '--format=%an')).toContain('Ann Example')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareTool, writeTool } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  const layout = [{ key: 'who', type: 'text' as const, label: 'Who', required: true, default: 'world' }]
  writeTool(lab, 'greet', bareTool({ display_name: 'Greet', form_layout: layout }, 'print({ ok: true, data: 1 })'))
  for (const description of ['Add dates', 'Add colours']) {
    await lab.call('change.start', { type: 'feature', size: 'small', description })
    await lab.call('change.cancel', {})
  }
  await lab.call('run.exec', { argv: ['sh', '-c', 'exit 1'] })
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('several archived changes are said, and come back with Undo', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/changes')
  for (const box of await page.getByRole('checkbox', { name: /^Select Add / }).all()) await box.check()
  await page.getByRole('button', { name: 'Archive' }).click()
  const said = page.getByRole('status').filter({ hasText: '2 changes archived' })
  await said.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  const { changes } = await served.lab.call('change.list', {})
  expect(changes.map(({ id }) => id).sort()).toEqual(['add-colours', 'add-dates'])
})

test('a failed run is put away on Home and comes back with Undo', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/')
  const needs = page.getByRole('list', { name: 'Needs you' })
  const failed = needs.getByRole('listitem').filter({ hasText: 'exit 1' })
  await failed.getByRole('button', { name: 'Dismiss' }).click()
  await failed.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await failed.waitFor()
})

test('the commands of a repository are looked at and trusted on Home', async () => {
  await using bare = await serveLab()
  const { lab } = bare
  lab.write('package.json', JSON.stringify({ scripts: { lint: 'echo looks-good' } }))
  await using window = await openWindow(bare)
  const { page } = window
  await window.visit('/')
  const trust = page.getByRole('listitem').filter({ hasText: 'that you have not trusted' })
  await trust.getByRole('button', { name: 'Look and trust' }).click()
  const dialog = page.getByRole('dialog', { name: 'Trust these commands?' })
  await dialog.getByText('lint: echo looks-good').waitFor()
  await dialog.getByRole('button', { name: 'Trust them' }).click()
  await trust.waitFor({ state: 'detached' })
  expect((await lab.call('trust.status', {})).subjects.map(({ standing }) => standing)).toEqual(['trusted'])
  expect(window.complaints).toEqual([])
})

test('Home leads to the tool that is not trusted yet, and its form has the defaults once it is', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/')
  await page.getByRole('link', { name: 'Look and trust' }).click()
  await page.waitForURL('**/tools/greet')
  await page.getByRole('button', { name: 'Look and trust' }).click()
  await page.getByRole('button', { name: 'Trust it' }).click()
  await page.getByRole('region', { name: 'Not trusted yet' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('textbox', { name: 'Who' }).inputValue()).toBe('world')
})

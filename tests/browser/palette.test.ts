import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent } from '../lab.ts'
import { closeBrowser, openWindow, type Served, screenshot, serveLab, violations } from './browser.ts'
import { openKeyboardWindow, press, write } from './by-keyboard.ts'
import { makeSpec } from './specs-stage.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  await makeSpec(lab)
  await lab.call('change.start', { type: 'feature', size: 'small', description: 'Greet people by name' })
  await lab.call('adr.record', {
    title: 'Greet in English',
    context: 'Many languages.',
    decision: 'English.',
    rationale: 'Everybody reads it.',
  })
  await lab.call('memory.save', { title: 'Tokens live one hour', content: 'Short tokens.' }, agent)
  lab.write('src/greeting.ts', 'export function greetEverybody() {\n  return 1\n}\n')
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

/** What is typed, the row that is found, and where it leads. */
const FINDS: readonly (readonly [string, RegExp, RegExp])[] = [
  ['FR-001', /^FR-001 /, /\/specs\?stage=.*at=FR-001/],
  ['ADR-001', /^ADR-001 Greet in English/, /\/changes\/.*adr=ADR-001/],
  ['greet people', /^Greet people by name/, /\/changes\//],
  ['tokens live', /^Tokens live one hour/, /\/memory\/\d+/],
  ['greeting.ts', /^src\/greeting\.ts/, /\/files\?path=/],
  ['runs.concurrency', /^runs\.concurrency/, /\/settings#runs\.concurrency/],
]

test('D12: requirements, decisions, work, memory, files and settings are found by title or id', async () => {
  await using window = await openWindow(served)
  const { page } = window
  for (const [words, name, address] of FINDS) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(words)
    await page.getByRole('option', { name }).first().click()
    await page.waitForURL(url => address.test(decodeURIComponent(url.href)))
    // A decision opens in a dialog of its own.
    const dialog = page.getByRole('dialog', { name: 'ADR-001' })
    if (words === 'ADR-001') await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  expect(window.complaints).toEqual([])
})

test('an operation is carried out with a form, by keyboard alone', async () => {
  await using window = await openKeyboardWindow(served)
  const { page } = window
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('feedback add')
  await page.getByRole('option', { selected: true }).filter({ hasText: 'feedback add' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/do/feedback.add')
  await page.getByRole('heading', { level: 1, name: 'Keep what somebody said about the product' }).waitFor()
  await press(page.getByRole('button', { name: 'Run' }))
  await page.getByText('Required').first().waitFor()
  await screenshot(page, 'operation-form')
  expect(await violations(page)).toEqual([])
  await write(page.getByRole('textbox').first(), 'The greeting is too loud.')
  await press(page.getByRole('button', { name: 'Run' }))
  await page.getByRole('heading', { name: 'Done' }).waitFor()
  expect((await served.lab.call('feedback.list', {})).feedback).toHaveLength(1)
  expect(window.complaints).toEqual([])
})

test('a page of one thing shows where it belongs and leads back', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/memory/1')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Memory' }).click()
  await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor()
  expect(window.complaints).toEqual([])
})

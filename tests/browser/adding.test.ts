import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  await served.lab.call('exploration.start', { title: 'How do we ship?', name: 'shipping' })
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('topics typed while the former one is being saved are all kept, in order, and the focus stays', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const saving = new EventEmitter()
  const held = once(saving, 'release')
  await page.route('**/api/operations/exploration.task_create', async route => {
    await held
    await route.continue()
  })
  await window.visit('/explorations/shipping?tab=work')
  const field = page.getByRole('textbox', { name: 'New topic' })
  await field.fill('By train')
  await page.getByRole('textbox', { name: 'Its question' }).fill('How long?')
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('')
  await page.keyboard.type('By ship')
  await page.keyboard.press('Enter')
  await page.keyboard.type('By plane')
  saving.emit('release')
  await page.getByRole('list', { name: 'Topics' }).getByText('By ship').waitFor()
  expect(await field.inputValue()).toBe('By plane')
  const { tasks } = await served.lab.call('exploration.status', {})
  expect(tasks.map(({ name, question }) => [name, question])).toEqual([
    ['By train', 'How long?'],
    ['By ship', undefined],
  ])
  expect(window.complaints).toEqual([])
})

test('a refused topic comes back, unless the next one is in its place: then it can be sent again', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const isRefused = { now: true }
  await page.route('**/api/operations/exploration.task_create', route =>
    isRefused.now ? route.abort('connectionrefused') : route.continue(),
  )
  await window.visit('/explorations/shipping?tab=work')
  const field = page.getByRole('textbox', { name: 'New topic' })
  await field.fill('By bike')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The Furrow server does not answer.').waitFor()
  expect(await field.inputValue()).toBe('By bike')
  await page.keyboard.press('Enter')
  await page.keyboard.type('On foot')
  await page.getByText('Not saved: By bike').waitFor()
  expect(await field.inputValue()).toBe('On foot')
  isRefused.now = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('list', { name: 'Topics' }).getByText('By bike').waitFor()
  await page.getByText('Not saved: By bike').waitFor({ state: 'detached' })
})

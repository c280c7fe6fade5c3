import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA_FIELDS, SCHEMA_FIELDS_RUN } from '../fixtures/tools/schema-fields.ts'
import { trustedTool } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, screenshot, serveLab, violations } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  await trustedTool(served.lab, 'form', SCHEMA_FIELDS, SCHEMA_FIELDS_RUN)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const newest = async () => (await served.lab.call('tool.interactions', { name: 'form' })).interactions[0]

test('D11: a tool without a layout has a form from its schema, and each part of it reaches the tool', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/form')
  await page.getByLabel('host').waitFor()
  await run(page).click()
  await page.getByRole('alert').filter({ hasText: '2 fields need you.' }).waitFor()
  await page.getByLabel('Title').fill('Ours')
  await page.getByLabel('host').fill('h.example')
  expect(await page.getByLabel('count').inputValue()).toBe('3')
  await page.getByLabel('level').selectOption({ label: 'High' })
  await page.getByRole('button', { name: 'Add tags' }).click()
  await page.getByRole('textbox', { name: 'tags 1' }).fill('a')
  await page.getByRole('button', { name: 'Add another' }).click()
  await page.getByRole('textbox', { name: 'tags 2' }).fill('b')
  await page.getByLabel('worker').check()
  await page.getByLabel('day').fill('2026-03-01')
  await page.getByRole('button', { name: 'Add mirrors' }).click()
  const mirrors = page.getByRole('group', { name: 'mirrors 1' })
  await mirrors.getByLabel('host').fill('m.example')
  await page.getByLabel('target: kind').selectOption({ label: 'web' })
  await page.getByLabel('url').fill('https://target.example')
  await page.getByLabel('token').fill('never kept anywhere')
  expect(await page.getByLabel('token').getAttribute('type')).toBe('password')
  expect(await violations(page)).toEqual([])
  await screenshot(page, 'tools-schema-form-1440-light')
  await run(page).click()
  await result(page).getByText('h.example').first().waitFor()
  expect((await newest())?.input).toEqual({
    title: 'Ours',
    count: 3,
    level: 2,
    tags: ['a', 'b'],
    parts: ['worker'],
    loud: false,
    day: '2026-03-01',
    server: { host: 'h.example', port: 80 },
    mirrors: [{ host: 'm.example', port: 80 }],
    target: { kind: 'web', url: 'https://target.example' },
    revision: 1,
  })
  expect(window.complaints).toEqual([])
})

test('D6: after Edit and run again the form keeps what was run, and what it cannot show is edited as JSON', async () => {
  const { lab } = served
  const server = { host: 'first.example' }
  await lab.call('tool.run', { name: 'form', input: { title: 'First', server }, wait: 300 })
  const odd = { title: 'Odd', server: { ...server, more: true } }
  const { interaction_id: oddId } = await lab.call('tool.run', { name: 'form', input: odd, wait: 300 })
  await using window = await openWindow(served)
  const { page } = window
  const first = (await lab.call('tool.interactions', { name: 'form' })).interactions.find(
    ({ input }) => input?.['title'] === 'First',
  )
  await window.visit(`/tools/form?run=${first?.id}`)
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('First')
  await page.getByLabel('Title').fill('Second')
  await run(page).click()
  await result(page).getByText('Second').first().waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Second')
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Second')
  await window.visit(`/tools/form?run=${oddId}`)
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await page.locator('.cm-content').getByText('"more"').waitFor()
  await page.getByRole('button', { name: 'As a form' }).click()
  await page.getByText('The form has no field for a part of this').waitFor()
  expect(window.complaints).toEqual([])
})

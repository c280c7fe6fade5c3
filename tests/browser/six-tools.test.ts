import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { MISBEHAVIOUR, SIX_KEY, sixTools } from '../fixtures/tools/six.ts'
import { runToEnd } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

/** The six tools of the black-box report in Chromium; the other three doors are in tests/doors/six-tools.test.ts. */
let served: Served
beforeAll(async () => {
  served = await serveLab()
  await sixTools(served.lab)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const log = (page: Page) => page.getByRole('log')

async function latest(name: string) {
  const { interactions } = await served.lab.call('tool.interactions', { name })
  return interactions[0]
}

test('all field types: the form gives the tool what was filled in, and keeps no secret', async () => {
  served.lab.write('settings.json', '{}')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/all-fields')
  await page.getByLabel('title').fill('T')
  await page.getByLabel('notes').fill('two\nlines')
  await page.getByLabel('env').selectOption('staging')
  await page.getByLabel('loud').check()
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-02-01')
  await page.getByLabel('config', { exact: true }).fill('settings.json')
  await page.getByLabel('password').fill(SIX_KEY)
  await run(page).click()
  await result(page).getByText('"T"').waitFor()
  const shown = {
    title: 'T',
    notes: 'two\nlines',
    sql: 'select 1',
    env: 'staging',
    loud: true,
    range: { start: '2026-01-01', end: '2026-02-01' },
    config: 'settings.json',
  }
  const record = await latest('all-fields')
  expect(record?.input).toEqual(shown)
  expect(record?.result?.data).toEqual({ ...shown, password: SIX_KEY.length })
  expect(window.complaints).toEqual([])
})

test('streaming and secrets: the log shows each line, the attachment is there, and no key is on the page', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/streamer')
  await run(page).click()
  await result(page).getByText('steps').first().waitFor()
  await result(page).getByText('report.txt').first().waitFor()
  await result(page).getByText('Log', { exact: true }).click()
  for (const line of ['on its way', 'careful']) await log(page).getByText(line).waitFor()
  await window.visit('/tools/keeper')
  await run(page).click()
  await result(page).getByText('***').first().waitFor()
  await result(page).getByText('Log', { exact: true }).click()
  await log(page).getByText('Authorization: Bearer ***').waitFor()
  for (const spelling of [SIX_KEY, Buffer.from(SIX_KEY).toString('base64')])
    expect(await page.content()).not.toContain(spelling)
  expect(window.complaints).toEqual([])
})

test('cancel: the button ends the tool with its children', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/sleeper')
  await run(page).click()
  await log(page).getByText('asleep').waitFor()
  const id = (await latest('sleeper'))?.id ?? ''
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await result(page).getByText('Cancelled').first().waitFor()
  expect((await served.lab.call('run.wait', { id })).status).toBe('cancelled')
  expect(findByMarker(id)).toEqual([])
})

test('follow-ups: those that hold are buttons, one is carried out, one asks first', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await runToEnd(served.lab, 'chooser', { place: 'shop' })
  await window.visit(`/tools/chooser?run=${(await latest('chooser'))?.id}`)
  await page.getByRole('button', { name: 'Keep as feedback' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep as feedback' }).click()
  await expect
    .poll(async () => (await served.lab.call('feedback.list', {})).feedback.map(({ text }) => text), {
      timeout: 20_000,
    })
    .toContainEqual(expect.stringContaining('2 failed in shop'))
  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('dialog').getByText('Roll back shop?').waitFor()
  expect(await page.getByRole('button', { name: 'Never' }).count()).toBe(0)
})

test('badly behaved: each way to fail is said in words', async () => {
  await using window = await openWindow(served)
  const { page } = window
  for (const how of Object.keys(MISBEHAVIOUR)) {
    const { id, reason, result } = await runToEnd(served.lab, 'misbehaver', { how })
    const said = reason ?? result?.error ?? ''
    expect(said).not.toBe('')
    await window.visit(`/runs/${id}`)
    await page.getByRole('region', { name: 'Outcome' }).getByText(said).first().waitFor()
  }
  expect(window.complaints).toEqual([])
})

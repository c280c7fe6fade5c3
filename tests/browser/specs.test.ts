import { afterAll, expect, test } from 'vitest'
import { TEXTS } from '../support/spec-texts.ts'
import { specifiedTo } from '../support/specified.ts'
import { closeBrowser, openWindow, serveLab } from './browser.ts'
import { makeSpec } from './specs-stage.ts'

afterAll(closeBrowser)

test('a specification is begun by keyboard alone, its first stage written from the template, and the line moves on', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/specs')
  await page.getByLabel('Name').fill('Reading list')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Keeps articles')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Reading list', level: 1 }).waitFor()
  const text = page.getByLabel('Text of propose, in markdown')
  await expect.poll(() => text.inputValue()).toContain('## Problem Statement')
  await text.fill('## Problem Statement\n\nLinks\n\n## Target Users\n\nUs\n\n## Proposed Solution\n\nThis\n')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('success_criteria is required').waitFor()
  await text.fill(`${await text.inputValue()}\n\n## Success Criteria\n\nThat\n`)
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Text of specify, in markdown').waitFor()
  expect(served.lab.read('sdd/proposal.md')).toContain('Links')
})

test('a stale stage says why, is confirmed by its button, and the page follows what others do', async () => {
  await using served = await serveLab()
  await specifiedTo(served.lab, 'design')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/specs')
  await page.getByLabel('Text of design, in markdown').waitFor()
  await served.lab.call('spec.reopen', { stage: 'business-rules', reason: 'One more' })
  await served.lab.call('spec.rules', {
    ...TEXTS['business-rules'],
    derivations: '- An Article is old when a year has passed.',
  })
  await page.getByText('sdd/business-rules.md changed after this was written').waitFor()
  await page.getByRole('button', { name: 'It still holds' }).click()
  await page.getByLabel('Text of design, in markdown').waitFor()
  expect((await served.lab.call('spec.context', {})).current_stage).toBe('design')
})

test('the gate shows each round and what lacks, the trace its matrix and gaps, the text its sections', async () => {
  await using served = await serveLab()
  await makeSpec(served.lab)
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/specs?stage=specify')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Should Have' }).click()
  expect(page.url()).toContain('#specify-should-have')
  await page.getByRole('tab', { name: 'Clarity Gate' }).click()
  await page.getByText('85 of 100').waitFor()
  await page.getByRole('link', { name: 'Round 1: 28' }).click()
  await page.getByText('28 of 100').waitFor()
  await page
    .getByRole('row', { name: /^Security/ })
    .getByText(/^\d+ points$/)
    .waitFor()
  expect(page.url()).toContain('view=gate&round=1')
  await page.getByRole('tab', { name: 'Trace' }).click()
  const row = page.getByRole('row', { name: /FR-002/ })
  await row.getByText('covers').waitFor()
  await page.getByRole('tab', { name: 'Findings' }).click()
  await page.getByText('1 blocking').waitFor()
})

test('a stage that is done is reopened with a reason', async () => {
  await using served = await serveLab()
  await specifiedTo(served.lab, 'design')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/specs?stage=propose')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByLabel('Why').fill('More users')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await page.getByLabel('Text of propose, in markdown').waitFor()
  expect((await served.lab.call('spec.context', {})).current_stage).toBe('propose')
})

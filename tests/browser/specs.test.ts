import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { TEXTS } from '../support/spec-texts.ts'
import { specifiedTo } from '../support/specified.ts'
import { closeBrowser, openWindow, serveLab, settled } from './browser.ts'
import { chooseTab, openKeyboardWindow, press, tabTo, write } from './by-keyboard.ts'
import { makeSpec } from './specs-stage.ts'

afterAll(closeBrowser)

test('a specification is begun by keyboard alone, its first stage written from the template, and the line moves on', async () => {
  await using served = await serveLab()
  await using window = await openKeyboardWindow(served)
  const { page } = window
  await window.visit('/specs')
  await write(page.getByLabel('Name'), 'Reading list')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Keeps articles')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Reading list', level: 1 }).waitFor()
  const text = page.getByLabel('Text of propose, in markdown')
  await expect.poll(() => text.inputValue()).toContain('## Problem Statement')
  await tabTo(text)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '## Problem Statement\n\nLinks\n\n## Target Users\n\nUs\n\n## Proposed Solution\n\nThis\n',
  )
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('success_criteria is required').waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('\n\n## Success Criteria\n\nThat\n')
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Text of specify, in markdown').waitFor()
  expect(served.lab.read('sdd/proposal.md')).toContain('Links')
  expect(window.complaints).toEqual([])
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
  await page.getByText('85/100').waitFor()
  await page.getByRole('link', { name: 'Round 1: 28' }).click()
  await page.getByText('28/100').waitFor()
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
  await page
    .getByRole('link', { name: /^sdd\/design\.md:/ })
    .first()
    .click()
  await page.waitForURL('**/specs?stage=design*')

  // The same by keyboard alone.
  await using keyboard = await openKeyboardWindow(served, { width: 390 })
  const { page: small } = keyboard
  await keyboard.visit('/specs')
  const stages = small.getByRole('navigation', { name: 'Stages' })
  // A line of stages that is wider than a telephone begins at the stage that is shown.
  expect(await inSight(stages.getByRole('listitem').filter({ hasText: 'Design' }))).toBe(true)
  await press(stages.getByRole('link', { name: 'Specify' }))
  await press(small.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Should Have' }))
  await small.waitForURL('**#specify-should-have')
  await small.reload()
  await settled(small)
  await expect.poll(() => inSight(small.getByRole('heading', { name: 'Should Have' }))).toBe(true)
  await chooseTab(small.getByRole('tab', { name: 'Clarity Gate' }))
  await press(small.getByRole('link', { name: 'Round 1: 28' }))
  await small.getByText('28/100').waitFor()
  await chooseTab(small.getByRole('tab', { name: 'Trace' }))
  await press(small.getByRole('row', { name: /FR-002/ }).getByRole('link', { name: 'FR-002' }))
  await small.waitForURL('**/specs?stage=specify&at=FR-002')
  await expect.poll(() => inSight(small.locator('li.bg-sprout-wash', { hasText: 'FR-002' }))).toBe(true)
  expect([...window.complaints, ...keyboard.complaints]).toEqual([])
})

/** At least half of it is in the window. */
function inSight(target: Locator): Promise<boolean> {
  return target.evaluate(
    element =>
      new Promise(resolve => {
        const seen = new IntersectionObserver(([entry]) => {
          seen.disconnect()
          resolve((entry?.intersectionRatio ?? 0) >= 0.5)
        })
        seen.observe(element)
      }),
  )
}

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

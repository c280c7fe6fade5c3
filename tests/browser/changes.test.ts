import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, serveLab, settled } from './browser.ts'
import { openKeyboardWindow, press, write } from './by-keyboard.ts'
import { ACTIVE, DONE, makeChanges, PAUSED } from './changes-stage.ts'
import { flaws, inBothThemes } from './look.ts'

let served: Served
let fresh: Served
beforeAll(async () => {
  served = await serveLab()
  await makeChanges(served.lab)
  fresh = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await fresh[Symbol.asyncDispose]()
  await closeBrowser()
})

test('the board shows every change at its flow or its stage, and the filters stand in the address', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/changes')
  const board = page.getByRole('region', { name: 'Board' })
  await board.getByRole('link', { name: 'Sign in with a passkey' }).waitFor()
  expect(
    await board
      .getByRole('region', { name: /^Feature/ })
      .getByRole('link')
      .count(),
  ).toBe(1)
  expect(await board.getByText('Proof: commands').count()).toBe(1)
  await page.getByText('By stage').click()
  await page.waitForURL('**?by=stage')
  await board
    .getByRole('region', { name: /^Context check/ })
    .getByRole('link', { name: 'Sign in' })
    .waitFor()
  await page.getByLabel('Status').selectOption('paused')
  await expect.poll(() => board.getByRole('link').count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('status')).toBe('paused')
  await page.getByLabel('Filter changes').fill('nothing of the kind')
  await page.getByText('No change fits this filter').waitFor()
  await window.visit('/changes?type=fix')
  await board.getByRole('link', { name: 'Show a warning' }).waitFor()
  expect(await board.getByRole('link').count()).toBe(1)
  expect(window.complaints).toEqual([])
})

test('a person starts a change and drives it to its proof with the keyboard alone', async () => {
  await using window = await openKeyboardWindow(fresh)
  const { page } = window
  await window.visit('/changes')
  await page.keyboard.press('c')
  await page.waitForURL('**/changes?start=on')
  const dialog = page.getByRole('dialog', { name: 'Start a change' })
  await dialog.getByLabel('What does this change do?').waitFor()
  await page.keyboard.type('Fix the small typo in the greeting')
  await page.keyboard.press('Tab')
  await dialog.getByText('type fix').waitFor()
  await dialog.getByText('Describe → Context check → Tasks → Verify').waitFor()
  await press(dialog.getByRole('button', { name: 'Start it' }))
  await page.waitForURL('**/changes/fix-the-small-typo-in-the-greeting')
  const advance = async (stage: string, text: string) => {
    await write(page.getByLabel(`Text of ${stage}`), text)
    await page.keyboard.press('Control+Enter')
  }
  await advance('describe', 'It says **Helo**.')
  // The context check came with the first stage.
  await page.getByText('Up to date').waitFor()
  await advance('context check', 'Nothing stands against it.')
  await advance('tasks', '- [ ] TASK-001 the greeting')
  await write(page.getByLabel('Accept a command as proof'), 'echo checked')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Checks' }).getByText('echo checked').waitFor()
  await advance('verify', 'It says Hello.')
  await page.getByText('Proof: commands', { exact: true }).waitFor()
  await page.getByText('exit 0').waitFor()
  await press(page.getByText('Output of accepted-1'))
  await page.locator('pre', { hasText: 'checked' }).first().waitFor()
  await press(page.getByRole('link', { name: 'the run' }))
  await page.waitForURL('**/runs/*')
  await page.getByRole('log').getByText('checked').waitFor()
  expect(window.complaints).toEqual([])
})

test('what is written elsewhere appears by itself', async () => {
  await using window = await openWindow(fresh)
  const { page } = window
  await window.visit('/changes')
  await fresh.furrow('change', 'start', 'Say good morning', '--type', 'feature', '--size', 'small')
  await page.getByRole('region', { name: 'In progress' }).getByText('Say good morning').waitFor()
  await page.getByRole('region', { name: 'Board' }).getByRole('link', { name: 'Say good morning' }).click()
  await page.getByLabel('Text of describe').waitFor()
  await fresh.furrow('change', 'advance', '--content', 'In the morning.')
  await page.getByText('Up to date').waitFor()
  await fresh.furrow('change', 'cancel', 'say-good-morning')
  await page.getByText('Cancelled', { exact: true }).waitFor()
})

test('artifacts are read as text, never as markup, and their links lead where they say', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/changes/${DONE}?stage=describe`)
  await page.getByRole('cell', { name: '28 min' }).waitFor()
  expect(await page.getByText('onerror=').count()).toBe(1)
  expect(await page.locator('main img').count()).toBe(0)
  expect(await page.title()).not.toContain('broken')
  const link = page.getByRole('link', { name: 'the form' })
  expect(await link.getAttribute('rel')).toContain('noopener')
  await page.getByRole('link', { name: 'Tasks' }).click()
  await page.waitForURL('**?stage=tasks')
  await page.getByText('To do:').first().waitFor()
})

test('a decision opens above the page, and its address can be sent', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/changes/${DONE}`)
  await page.getByRole('link', { name: 'Warn two minutes before' }).click()
  await page.waitForURL('**adr=ADR-001**')
  await page.getByRole('dialog', { name: 'ADR-001' }).getByText('People lost what they had typed.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('adr')).toBeNull()
})

test('conflicts are answered by name, and the answer is shown as what came of them', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/changes/${ACTIVE}`)
  const conflicts = page.getByRole('list', { name: 'Conflicts to answer' })
  expect(await conflicts.getByText('Not answered').count()).toBe(2)
  await page.getByLabel(/^Text of/).fill('Checked.')
  await page.getByRole('button', { name: /Save and go on/ }).click()
  await page.getByRole('alert').getByText('the content does not say what comes of it').first().waitFor()
  await conflicts.getByRole('button', { name: 'Answer it' }).first().click()
  await page.getByLabel(/^Text of/).press('End')
  await page.keyboard.type('kept as it is')
  await conflicts.getByRole('button', { name: 'Answer it' }).click()
  await page.keyboard.type('moved')
  expect(await conflicts.getByText('Named').count()).toBe(2)
  await page.getByRole('button', { name: /Save and go on/ }).click()
  await page.getByLabel('Text of spec').waitFor()
  await window.visit(`/changes/${ACTIVE}?stage=context-check`)
  await page.getByText('FR-001: kept as it is').first().waitFor()
})

test('what cannot be done says why, and what can be is done', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/changes/${PAUSED}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  expect(await button('Archive').getAttribute('title')).toContain('is still at context-check')
  expect(await button('Reopen').getAttribute('title')).toContain('One change at a time')
  await button('Archive').click({ force: true })
  await page.locator('[data-hint]').getByText('is still at context-check').waitFor()
  expect(await page.getByText('Moved to the history').count()).toBe(0)
  await button('Switch to it').click()
  await page.getByText('Active', { exact: true }).waitFor()
  await button('Reopen').click()
  const dialog = page.getByRole('dialog', { name: 'Reopen this change' })
  await dialog.getByLabel('Back to').selectOption('scope')
  await dialog.getByLabel('Why').fill('The scope was too wide.')
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('The scope was too wide.').waitFor()
  expect(await page.getByLabel('Text of scope').inputValue()).toContain('Touches src/auth/refresh.ts')
  await button('Cancel change').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  expect((await served.lab.call('change.status', { change_id: PAUSED })).status).toBe('active')
  await button('Cancel change').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel change' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  await button('Archive').click()
  await page.getByText('Archived', { exact: true }).waitFor()
  expect(served.lab.list('sdd/history')).toContain(PAUSED)
})

test('a change is started and advanced by mouse; a check that fails keeps the text and leads to its log', async () => {
  await using window = await openWindow(fresh)
  const { page } = window
  await window.visit('/changes')
  await page.getByRole('button', { name: 'Start a change' }).click()
  await page.getByLabel('What does this change do?').fill('Fix what fails')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type').selectOption('fix')
  await dialog.getByText('Small', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Start it' }).click()
  await page.waitForURL('**/changes/fix-what-fails')
  const advance = async (stage: string, to: string) => {
    await page.getByLabel(`Text of ${stage}`).fill(`About ${stage}.`)
    await page.getByRole('button', { name: `Save and go on to ${to}` }).click()
  }
  await advance('describe', 'context check')
  await page.getByText('Up to date').waitFor()
  await advance('context check', 'tasks')
  await advance('tasks', 'verify')
  await page.getByLabel('Accept a command as proof').fill('echo no; exit 3')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Checks' }).getByText('exit 3').waitFor()
  await page.getByLabel('Text of verify').fill('All is well.')
  await page.getByRole('button', { name: 'Verify and complete' }).click()
  await page.getByRole('alert').getByText('exit code 3').waitFor()
  await page.reload()
  await settled(page)
  expect(await page.getByLabel('Text of verify').inputValue()).toBe('All is well.')
  await page.getByRole('button', { name: 'Verify and complete' }).click()
  await page.getByRole('link', { name: /^Log of/ }).click()
  await page.getByText('Failed, exit 3', { exact: true }).waitFor()
})

test('the dialogs and every stage are accessible, light and dark', async () => {
  await using window = await openWindow(served)
  const { page } = window
  for (const path of [`/changes/${DONE}?stage=verify`, `/changes/${ACTIVE}`, `/changes/${DONE}?adr=ADR-001`]) {
    await window.visit(path)
    expect(await inBothThemes(page), path).toEqual([])
  }
  await window.visit('/changes')
  await page.keyboard.press('c')
  await page.getByRole('dialog').waitFor()
  expect(await flaws(page, 'changes-start')).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent } from '../lab.ts'
import { runToEnd, trustedTool } from '../support/tools.ts'
import { FEATURE, makeBoard } from './board-stage.ts'
import { closeBrowser, openWindow, type Served, serveLab, violations } from './browser.ts'

let served: Served
let fresh: Served
beforeAll(async () => {
  served = await serveLab()
  await makeBoard(served.lab)
  fresh = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await fresh[Symbol.asyncDispose]()
  await closeBrowser()
})

test('a person makes a feature, approves its spec and moves it on with the keyboard alone', async () => {
  await using window = await openWindow(fresh)
  const { page } = window
  await window.visit('/board')
  await page.getByText('No features yet').waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New feature' })
  await dialog.getByLabel('What should there be?').waitFor()
  await page.keyboard.type('Sign out everywhere')
  await page.keyboard.press('Tab')
  await page.keyboard.type('All sessions end.')
  await dialog.getByRole('button', { name: 'Create' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/board/features/sign-out-everywhere')
  await page.getByRole('link', { name: 'Read spec' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**?artifact=spec*')
  await page.getByText('All sessions end.').waitFor()
  await page.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  const on = page.getByRole('button', { name: 'On to the next phase' })
  await on.waitFor()
  await on.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Write design' }).waitFor()
  expect((await fresh.lab.call('feature.show', { id: 'sign-out-everywhere' })).phase).toBe('specified')
  expect(window.complaints).toEqual([])
})

test('an artifact is waived with a reason, and a task is added, begun and completed', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/board/features/${FEATURE}?artifact=audit`)
  await page.getByRole('button', { name: 'Waive' }).click()
  await page.getByLabel('Why is it not needed?').fill('No new data is kept.')
  await page.getByRole('button', { name: 'Waive it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('No new data is kept.').waitFor()
  await page.getByLabel('New task').fill('Tell the people')
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.getByRole('button', { name: 'Begin T4' }).click()
  await page.getByRole('button', { name: 'Complete T4' }).click()
  await page.getByRole('button', { name: 'Reopen T4' }).waitFor()
  expect(window.complaints).toEqual([])
})

test('what an agent does in another process shows at once on the board and on the card', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/board')
  await served.lab.call('feature.create', { title: 'Made elsewhere' }, agent)
  await page.getByRole('link', { name: 'Made elsewhere' }).click()
  await page.waitForURL('**/board/features/made-elsewhere')
  await served.lab.call('feature.write', { id: 'made-elsewhere', artifact: 'spec', content: 'New.' }, agent)
  await page.getByRole('link', { name: 'Read spec' }).waitFor()
  await served.lab.call('escalation.raise', { title: 'May it?', feature: 'made-elsewhere' }, agent)
  await page.getByRole('link', { name: 'Answer it' }).click()
  await page.waitForURL('**/board?tab=escalations')
  await page.getByRole('button', { name: 'Answer e-002' }).click()
  await page.getByLabel('Your answer').fill('It may.')
  await page.getByRole('button', { name: 'Answer it' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('It may.').waitFor()
  expect(window.complaints).toEqual([])
})

test('a milestone is tested, judged and released; feedback becomes work', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/board/milestones/one-login')
  await page.getByText('It asked twice.').waitFor()
  const release = page.getByRole('button', { name: 'Release' })
  expect(await release.getAttribute('title')).toBe('Its acceptance test has not passed')
  const second = await served.lab.call('feature.create', { title: 'Second in line' })
  await page.getByLabel('One more').selectOption(second.id)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Move Second in line up', disabled: false }).click()
  await page.getByRole('button', { name: 'Move Second in line up', disabled: true }).waitFor()
  await page.getByRole('button', { name: 'Take Second in line out', disabled: false }).click()
  await page.getByRole('link', { name: 'Second in line' }).waitFor({ state: 'detached' })
  await page
    .getByRole('group', { name: 'How uat-002 went' })
    .getByRole('button', { name: 'Passed', exact: true })
    .click()
  await page.getByRole('button', { name: 'Release', disabled: false }).click()
  await page.getByText('Released', { exact: true }).first().waitFor()
  await window.visit('/board?tab=feedback')
  await page.getByRole('button', { name: 'Make f-002 work' }).click()
  await page.getByRole('menuitem', { name: 'New feature' }).click()
  await page.getByRole('link', { name: 'feature:signing-out-takes-two-clicks' }).click()
  await page.getByText('feedback:f-002').waitFor()
  expect(window.complaints).toEqual([])
})

test('a failed result becomes a task from its menu; each page leads to the other', async () => {
  const { lab } = fresh
  await lab.call('feature.create', { title: 'Checkout' })
  await trustedTool(lab, 'build', {}, `print({ ok: false, error: 'src/pay.ts(3,1): error TS1005: no' })`)
  const { id } = await runToEnd(lab, 'build')
  await using window = await openWindow(fresh)
  const { page } = window
  await window.visit(`/tools/build?run=${id}`)
  await page.getByRole('button', { name: 'Add to…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'New task' }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Feature').selectOption('checkout')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'task:checkout/T1' }).click()
  await page.waitForURL('**/board/features/checkout')
  await page.getByText('Compile error: src/pay.ts(3,1): error TS1005: no').waitFor()
  await page.getByRole('link', { name: `interaction:build/${id}` }).waitFor()
  expect(window.complaints).toEqual([])
})

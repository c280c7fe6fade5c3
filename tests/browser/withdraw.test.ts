import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

const ID = 'fix-the-greeting'
let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  await lab.call('change.start', {
    type: 'fix',
    size: 'small',
    description: 'Fix the greeting',
    content: 'It is gone.',
  })
  await lab.call('change.advance', { content: 'Nothing stands against it.' })
  await lab.call('change.advance', { content: '- [x] TASK-001 the greeting' })
  await lab.call('change.accept_command', { id: ID, argv: ['sh', '-c', 'echo "no" && exit 3'] })
  await lab.call('change.accept_command', { id: ID, argv: ['echo fine'] })
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('a command that was accepted by mistake is withdrawn on the page of its change, and is not run', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/changes/${ID}`)
  const checks = page.getByRole('region', { name: 'Checks' })
  const wrong = checks.getByRole('listitem').filter({ hasText: 'exit 3' })
  await wrong.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(/^Withdrawn: sh -c/).waitFor()
  await wrong.waitFor({ state: 'detached' })
  await checks.getByRole('listitem').filter({ hasText: 'echo fine' }).waitFor()
  await page.reload()
  await checks.getByRole('listitem').filter({ hasText: 'echo fine' }).waitFor()
  expect(await checks.getByText('exit 3').count()).toBe(0)
  await page.getByLabel('Text of verify').fill('It says Hello.')
  await page.getByRole('button', { name: 'Verify and complete' }).click()
  await page.getByText('Proof: commands', { exact: true }).waitFor()
  expect(window.complaints).toEqual([])
})

test('what was withdrawn in a terminal meanwhile is said so, and the page shows what is left', async () => {
  const { lab } = served
  await lab.call('change.reopen', { id: ID, stage: 'verify' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/changes/${ID}`)
  const checks = page.getByRole('region', { name: 'Checks' })
  await checks.getByText('echo fine').waitFor()
  await lab.call('change.withdraw_command', { id: ID, argv: ['echo fine'] })
  await checks.getByText('proof: none').waitFor()
  expect(await checks.getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
})

import { afterAll, expect, test } from 'vitest'
import { agent } from '../lab.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'
import { openKeyboardWindow, press, tabTo } from './by-keyboard.ts'

afterAll(closeBrowser)

test('what waits is opened from the start page, settled, and waits no more; what an agent did is undone', async () => {
  await using served = await serveLab()
  await agentWorks(served)
  await using window = await openWindow(served)
  const { page } = window
  const needs = page.getByRole('list', { name: 'Needs you' })
  await needs.getByRole('link', { name: /asks:/ }).click()
  await page.waitForURL('**/confirm/*')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('This was dismissed').waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await needs.getByRole('link', { name: /summary\.md/ }).click()
  await page.getByRole('article', { name: 'summary.md' }).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved: summary.md').waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByText('Nothing waits for you').waitFor()
  await page.getByRole('button', { name: /^Undo: project\.aliases/ }).click()
  await page.getByText(/^Undone: project\.aliases/).waitFor()
  expect(JSON.parse(await served.furrow('config', 'get', 'project.aliases', '--json')).source).toBe('default')
  expect(window.complaints).toEqual([])
})

test('the same by keyboard alone', async () => {
  await using served = await serveLab()
  await agentWorks(served)
  await using window = await openKeyboardWindow(served)
  const { page } = window
  await page.reload()
  const needs = page.getByRole('list', { name: 'Needs you' })
  await needs.getByRole('link', { name: /summary\.md/ }).waitFor()
  const focused = page.locator(':focus')
  const here = async () => {
    await page.keyboard.press('j')
    return focused.textContent()
  }
  await expect.poll(here, { timeout: 120_000 }).toContain('summary.md')
  await page.keyboard.press('Enter')
  await press(page.getByRole('article', { name: 'summary.md' }).getByRole('button', { name: 'Approve' }))
  await page.getByText('Approved: summary.md').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await press(needs.getByRole('link', { name: /asks:/ }))
  await page.waitForURL('**/confirm/*')
  await page.getByText('Asked by').waitFor()
  await press(page.getByRole('button', { name: 'Dismiss' }))
  await page.getByText('This was dismissed').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByText('Nothing waits for you').waitFor()
  await tabTo(page.getByRole('button', { name: /^Undo: project\.aliases/ }))
  await page.keyboard.press('Space')
  await page.getByText(/^Undone: project\.aliases/).waitFor()
  expect(window.complaints).toEqual([])
})

test('what waits is decided where it is listed, with the refusal beside it when it cannot be', async () => {
  await using served = await serveLab()
  await agentWorks(served)
  await using window = await openWindow(served)
  const { page } = window
  const needs = page.getByRole('list', { name: 'Needs you' })
  const summary = needs.getByRole('listitem').filter({ hasText: 'summary.md' })
  await summary.getByRole('button', { name: 'Approve' }).waitFor()
  await page.route('**/api/operations/artifact.approve', route =>
    route.fulfill({
      status: 200,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 200, code: 'failed', message: 'The disk is gone.' }),
    }),
  )
  await summary.getByRole('button', { name: 'Approve' }).click()
  await summary.getByRole('alert').getByText('The disk is gone.').waitFor()
  await page.unroute('**/api/operations/artifact.approve')
  await summary.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved: summary.md').waitFor()
  const trust = needs.getByRole('listitem').filter({ hasText: 'asks:' })
  expect(await trust.getByRole('button', { name: 'Allow' }).count()).toBe(0)
  await trust.getByRole('link', { name: 'Review' }).waitFor()
  await trust.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  expect((await served.lab.call('request.list', {})).requests.filter(({ status }) => status === 'pending')).toEqual([])
  expect(window.complaints).toEqual([])
})

test('the box on the start page proposes how to begin and begins it, by keyboard alone', async () => {
  await using served = await serveLab()
  await using window = await openKeyboardWindow(served)
  const { page } = window
  await page.reload()
  await tabTo(page.getByLabel('What do you want to do?'))
  await page.keyboard.type('Fix the typo in the greeting')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/^Small fix: /)
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/changes/*')
  expect((await served.lab.call('change.list', {})).changes).toMatchObject([{ type: 'fix', status: 'active' }])
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('list', { name: 'In progress' }).getByRole('link', { name: 'Continue' }).waitFor()
  expect(window.complaints).toEqual([])
})

/** An agent wrote a summary, asks for what only a person may do, and changed a setting. */
async function agentWorks({ lab }: Served): Promise<void> {
  await lab.call('exploration.start', { title: 'Which database?', name: 'database' })
  await lab.call('exploration.task_create', { name: 'SQLite' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'It is enough.' })
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', '# Summary\n\nSQLite.\n')
  await lab.call('artifact.add', { path: 'summary.md' }, agent)
  await lab.refusal('trust.grant', {}, agent)
  await lab.call('config.set', { key: 'project.aliases', value: 'apples, pears' }, agent)
}

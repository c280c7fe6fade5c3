import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent } from '../lab.ts'
import { madeRun } from '../support/agents.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'
import { openKeyboardWindow, tabTo } from './by-keyboard.ts'
import { flaws } from './look.ts'

/** A hang guard: the machine may be busy. */
const WAIT = { timeout: 120_000 }
const DOCUMENT = 'sdd/changes/greet-people/describe.md'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  await lab.call('change.start', {
    type: 'fix',
    size: 'small',
    description: 'Greet people',
    content: 'Nobody is greeted.\n\n- Say hello by name\n- Say goodbye',
  })
  await lab.call('exploration.start', { title: 'Which database?', name: 'database' })
  await lab.call('exploration.task_create', { name: 'SQLite' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('exploration.advance', {})
  await lab.call('artifact.write', { path: 'summary.md', content: '# Summary\n\nSQLite is enough.', kind: 'summary' })
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('a line of a change is commented, answered by an agent, and resolved by the person', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await window.visit('/changes/greet-people?stage=describe')
  await page.getByText('Comment', { exact: true }).click()
  const line = lab.read(DOCUMENT).split('\n').indexOf('- Say hello by name') + 1
  await page.getByRole('button', { name: `Comment on line ${line}`, exact: true }).click()
  await page.getByRole('textbox', { name: `Comment on line ${line}` }).fill('Which name?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const thread = page.getByRole('region', { name: `Comments on line ${line}` })
  await thread.getByText('Which name?').waitFor()
  const [kept] = (await lab.call('review.list', { path: DOCUMENT })).threads
  expect(kept).toMatchObject({ line, quote: '- Say hello by name' })

  await lab.call('review.reply', { id: kept?.id ?? '', text: 'The **first** name.' }, agent)
  await thread.locator('strong', { hasText: 'first' }).waitFor()
  expect(await flaws(page, 'review-lines')).toEqual([])
  await page.getByText('Read', { exact: true }).click()
  await page.getByText('- Say hello by name', { exact: true }).waitFor()
  expect(await flaws(page, 'review-read')).toEqual([])
  await thread.getByRole('button', { name: 'Resolve' }).click()
  await expect.poll(async () => (await lab.call('review.list', { path: DOCUMENT })).threads, WAIT).toEqual([])
  await thread.waitFor({ state: 'detached' })
  expect(window.complaints).toEqual([])
})

test('a line is commented by keyboard alone', async () => {
  await using window = await openKeyboardWindow(served)
  const { page } = window
  const { lab } = served
  await window.visit('/changes/greet-people?stage=describe')
  await tabTo(page.getByRole('radio', { name: 'Read' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page.getByRole('button', { name: 'Comment on line 1', exact: true }))
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('textbox', { name: 'Comment on line 3' }).waitFor()
  await page.keyboard.type('Really nobody?')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await lab.call('review.list', { path: DOCUMENT })).threads, WAIT)
    .toMatchObject([{ line: 3, comments: [{ text: 'Really nobody?' }] }])
})

test('what an agent run changed is commented on its own lines', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  const { id } = await madeRun(lab, { 'hello.txt': 'Hello\n' })
  await window.visit(`/runs/${id}`)
  await page.getByRole('tab', { name: /Changes/ }).click()
  await page.getByRole('button', { name: 'Comment on line 1', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Why this?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('region', { name: 'Comments on line 1' }).getByText('Why this?').waitFor()
  expect((await lab.call('review.list', { run: id })).threads).toMatchObject([{ run: id, line: 1, side: 'new' }])
  expect(await flaws(page, 'review-diff')).toEqual([])
})

test('a diff of many thousand lines draws those in view, keeps a text that is being written, and folds later files', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  const { id } = await madeRun(lab, { 'a-long.txt': numbered(6000), 'b-small.txt': 'One\nTwo\n' })
  await window.visit(`/runs/${id}`)
  await page.getByRole('tab', { name: /Changes/ }).click()
  const long = page.getByRole('region', { name: 'Lines of a-long.txt' })
  await long.getByRole('button', { name: 'Comment on line 1', exact: true }).click()
  await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Half a thou')
  await long.getByText('Number 9 of 6000').hover()
  await page.mouse.wheel(0, 1_000_000)
  await long.getByText('Number 6000 of 6000').waitFor()
  expect(await long.getByRole('button', { name: /^Comment on line/ }).count()).toBeLessThan(200)
  await page.mouse.wheel(0, -1_000_000)
  await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Half a thought')
  await page.keyboard.press('Escape')
  for (let pages = 0; pages < 5; pages++) await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Comment on line 101' }).fill('Why a hundred?')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('region', { name: 'Comments on line 101' }).getByText('Why a hundred?').waitFor()
  expect((await lab.call('review.list', { run: id })).threads).toMatchObject([
    { line: 101, quote: 'Number 101 of 6000' },
  ])

  await page.getByRole('button', { name: 'Show 2 lines' }).click()
  await page.getByRole('region', { name: 'Lines of b-small.txt' }).getByText('Two').waitFor()
  expect(await flaws(page, 'review-long-diff')).toEqual([])
  expect(window.complaints).toEqual([])
})

test('approving shows what changed since the last approval', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('artifact.write', { path: 'summary.md', content: '# Summary\n\nSQLite is more than enough.' })
  await window.visit('/explorations/database?tab=summaries')
  const changes = page.getByRole('region', { name: 'Changes to summary.md since its last approval' })
  await changes.getByText('-SQLite is enough.').waitFor()
  await changes.getByText('+SQLite is more than enough.').waitFor()
  expect(await flaws(page, 'review-approval')).toEqual([])
  await page.getByRole('button', { name: 'Approve' }).click()
  await changes.waitFor({ state: 'detached' })
})

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `Number ${index + 1} of ${count}\n`).join('')
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'
import { chooseTab, openKeyboardWindow, press, tabTo, write } from './by-keyboard.ts'
import { EXPLORATION, makeExploration } from './explorations-stage.ts'

let served: Served
let fresh: Served
beforeAll(async () => {
  served = await serveLab()
  await makeExploration(served.lab)
  fresh = await serveLab()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await fresh[Symbol.asyncDispose]()
  await closeBrowser()
})

test('a person explores with the keyboard alone: topics, a summary sent back and approved, the plan carried out', async () => {
  await using window = await openKeyboardWindow(fresh)
  const { page } = window
  const { lab } = fresh
  await window.visit('/explorations')
  await page.getByText('Nothing was explored yet').waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Start an exploration' })
  await dialog.getByLabel('What do you want to find out?').waitFor()
  await page.keyboard.type('Which database?')
  await press(dialog.getByRole('button', { name: 'Start it' }))
  await page.waitForURL('**/explorations/which-database')
  await page.getByRole('img', { name: 'The project is in Active' }).waitFor()
  await tabTo(page.getByRole('button', { name: 'On to Summarizing' }))
  await page.locator('[data-hint]').getByText('cannot advance: there is no topic yet').waitFor()
  await write(page.getByLabel('New topic'), 'PostgreSQL')
  await page.keyboard.press('Enter')
  const status = page.getByLabel('Status of 001')
  await page.getByText('cannot advance: 1 task is not yet completed or abandoned').waitFor()
  await tabTo(status)
  await page.keyboard.type('Compl')
  await expect
    .poll(async () => (await lab.call('exploration.task_show', { id: '001' })).status, { timeout: 120_000 })
    .toBe('completed')
  await press(page.getByRole('button', { name: 'On to Summarizing', disabled: false }))
  await page.getByRole('img', { name: 'The project is in Summarizing' }).waitFor()

  await chooseTab(page.getByRole('tab', { name: 'Summaries (0)' }))
  await press(page.getByRole('button', { name: 'Write a summary' }))
  await page.getByRole('tab', { name: 'Summaries (1)' }).waitFor()
  await tabTo(page.getByLabel('Text of summary.md'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('# Summary\n\nIt is enough.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('It is enough.').first().waitFor()
  lab.write('.sow/project/costs.md', '# Costs\n\nIt is enough.\n')
  await lab.call('artifact.add', { path: 'costs.md' })
  await page.getByRole('tab', { name: 'Summaries (2)' }).waitFor()
  const [summary, costs] = ['summary.md', 'costs.md'].map(name => page.getByRole('article', { name }))
  if (!summary || !costs) throw new Error('two articles')
  await press(costs.getByRole('button', { name: 'Reject' }))
  await write(costs.getByLabel('What is missing?'), 'The second year.')
  await page.keyboard.press('Enter')
  await costs.getByText('The second year.').waitFor()
  for (const article of [summary, costs]) {
    await press(article.getByRole('button', { name: 'Approve', disabled: false }))
    await article.getByText('Approved').first().waitFor()
  }
  await press(page.getByRole('button', { name: 'On to Finalizing', disabled: false }))
  await page.getByRole('img', { name: 'The project is in Finalizing' }).waitFor()
  giveName(fresh)
  await chooseTab(page.getByRole('tab', { name: 'Plan' }))
  await press(page.getByRole('button', { name: 'Run remaining steps', disabled: false }))
  await page.getByText('5 of 5 done').waitFor()
  await press(page.getByRole('button', { name: 'On to Completed', disabled: false }))
  await press(page.getByRole('button', { name: 'Archive it' }))
  await page.getByText('Archived', { exact: true }).waitFor()
  expect(window.complaints).toEqual([])
})

/** Somebody whose commits git accepts. */
function giveName({ lab }: Served): void {
  lab.write('.git/config', `${lab.read('.git/config')}[user]\n\tname = Maintainer\n\temail = maintainer@example.org\n`)
}

test('summaries stand side by side; one is sent back and each is approved as it is shown', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/explorations/${EXPLORATION}?tab=summaries`)
  const [summary, costs, risks] = ['summary.md', 'costs.md', 'risks.md'].map(name =>
    page.getByRole('article', { name }),
  )
  await summary?.getByText('Approved').first().waitFor()
  await costs?.getByText('The second year is missing.').waitFor()
  await risks?.getByRole('button', { name: 'Approve' }).click()
  await risks?.getByText('Approved').first().waitFor()
  served.lab.write('.sow/project/risks.md', '# Other risks\n')
  await served.lab.call('exploration.note', { text: 'Somebody edited it.' })
  await risks?.getByText('Edited after approval').waitFor()
  await costs?.getByRole('button', { name: 'Reject' }).click()
  await costs?.getByLabel('What is missing?').fill('Still missing.')
  await costs?.getByRole('button', { name: 'Send back' }).click()
  await costs?.getByText('Still missing.').waitFor()
  expect(window.complaints).toEqual([])
})

test('a summary is not approved while its editor is open: another text is on the screen', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  const name = 'costs.md'
  lab.write(`.sow/project/${name}`, '# Costs\n\nAs saved.\n')
  await window.visit(`/explorations/${EXPLORATION}?tab=summaries`)
  const costs = page.getByRole('article', { name })
  await costs.getByText('As saved.').waitFor()
  await costs.getByRole('button', { name: 'Edit', exact: true }).click()
  await costs.getByLabel(`Text of ${name}`).fill('Not saved.')
  const approve = costs.getByRole('button', { name: 'Approve' })
  await approve.click({ force: true })
  expect(await approve.getAttribute('title')).toBe('Save or close the editor first')
  expect((await lab.call('artifact.show', { path: name })).artifact.standing).not.toBe('approved')
  await costs.getByRole('button', { name: 'Discard draft' }).click()
  await costs.getByRole('button', { name: 'Cancel' }).click()
  await costs.getByText('As saved.').waitFor()
  await approve.click()
  await costs.getByText('Approved').first().waitFor()
  expect(window.complaints).toEqual([])
})

test('what an agent does in another process shows at once, with what is blocked and why', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/explorations/${EXPLORATION}`)
  const ways = page.getByRole('list', { name: 'Ways from here' })
  await ways.getByText('To Finalizing').waitFor()
  await ways.getByText(/(?:summary is|summaries are) not yet approved/).waitFor()
  await served.furrow('agent', 'reopen', '--reason', 'More research')
  await page.getByRole('img', { name: 'The project is in Active' }).waitFor()
  await served.furrow('agent', 'advance')
  for (const path of ['summary.md', 'costs.md', 'risks.md']) await served.lab.call('artifact.approve', { path })
  await page.getByRole('button', { name: 'Next: Finalizing' }).click()
  await page.getByRole('img', { name: 'The project is in Finalizing' }).waitFor()
  await page.getByRole('tab', { name: 'Plan' }).click()
  await page.getByText('0 of 5 done').waitFor()
  giveName(served)
  await page.getByRole('button', { name: 'Run remaining steps' }).click()
  await page.getByText('5 of 5 done').waitFor()
  await page.getByText('there is no remote', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'On to Completed' }).click()
  await page.getByRole('button', { name: 'Archive it' }).click()
  await page.getByText('Archived', { exact: true }).waitFor()
  expect(served.lab.list('.sow')).toEqual(['archive', 'knowledge'])
  expect(window.complaints).toEqual([])
})

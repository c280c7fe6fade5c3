import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, screenshot, serveLab, violations } from './browser.ts'
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

test('a person starts an exploration, adds topics and moves it on with the keyboard alone', async () => {
  await using window = await openWindow(fresh)
  const { page } = window
  await window.visit('/explorations')
  await page.getByRole('button', { name: 'Start an exploration' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Start an exploration' })
  await dialog.getByLabel('What do you want to find out?').waitFor()
  await page.keyboard.type('Which database?')
  await dialog.getByRole('button', { name: 'Start it' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/explorations/which-database')
  await page.getByRole('img', { name: 'The project is in Active' }).waitFor()
  expect(await page.getByRole('button', { name: 'On to Summarizing' }).getAttribute('title')).toBe(
    'cannot advance: there is no topic yet',
  )
  await page.getByLabel('New topic').focus()
  await page.keyboard.type('PostgreSQL')
  await page.keyboard.press('Enter')
  const status = page.getByLabel('Status of 001')
  await status.waitFor()
  await page.getByText('cannot advance: 1 tasks are not yet completed or abandoned').waitFor()
  await status.focus()
  await page.keyboard.type('Compl')
  await expect
    .poll(async () => (await fresh.lab.call('exploration.task_show', { id: '001' })).status, { timeout: 20_000 })
    .toBe('completed')
  await page.getByRole('button', { name: 'On to Summarizing' }).focus()
  await page.getByRole('button', { name: 'On to Summarizing', disabled: false }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'The project is in Summarizing' }).waitFor()
  expect(window.complaints).toEqual([])
})

test('every view of an exploration is accessible, light and dark, and none scrolls sideways on a telephone', async () => {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await using window = await openWindow(served, { theme })
    const { page } = window
    for (const place of [
      '',
      ...['work', 'summaries', 'plan', 'brief', 'log'].map(tab => `/${EXPLORATION}?tab=${tab}`),
    ]) {
      await window.visit(`/explorations${place}`)
      for (const line of await violations(page)) found.push(`${place} ${theme}: ${line}`)
      await page.setViewportSize({ width: 390, height: 844 })
      await screenshot(page, `exploration${place.replace(/\W+/g, '-')}-${theme}-390`)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (wide > 0) found.push(`${place} ${theme} scrolls sideways by ${wide} px`)
      for (const line of await violations(page)) found.push(`${place} ${theme} narrow: ${line}`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await screenshot(page, `exploration${place.replace(/\W+/g, '-')}-${theme}-1440`)
    }
    expect(window.complaints).toEqual([])
  }
  expect(found).toEqual([])
})

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

test('what an agent does in another process shows at once, with what is blocked and why', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/explorations/${EXPLORATION}`)
  const ways = page.getByRole('list', { name: 'Ways from here' })
  await ways.getByText('To Finalizing').waitFor()
  await ways.getByText(/summary artifact\(s\) not yet approved/).waitFor()
  await served.furrow('agent', 'reopen', '--reason', 'More research')
  await page.getByRole('img', { name: 'The project is in Active' }).waitFor()
  await served.furrow('agent', 'advance')
  for (const path of ['summary.md', 'costs.md', 'risks.md']) await served.lab.call('artifact.approve', { path })
  await page.getByRole('button', { name: 'On to Finalizing' }).click()
  await page.getByRole('img', { name: 'The project is in Finalizing' }).waitFor()
  await page.getByRole('tab', { name: 'Plan' }).click()
  await page.getByText('0 of 5 done').waitFor()
  served.lab.write(
    '.git/config',
    `${served.lab.read('.git/config')}[user]\n\tname = Maintainer\n\temail = maintainer@example.org\n`,
  )
  await page.getByRole('button', { name: 'Carry out what is left' }).click()
  await page.getByText('5 of 5 done').waitFor()
  await page.getByText('there is no remote', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'On to Completed' }).click()
  await page.getByRole('button', { name: 'Archive it' }).click()
  await page.getByText('Archived', { exact: true }).waitFor()
  expect(served.lab.list('.sow')).toEqual(['archive', 'knowledge'])
  expect(window.complaints).toEqual([])
})

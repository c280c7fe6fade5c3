import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageTools } from '../support/page-tools.ts'
import { closeBrowser, openWindow, type Served, screenshot, serveLab, settled, violations } from './browser.ts'
import { chooseItem, chooseTab, openKeyboardWindow, press, tabTo, write } from './by-keyboard.ts'
import { flaws } from './look.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  await pageTools(served.lab)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const KEY = 'rnd_0123456789abcdef'
const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })

test('the deploy example: form, missing secrets, grant, streamed log, masked key, roll back with its question', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools')
  await page.getByLabel('Search tools').fill('render')
  await page.getByRole('link', { name: /^Deploy/ }).click()
  await page.getByRole('heading', { name: 'Deploy', level: 1 }).waitFor()
  const banner = page.getByRole('region', { name: 'Secrets required' })
  expect(await banner.textContent()).toContain(
    'RENDER_API_KEY, RENDER_SERVICE_ID must be configured before this tool can run.',
  )
  await page.getByLabel('Environment').selectOption('staging')
  await run(page).click()
  await page.getByRole('alert').getByText('RENDER_API_KEY').first().waitFor()
  await banner.getByRole('link', { name: 'Configure' }).click()
  await page.getByLabel('Value').fill(KEY)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Back to where it is needed' }).waitFor()
  await served.lab.call('secrets.set', { name: 'RENDER_SERVICE_ID', value: 'srv-0123456789' })
  await page.getByRole('link', { name: 'Back to where it is needed' }).click()
  await page.getByRole('region', { name: 'Not granted' }).getByRole('button', { name: 'Grant' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click()
  await page.getByRole('region', { name: 'Not granted' }).waitFor({ state: 'detached' })
  await page.getByLabel('Environment').selectOption('staging')
  await run(page).click()
  await result(page).getByText('dep_abc').waitFor()
  await result(page).getByText('Log', { exact: true }).click()
  await page.getByRole('log').getByText('Deploy of main with').waitFor()
  expect(await page.content()).not.toContain(KEY)
  await page.getByRole('button', { name: 'Roll Back' }).click()
  await page.getByRole('dialog').getByText('Roll back the most recent deploy to staging?').waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Roll Back' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('button', { name: 'Look into it' }).count()).toBe(0)
  expect(window.complaints).toEqual([])
})

test('by keyboard alone: find a tool, fill it, keep that, run, watch its log, cancel, run again with edits, make work of it, delete from history', async () => {
  await using window = await openKeyboardWindow(served)
  const { page } = window
  const { keyboard } = page
  await window.visit('/tools')
  await keyboard.press('/')
  await keyboard.type('waits')
  await press(page.getByRole('link', { name: /^Wait/ }))
  await page.getByRole('heading', { name: 'Wait', level: 1 }).waitFor()
  await write(page.getByLabel('Who'), 'reviewer')
  await press(page.getByRole('button', { name: 'Presets' }))
  await chooseItem(page.getByRole('menuitem', { name: 'Keep this input' }))
  await page.getByRole('dialog').waitFor()
  await keyboard.type('usual')
  await keyboard.press('Enter')
  await page.getByText('Kept as usual').waitFor()
  await tabTo(page.getByLabel('Who'))
  await keyboard.press('Control+Enter')
  await page.getByRole('log').getByText('waiting for reviewer').waitFor()
  await press(page.getByRole('button', { name: 'Cancel', exact: true }))
  await result(page).getByText('Cancelled').first().waitFor()
  await press(page.getByRole('button', { name: 'Edit and run again' }))
  await expect.poll(() => page.getByLabel('Who').inputValue()).toBe('reviewer')
  await tabTo(page.getByLabel('Who'))
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('operator')
  served.lab.write('stop', '')
  await keyboard.press('Enter')
  await result(page).getByText('operator').first().waitFor()
  await press(page.getByRole('button', { name: 'Add to…' }))
  await chooseItem(page.getByRole('menuitem', { name: 'Feedback' }))
  await page.getByRole('dialog', { name: 'Feedback' }).waitFor()
  await keyboard.type('It waited well')
  await keyboard.press('Enter')
  await result(page).getByText('Became').waitFor()
  await chooseTab(page.getByRole('tab', { name: 'History' }))
  await press(page.getByRole('button', { name: 'who: reviewer' }))
  await result(page).getByText('Cancelled').first().waitFor()
  await press(page.getByRole('button', { name: /^Delete / }).last())
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete the run' }))
  await page.getByRole('button', { name: 'who: reviewer' }).waitFor({ state: 'detached' })
  expect(window.complaints).toEqual([])
})

test('by mouse: find a tool, fill it, run, watch its log, cancel, run again with edits, open history', async () => {
  fs.rmSync(path.join(served.lab.root, 'stop'), { force: true })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools')
  await page.getByLabel('Search tools').fill('waits')
  await page.getByRole('link', { name: /^Wait/ }).click()
  await page.getByLabel('Who').fill('Edsger')
  await run(page).click()
  await page.getByRole('log').getByText('waiting for Edsger').waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await result(page).getByText('Cancelled').first().waitFor()
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await expect.poll(() => page.getByLabel('Who').inputValue()).toBe('Edsger')
  await page.getByLabel('Who').fill('Barbara')
  served.lab.write('stop', '')
  await run(page).click()
  await result(page).getByText('Barbara').first().waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('list', { name: 'History' }).getByText('who: Edsger').click()
  await result(page).getByText('Cancelled').first().waitFor()
  expect(window.complaints).toEqual([])
})

test('a tool that comes with Furrow is added by keyboard: what it needs, trust, grants, then its form', async () => {
  await served.lab.call('secrets.set', { name: 'DATABASE_URL', value: 'sqlite:dev.db' })
  await using window = await openKeyboardWindow(served)
  const { page } = window
  await window.visit('/tools')
  await press(page.getByRole('button', { name: 'Add tool' }))
  await page.getByRole('list', { name: 'Tools to add' }).getByText('Create task from result').waitFor()
  expect(await page.getByRole('button', { name: /^Add / }).count()).toBeGreaterThanOrEqual(10)
  await press(page.getByRole('button', { name: 'Add Database query' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').waitFor()
  expect(await violations(page)).toEqual([])
  await press(dialog.getByRole('button', { name: 'Trust it' }))
  await dialog.getByText('DATABASE_URL').waitFor()
  await press(dialog.getByRole('button', { name: 'Grant' }))
  await page.getByRole('heading', { name: 'Database query', level: 1 }).waitFor()
  await page.getByText('Statement').first().waitFor()
  for (const banner of ['Not trusted yet', 'Not granted'])
    expect(await page.getByRole('region', { name: banner }).count(), banner).toBe(0)
  expect(window.complaints).toEqual([])
})

test('a newer version of an added tool is shown before it is taken, and an edited file is kept', async () => {
  const { lab } = served
  const [notes, tool] = ['.sdlc/tools/.furrow-shipped.json', '.sdlc/tools/notify/tool.ts']
  await lab.call('tool.add', { name: 'notify' })
  const noted = JSON.parse(lab.read(notes)) as { files: Record<string, string> }
  lab.write(notes, JSON.stringify({ ...noted, files: { ...noted.files, 'notify/tool.ts': 'an older one' } }))
  lab.write(tool, '// mine\n')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools?add=true')
  await page.getByRole('button', { name: 'Update Notify' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('you changed it').waitFor()
  expect(await violations(page)).toEqual([])
  await screenshot(page, 'tools-update-1440-light')
  await dialog.getByRole('button', { name: 'Update it' }).click()
  await page.getByText(`Yours is kept as ${tool}.mine.`).waitFor()
  await page.getByRole('button', { name: 'Update Notify' }).waitFor({ state: 'detached' })
  expect(lab.read(`${tool}.mine`)).toBe('// mine\n')
  expect(window.complaints).toEqual([])
})

test('every kind of field is filled and reaches the tool as what it is', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/everything')
  await page.getByLabel('Query').waitFor()
  await run(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'One field needs you.' })
  await summary.waitFor()
  await expect.poll(() => summary.evaluate(box => box === document.activeElement)).toBe(true)
  await summary.getByRole('link', { name: 'Title' }).click()
  await page.keyboard.type('A title')
  await page.getByLabel('Count').fill('many')
  await page.getByLabel('Notes').fill('two\nlines')
  await page.getByText('Enter a number.').first().waitFor()
  await page.getByLabel('Count').fill('3')
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' as one')
  await page.getByLabel('worker').check()
  expect(await page.getByLabel('Reason').count()).toBe(0)
  await page.getByLabel('Loud').check()
  await page.getByLabel('Reason').fill('because')
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-31')
  const sent = { name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
  await page.getByLabel('File: a file of this machine').setInputFiles(sent)
  const file = page.getByLabel('File', { exact: true })
  await expect.poll(() => file.inputValue()).toMatch(/\/everything\/uploads\/[\w-]+\/settings\.json$/)
  await page.getByLabel('Passphrase').fill('never kept anywhere')
  expect(await page.getByLabel('Passphrase').getAttribute('type')).toBe('password')
  expect(await violations(page)).toEqual([])
  await screenshot(page, 'tools-form-1440-light')
  await run(page).click()
  await result(page).getByText('"A title"').waitFor()
  const { interactions } = await served.lab.call('tool.interactions', { name: 'everything' })
  expect(interactions[0]?.input).toMatchObject({
    title: 'A title',
    count: 3,
    notes: 'two\nlines',
    sql: 'select 1 as one',
    parts: ['worker'],
    loud: true,
    reason: 'because',
    when: { start: '2026-01-01', end: '2026-01-31' },
    config: expect.stringMatching(/settings\.json$/),
  })
  expect(JSON.stringify(interactions)).not.toContain('never kept')
  expect(window.complaints).toEqual([])
})

test('what a form was filled with is kept as a preset and as JSON, and nothing runs by that', async () => {
  const before = await served.lab.call('tool.interactions', { name: 'wait' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/wait')
  await page.getByLabel('Who').fill('maintainer')
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('menuitem', { name: 'Keep this input' }).click()
  await page.getByLabel('Name').fill('finn')
  await page.keyboard.press('Enter')
  await page.getByLabel('Who').fill('')
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('menuitem', { name: 'Use finn' }).click()
  expect(await page.getByLabel('Who').inputValue()).toBe('maintainer')
  await page.getByRole('button', { name: 'As JSON' }).click()
  await page.locator('.cm-content').getByText('"maintainer"').waitFor()
  const { interactions } = await served.lab.call('tool.interactions', { name: 'wait' })
  expect(interactions.length).toBe(before.interactions.length)
})

test('a tool that came with the repository runs only after somebody looked at it', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/later')
  await run(page).click()
  await page.getByRole('alert').getByText('not trusted').first().waitFor()
  await page.getByRole('button', { name: 'Look and trust' }).click()
  await page.getByRole('dialog').getByText('.sdlc/tools/later/tool.ts').first().waitFor()
  await page.getByRole('button', { name: 'Trust it' }).click()
  await page.getByRole('region', { name: 'Not trusted yet' }).waitFor({ state: 'detached' })
  await run(page).click()
  await result(page).getByText('"ran"').waitFor()
})

const SHOWN: Readonly<Record<string, (page: Page) => Locator>> = {
  table: page => page.getByRole('columnheader', { name: 'p95' }),
  chart: page => page.getByRole('img', { name: 'Chart of p50, p95, 3 points' }),
  markdown: page => page.getByRole('heading', { name: 'Report' }),
  diff: page => page.getByRole('region', { name: 'Difference' }),
  facts: page => page.getByText('1.2.3').first(),
  tree: page => page.getByText('{1}').first(),
  picture: page => page.getByRole('img', { name: 'Result of the tool' }),
  plain: page => page.getByRole('region', { name: 'result' }).last(),
}

test('a result is shown as its tool says: table, chart, text, difference, facts, tree, picture, JSON', async () => {
  await using window = await openWindow(served)
  const { page } = window
  for (const [kind, shown] of Object.entries(SHOWN)) {
    await window.visit(`/tools/show-${kind}`)
    await run(page).click()
    await shown(page).waitFor()
    await settled(page)
    expect(await violations(page), kind).toEqual([])
    await screenshot(page, `tools-result-${kind}-1440-light`)
    if (kind !== 'chart') continue
    const lines = page.getByRole('list', { name: 'Lines' })
    expect(await lines.textContent()).toBe('p5090p95410latest')
    await shown(page).hover()
    await expect.poll(() => lines.textContent()).toMatch(/^p50133p95290.*2026/)
  }
  expect(window.complaints).toEqual([])
})

test('two runs are compared, one is kept, one is deleted', async () => {
  for (const title of ['one', 'two']) await served.lab.call('tool.run', { name: 'everything', input: { title } })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/everything?tab=history')
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('region', { name: 'Difference of input' }).getByText('+  "title": "two"').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'title: two' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await result(page).getByText('kept').waitFor()
  await page
    .getByRole('button', { name: /^Delete / })
    .nth(1)
    .click()
  await page.getByRole('button', { name: 'Delete the run' }).click()
  await page.getByRole('button', { name: 'title: one' }).waitFor({ state: 'detached' })
})

test('the page fits every width and is accessible, light and dark', async () => {
  await using window = await openWindow(served)
  await served.lab.call('tool.run', { name: 'show-table', input: {} })
  for (const [name, place] of Object.entries(PLACES)) {
    await window.visit(place)
    expect(await flaws(window.page, `tools-${name}`)).toEqual([])
  }
})

const PLACES = {
  list: '/tools',
  shelf: '/tools?add=true',
  deploy: '/tools/deploy',
  table: '/tools/show-table',
  history: '/tools/everything?tab=history',
  agent: '/tools/deploy?tab=agent',
  broken: '/tools/broken',
  unknown: '/tools/no-such-tool',
}

test('on a phone one pane shows at a time, and there is a way back', async () => {
  await using window = await openWindow(served, { width: 390 })
  const { page } = window
  await window.visit('/tools')
  await page.getByRole('link', { name: /^Show facts/ }).click()
  await page.getByRole('heading', { name: 'Show facts', level: 1 }).waitFor()
  await run(page).click()
  await result(page).getByText('1.2.3').first().waitFor()
  expect(await run(page).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Show facts' }).click()
  await run(page).waitFor()
  await page.getByRole('region', { name: 'Tool' }).getByRole('link', { name: 'All tools' }).click()
  await page.getByRole('heading', { name: /^Tools/, level: 1 }).waitFor()
})

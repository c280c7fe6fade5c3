import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent } from '../lab.ts'
import { closeBrowser, openWindow, type Served, screenshot, serveLab } from './browser.ts'
import { chooseItem, openKeyboardWindow, press, tabTo, write } from './by-keyboard.ts'

/** A hang guard: the machine may be busy. */
const WAIT = { timeout: 120_000 }

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  await lab.call('exploration.start', { title: 'Which database?', name: 'database' })
  await lab.call('exploration.task_create', { name: 'SQLite' })
  await lab.call('memory.save', { title: 'Tokens', content: 'Tokens live one hour.', type: 'decision' }, agent)
  await lab.call('memory.save', { title: 'Sessions', content: 'Sessions live on the server.' }, agent)
  await lab.call('change.start', { type: 'feature', size: 'small', description: 'Greet people by name' })
  await lab.call('feature.create', { title: 'Sign on' })
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('D3: a finding and a summary are written, previewed and edited on the page of their exploration', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await window.visit('/explorations/database?tab=work')
  await page.getByRole('button', { name: 'Write a finding' }).click()
  await page.getByLabel('Title of the finding').fill('Write speed')
  await page.getByRole('combobox', { name: 'Topic', exact: true }).selectOption('001')
  await page.getByLabel('Text of the finding').fill('It is **fast** enough.')
  await page.getByText('Preview', { exact: true }).click()
  expect(await page.locator('strong', { hasText: 'fast' }).count()).toBe(1)
  await screenshot(page, 'editor-finding')
  await page.getByRole('button', { name: 'Save finding' }).click()
  await page.getByRole('button', { name: 'findings/write-speed.md' }).waitFor()
  expect(lab.read('.sow/project/findings/write-speed.md')).toBe('# Write speed\n\nIt is **fast** enough.\n')
  expect((await lab.call('exploration.status', {})).tasks[0]?.refs).toEqual(['findings/write-speed.md'])

  await page.getByRole('button', { name: 'Edit 001' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Is it fast enough?')
  await page.getByLabel('Outcome of 001').fill('It is.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit 001' }).waitFor()
  expect((await lab.call('exploration.status', {})).tasks[0]).toMatchObject({
    question: 'Is it fast enough?',
    outcome: 'It is.',
  })

  await page.getByRole('tab', { name: /^Summaries/ }).click()
  await page.getByRole('button', { name: 'Write a summary' }).click()
  const text = page.getByLabel('Text of summary.md')
  await text.fill('# Summary\n\nSQLite is enough.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => lab.read('.sow/project/summary.md'), WAIT).toBe('# Summary\n\nSQLite is enough.\n')
  await page.getByText('SQLite is enough.').waitFor()
  expect(window.complaints).toEqual([])
})

test('a draft survives a reload, and a text that somebody else saved meanwhile is shown beside it', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await lab.call('artifact.write', { path: 'notes.md', content: 'First.', kind: 'summary' })
  await window.visit('/explorations/database?tab=summaries')
  const document = page.getByRole('article', { name: 'notes.md' })
  await document.getByRole('button', { name: 'Edit' }).click()
  await document.getByLabel('Text of notes.md').fill('Mine.')
  await document.getByText('Draft kept in this browser').waitFor()
  await page.reload()
  await document.getByRole('button', { name: 'Edit' }).click()
  expect(await document.getByLabel('Text of notes.md').inputValue()).toBe('Mine.')

  await lab.call('artifact.write', { path: 'notes.md', content: 'Theirs.' })
  await document.getByText('The saved text changed while you were writing.').waitFor()
  expect(await document.getByRole('region', { name: 'Saved text' }).textContent()).toContain('Theirs.')
  expect(await document.getByRole('region', { name: 'Your text' }).textContent()).toContain('Mine.')
  await screenshot(page, 'editor-conflict')
  await document.getByRole('button', { name: 'Keep mine' }).click()
  await document.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => lab.read('.sow/project/notes.md'), WAIT).toBe('Mine.\n')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('furrow.draft')))
  await expect.poll(drafts, WAIT).toEqual([])
  expect(window.complaints).toEqual([])
})

test('a text that changed without the page hearing of it is not overwritten', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await window.visit('/memory/1')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Text of the record').fill('Tokens live a day.')
  // The stream of events is cut, so nothing tells the page that the record changed.
  await page.route('**/api/events*', route => route.abort())
  await window.context.setOffline(true)
  await lab.call('memory.update', { id: 1, content: 'Tokens live two hours.' })
  await window.context.setOffline(false)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The saved text changed while you were writing.').waitFor()
  expect((await lab.call('memory.get', { id: 1 })).observation.content).toBe('Tokens live two hours.')
  await page.getByRole('button', { name: 'Use the saved text' }).click()
  expect(await page.getByLabel('Text of the record').inputValue()).toBe('Tokens live two hours.')
})

test('saving a record leaves what somebody else changed of it, and a field that both changed is a conflict', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  const input = { title: 'Cookies live an hour', content: 'One hour.', type: 'decision', topic_key: 'auth/cookies' }
  const id = (await lab.call('memory.save', input, agent)).observation?.id ?? 0
  await window.visit(`/memory/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Text of the record').fill('Two hours.')
  await lab.call('memory.update', { id, title: 'Cookies live two hours', type: 'learning' })
  const title = page.getByLabel('Title')
  await expect.poll(() => title.inputValue(), WAIT).toBe('Cookies live two hours')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await title.waitFor({ state: 'detached' })
  const record = async () => (await lab.call('memory.get', { id })).observation
  expect(await record()).toMatchObject({ title: 'Cookies live two hours', type: 'learning', content: 'Two hours.' })

  await page.getByRole('button', { name: 'Edit' }).click()
  await title.fill('Mine')
  await lab.call('memory.update', { id, title: 'Theirs', content: 'Three hours.' })
  await page.getByText('It is “Theirs” now.').waitFor()
  await page.getByText('Choose between the two versions first').waitFor()
  await page.getByRole('button', { name: 'Keep my title' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await title.waitFor({ state: 'detached' })
  expect(await record()).toMatchObject({ title: 'Mine', type: 'learning', content: 'Three hours.' })

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Type').fill('pattern')
  // The stream of events is cut, so nothing tells the page that the type changed.
  await page.route('**/api/events*', route => route.abort())
  await window.context.setOffline(true)
  await lab.call('memory.update', { id, type: 'bug' })
  await window.context.setOffline(false)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('It is “bug” now.').waitFor()
  expect(await record()).toMatchObject({ type: 'bug' })
})

test('of two windows that write one text, the second finds its own again after it left and the first saved', async () => {
  await using window = await openWindow(served)
  const { page, context } = window
  const open = async (where: typeof page) => {
    await where.goto(`${served.address}/memory/1`)
    await where.getByRole('button', { name: 'Edit' }).click()
    return where.getByLabel('Text of the record')
  }
  const second = await context.newPage()
  const [inFirst, inSecond] = [await open(page), await open(second)]
  await inSecond.fill('The second window.')
  await inFirst.fill('The first window.')
  await second.goto(`${served.address}/memory`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => (await served.lab.call('memory.get', { id: 1 })).observation.content, WAIT)
    .toBe('The first window.')
  const text = await open(second)
  expect(await text.inputValue()).toBe('The second window.')
  await second.getByText('The saved text changed while you were writing.').waitFor()
  await second.getByRole('button', { name: 'Use the saved text' }).click()
  await expect.poll(() => text.inputValue(), WAIT).toBe('The first window.')
})

test('D5: memory is saved, edited, related, superseded and deleted, by keyboard alone', async () => {
  await using window = await openKeyboardWindow(served)
  const { page } = window
  const { lab } = served
  await window.visit('/memory')
  await press(page.getByRole('button', { name: 'New record' }))
  await page.keyboard.type('Greeting')
  await write(page.getByLabel('What to remember'), 'People are greeted by name.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Greeting' }).waitFor()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect((await lab.call('memory.get', { id })).observation).toMatchObject({ title: 'Greeting', type: 'decision' })

  await press(page.getByRole('button', { name: 'Edit' }))
  await tabTo(page.getByLabel('Text of the record'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('People are greeted by their first name.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('tab', { name: 'History (1)' }).waitFor()

  await press(page.getByRole('button', { name: 'More' }))
  await chooseItem(page.getByRole('menuitem', { name: 'Relate to another record' }))
  await write(page.getByLabel('Find the other record'), 'sessions')
  await press(page.getByRole('list', { name: 'Records to relate to' }).getByRole('button', { name: 'Sessions' }))
  await press(page.getByRole('button', { name: 'Relate', exact: true }))
  await page.getByRole('tab', { name: 'Relations (1)' }).waitFor()

  await press(page.getByRole('button', { name: 'More' }))
  await chooseItem(page.getByRole('menuitem', { name: 'Supersede with a new record' }))
  await write(page.getByLabel('What to remember'), 'Nobody is greeted.')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(url => !url.pathname.endsWith(`/${id}`))
  const relations = (await lab.call('memory.get', { id })).relations
  expect(relations.map(({ type }) => type).sort()).toEqual(['relates_to', 'supersedes'])

  await press(page.getByRole('button', { name: 'More' }))
  await chooseItem(page.getByRole('menuitem', { name: 'Delete' }))
  await page.getByText('it can be restored for 30 days').waitFor()
  await press(page.getByRole('button', { name: 'Undo' }))
  await page.getByText(/^Restored/).waitFor()
  expect(window.complaints).toEqual([])
})

test('a decision is recorded and edited on the page of its change', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  const { changes } = await lab.call('change.list', {})
  await window.visit(`/changes/${changes[0]?.id}`)
  await page.getByRole('button', { name: 'Record a decision' }).click()
  await page.getByLabel('Title').fill('Greet in English')
  const text = page.getByLabel('Text of the decision')
  await text.fill('## Context\n\nMany languages.\n\n## Decision\n\nEnglish.\n')
  await page.getByText('Write Rationale first').first().waitFor()
  await text.fill('## Context\n\nMany languages.\n\n## Decision\n\nEnglish.\n\n## Rationale\n\nEverybody reads it.\n')
  await page.getByRole('button', { name: 'Save decision' }).click()
  await page.getByRole('link', { name: 'Greet in English' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog
    .getByLabel('Text of the decision')
    .fill('## Context\n\nMany languages.\n\n## Decision\n\nGerman.\n\n## Rationale\n\nNo.\n')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await dialog.getByText('German.').waitFor()
  expect((await lab.call('adr.show', { id: 'ADR-001' })).content).toContain('## Decision\n\nGerman.')
  expect(window.complaints).toEqual([])
})

test('an artifact of a card, edited in two windows, shows both texts to the second', async () => {
  await using one = await openWindow(served)
  await using two = await openWindow(served)
  const { lab } = served
  await lab.call('feature.write', { id: 'sign-on', artifact: 'spec', content: 'One.' })
  for (const window of [one, two]) {
    await window.visit('/board/features/sign-on?artifact=spec')
    await window.page.getByRole('button', { name: 'Edit' }).click()
  }
  await one.page.getByLabel('Text of spec, in markdown').fill('From the first.')
  await two.page.getByLabel('Text of spec, in markdown').fill('From the second.')
  await one.page.getByRole('button', { name: 'Save', exact: true }).click()
  await two.page.getByText('The saved text changed while you were writing.').waitFor()
  expect(await two.page.getByRole('region', { name: 'Saved text' }).textContent()).toContain('From the first.')
  await two.page.getByRole('button', { name: 'Keep mine' }).click()
  await two.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => (await lab.call('feature.artifact', { id: 'sign-on', artifact: 'spec' })).content, WAIT)
    .toBe('From the second.\n')
})

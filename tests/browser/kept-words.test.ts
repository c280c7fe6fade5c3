import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

/** A hang guard: the machine may be busy. */
const WAIT = { timeout: 120_000 }

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  await lab.call('spec.init', { name: 'shop', description: 'It sells.' })
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Greet people by name' })
  await lab.call('memory.save', { title: 'Tokens live one hour', content: 'One hour.', type: 'decision' })
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const CHANGE = 'greet-people-by-name'

test('a text that an agent overtakes is shown beside the saved one, and goes on when the stage is reopened', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await window.visit(`/changes/${CHANGE}`)
  await page.getByLabel('Text of describe, in markdown').fill('Mine, not finished.')
  await lab.call('change.advance', { content: 'The agent wrote this.' })
  const unsaved = page.getByRole('region', { name: 'Your unsaved text of describe' })
  await unsaved.waitFor(WAIT)
  expect(await unsaved.getByRole('region', { name: 'Saved text' }).textContent()).toContain('The agent wrote this.')
  expect(await unsaved.getByRole('region', { name: 'Your text' }).textContent()).toContain('Mine, not finished.')
  await page.reload()
  await unsaved.getByRole('button', { name: 'Reopen describe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  expect(await page.getByLabel('Text of describe, in markdown').inputValue()).toBe('Mine, not finished.')
  await page.getByRole('button', { name: /^Save and go on/ }).click()
  await expect.poll(() => lab.read(`sdd/changes/${CHANGE}/describe.md`), WAIT).toBe('Mine, not finished.\n')
  expect(await unsaved.count()).toBe(0)
  expect(window.complaints).toEqual([])
})

test('of two windows that write one stage of a specification, the second keeps its text', async () => {
  await using window = await openWindow(served)
  const first = window.page
  await window.visit('/specs')
  const second = await first.context().newPage()
  await second.goto(first.url())
  const text = (page: typeof first) => page.getByLabel('Text of propose, in markdown')
  const template = await text(first).inputValue()
  await text(second).fill(`${template}\n\nThe second window.`)
  await text(first).fill(template.replaceAll(/^(## .*)$/gm, '$1\n\nWritten by the first window.'))
  await first.getByRole('button', { name: 'Save propose' }).click()
  const unsaved = second.getByRole('region', { name: 'Your unsaved text of propose' })
  await unsaved.waitFor(WAIT)
  expect(await unsaved.getByRole('region', { name: 'Your text' }).textContent()).toContain('The second window.')
  await unsaved.getByRole('button', { name: 'Discard my text' }).click()
  await unsaved.waitFor({ state: 'detached' })
})

test('tasks are ticked on the page, what is open is said before verifying, and what ran for the proof runs again', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await lab.call('change.advance', { content: 'Nothing stands against it.' })
  await lab.call('change.advance', { content: '- [ ] the greeting\n- [ ] its test' })
  await window.visit(`/changes/${CHANGE}?stage=tasks`)
  await page.getByRole('checkbox', { name: 'its test' }).click()
  await page.getByRole('checkbox', { name: 'its test', checked: true }).waitFor()
  expect(lab.read(`sdd/changes/${CHANGE}/tasks.md`)).toBe('- [ ] the greeting\n- [x] its test\n')
  await window.visit(`/changes/${CHANGE}`)
  await page.getByText(/^1 task is not ticked in/).waitFor()

  await lab.call('change.accept_command', { id: CHANGE, argv: ['echo fine'] })
  const { proof } = await lab.call('change.advance', { content: 'It greets.' })
  await window.visit(`/runs/${proof?.results[0]?.run}`)
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByRole('button', { name: 'Run it' }).click()
  await expect
    .poll(async () => (await lab.call('run.list', { kind: 'gate' })).runs.map(({ status }) => status), WAIT)
    .toEqual(['succeeded', 'succeeded'])
})

test('what a new record may contradict is said, with both ways on', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/memory?new=on')
  await page.getByLabel('Title').fill('Tokens live two hours')
  await page.getByLabel('What to remember').fill('Two hours.')
  await page.getByRole('button', { name: 'Save to memory' }).click()
  const similar = page.getByRole('region', { name: 'Similar records' })
  await similar.getByText('May contradict').waitFor(WAIT)
  await similar.getByRole('button', { name: 'This one replaces it' }).click()
  await similar.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await served.lab.call('memory.get', { id: 1 })).relations.map(({ type }) => type), WAIT)
    .toEqual(['supersedes'])
})

test('a deleted record is restored on its page', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  const { observation } = await lab.call('memory.save', { title: 'Ports', content: 'One port.' })
  await lab.call('memory.delete', { id: observation?.id ?? 0 })
  await window.visit(`/memory/${observation?.id}`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('heading', { name: 'Ports' }).waitFor()
})

test('what only a command line may do is not offered, and its address says where it is done', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('exec')
  expect(await page.getByRole('option', { name: /^Run a command/ }).count()).toBe(0)
  await window.visit('/do/run.exec')
  await page.getByText('This is done on a command line only').waitFor()
  await page.getByText('furrow exec -- git status --short').waitFor()
})

test('a damaged config leads to the page of problems, which repairs it', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const { lab } = served
  await lab.call('config.set', { key: 'project.name', value: 'shop' })
  lab.write('.sdlc/config.yaml', 'project: [\n')
  await window.visit('/')
  await page.getByRole('link', { name: 'Look for problems and repair them' }).first().waitFor(WAIT)
  await page.getByRole('heading', { name: /^(What was done|While you were away)$/ }).waitFor(WAIT)
  await window.visit('/board')
  await page.getByRole('link', { name: 'Look for problems and repair them' }).first().click()
  await page.getByRole('list', { name: 'Problems' }).getByText('problem', { exact: true }).first().waitFor(WAIT)
  await page.getByRole('button', { name: 'Repair' }).click()
  await page
    .getByText(/^Repaired:/)
    .first()
    .waitFor(WAIT)
  expect(lab.read('.sdlc/config.yaml')).toContain('name: shop')
})

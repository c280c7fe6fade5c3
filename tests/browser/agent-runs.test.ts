import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../lab.ts'
import { ended, script, setUpAgent, startAgent, until, waiting } from '../support/agents.ts'
import { runToEnd, trustedTool } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, serveLab, settled, violations } from './browser.ts'
import { chooseTab, openKeyboardWindow, press, tabTo, write } from './by-keyboard.ts'
import { flaws } from './look.ts'

const MENDING = [
  { think: 'Two notes are wrong.' },
  { plan: ['Read the notes', 'Mend them'] },
  { tool: { toolCallId: 'edit-1', title: 'Mend notes.txt', kind: 'edit', status: 'in_progress' } },
  {
    ask: { id: 'edit-1', title: 'Write notes.txt', kind: 'edit', paths: ['notes.txt'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of the script, which is JSON
    then: [{ write: { path: 'notes.txt', content: 'mended\n' } }, { done: 'edit-1' }],
  },
  { usage: { used: 1200, size: 200_000, cost: { amount: 0.12, currency: 'USD' } } },
  { say: 'The notes are **mended**.' },
]

const SCAN = {
  display_name: 'Scan',
  result_actions: [
    {
      id: 'mend',
      label: 'Mend it',
      icon: 'wrench',
      condition: '$.ok == false',
      confirm: 'Mend {{result.data.file}} for {{input.who}}?',
      prompt_template: `{{result.data.file}} is wrong. ${script(...MENDING)}`,
    },
    {
      id: 'keep',
      label: 'Keep as feedback',
      icon: 'plus',
      prompt_template: '',
      operation: { name: 'feedback.add', input: { text: 'Wrong: {{result.data.file}}' } },
    },
  ],
}

let served: Served
beforeAll(async () => {
  served = await serveLab()
  setUpAgent(served.lab)
  served.lab.write('notes.txt', 'wrong\n')
  await trustedTool(served.lab, 'scan', SCAN, `print({ ok: false, error: 'Wrong.', data: { file: 'notes.txt' } })`)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const idIn = (page: Page) => /\/runs\/([^/?]+)/.exec(page.url())?.[1] ?? ''
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

async function looksGood(page: Page, name: string): Promise<void> {
  expect(await flaws(page, name)).toEqual([])
}

test('a follow-up of a failed result: prompt shown, agent started, permission answered, diff merged and undone', async () => {
  const { id } = await runToEnd(served.lab, 'scan', { who: 'the library' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/tools/scan?run=${id}`)
  await page.getByRole('button', { name: 'Mend it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Mend notes.txt for the library?').waitFor()
  expect(await dialog.getByRole('region', { name: 'the prompt' }).textContent()).toContain(
    '<data from="result.data.file">notes.txt</data>',
  )
  await looksGood(page, 'follow-up-dialog')
  await dialog.getByRole('button', { name: 'Mend it' }).click()
  await page.waitForURL('**/runs/*')
  const asked = page.getByRole('region', { name: 'Permission: Write notes.txt' })
  await asked.waitFor()
  await page.getByRole('link', { name: /Home.*1 question of an agent/ }).waitFor()
  await looksGood(page, 'agent-run-waiting')
  const run = idIn(page)
  await window.visit('/')
  await page.getByRole('region', { name: 'Permission: Write notes.txt' }).waitFor()
  await looksGood(page, 'home-agents-ask')
  await page.getByRole('button', { name: 'Allow once: Write notes.txt' }).click()
  await page.getByRole('region', { name: 'Permission: Write notes.txt' }).waitFor({ state: 'detached' })
  await ended(served.lab, { id: run })
  await window.visit(`/runs/${run}`)
  await page.getByText('Succeeded').first().waitFor()
  const story = page.getByRole('list', { name: 'What happened' })
  await story.getByText('mended').waitFor()
  await story.getByText('allowed by a person').waitFor()
  await page.getByRole('link', { name: 'a result of scan' }).waitFor()
  await tab(page, 'Changes').click()
  const diff = page.getByRole('region', { name: 'Changes to notes.txt' })
  await diff.getByText('+mended').waitFor()
  expect(served.lab.read('notes.txt')).toBe('wrong\n')
  await looksGood(page, 'agent-run-changes')
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('button', { name: 'Undo the merge' }).waitFor()
  expect(served.lab.read('notes.txt')).toBe('mended\n')
  await page.getByRole('button', { name: 'Undo the merge' }).click()
  await page.getByText('Undone', { exact: true }).first().waitFor()
  expect(served.lab.read('notes.txt')).toBe('wrong\n')
  const { links } = await served.lab.call('tool.interaction', { name: 'scan', id })
  expect(links).toContain(`run:${run}`)
  expect(window.complaints).toEqual([])
})

test('an operation of a follow-up is done at once, without leaving the result, by keyboard alone', async () => {
  const { id } = await runToEnd(served.lab, 'scan', { who: 'the office' })
  await using window = await openKeyboardWindow(served)
  const { page } = window
  await window.visit(`/tools/scan?run=${id}`)
  await press(page.getByRole('button', { name: 'Keep as feedback' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'feedback.add' }).waitFor()
  await press(dialog.getByRole('button', { name: 'Keep as feedback' }))
  await page.getByText('Keep as feedback: done').first().waitFor()
  const { feedback } = await served.lab.call('feedback.list', {})
  expect(feedback.map(({ text }) => text)).toContain('Wrong: notes.txt')
  expect(window.complaints).toEqual([])
})

test('by keyboard alone on a narrow window: read the question, deny it, stop the agent', async () => {
  const steps = [
    { ask: { title: 'Delete everything', kind: 'delete', paths: ['notes.txt'] } },
    { say: 'Well then.' },
    { hang: true },
  ]
  const run = await startAgent(served.lab, steps, { profile: 'write' })
  await waiting(served.lab, run)
  await using window = await openKeyboardWindow(served, { width: 390 })
  const { page } = window
  await window.visit(`/runs/${run.id}`)
  expect(await violations(page)).toEqual([])
  await press(page.getByRole('button', { name: 'Deny: Delete everything' }))
  await page.getByText('denied by a person').waitFor()
  await page.getByText('Well then.').waitFor()
  await press(page.getByRole('button', { name: 'Stop' }))
  await page.getByText('Stopped').first().waitFor()
  expect((await ended(served.lab, run)).status).toBe('stopped')
  await chooseTab(page.getByRole('tab', { name: 'Changes' }))
  await page.getByText('Nothing was changed').waitFor()
  expect(window.complaints).toEqual([])
})

test('home says what agents did and what of it is not decided, with its diff', async () => {
  const steps = [
    { ask: { title: 'Write b.txt', kind: 'edit', paths: ['b.txt'] } },
    { write: { path: 'b.txt', content: 'b\n' } },
  ]
  const run = await startAgent(served.lab, steps, { profile: 'write' })
  const asked = await waiting(served.lab, run)
  await served.lab.call('agent.permit', { id: run.id, permission: asked.id, answer: 'allow' }, person)
  await ended(served.lab, run)
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/')
  const did = page.getByRole('list', { name: 'What agents did' })
  await did.getByRole('button', { name: 'Show changes' }).first().click()
  await page.getByRole('dialog').getByText('+b').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await until(async () => {
    const { agent } = await served.lab.call('run.show', { id: run.id })
    return agent?.changes === 'discarded' ? true : undefined
  }, 'the discard')
  expect(fs.existsSync(path.join(served.lab.root, 'b.txt'))).toBe(false)
  expect(window.complaints).toEqual([])
})

test('settings list the agents of the config and those of the machine; another becomes the default and is removed; rules are set by keyboard', async () => {
  await served.lab.call('agent.add', { name: 'second', command: process.execPath, default: false }, person)
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/settings')
  await page.getByRole('list', { name: 'Coding agents' }).getByText('second', { exact: true }).waitFor()
  await looksGood(page, 'settings-agents')
  await page.getByRole('button', { name: 'Make default' }).click()
  await until(async () => {
    const { agents } = await served.lab.call('agent.list', {})
    return agents.find(({ name }) => name === 'second')?.default === true ? true : undefined
  }, 'the new default')
  await served.lab.call('agent.use', { name: 'scripted' }, person)
  await page.getByRole('button', { name: 'Remove second' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('button', { name: 'Remove second' }).waitFor({ state: 'detached' })
  expect(window.complaints).toEqual([])

  await using keys = await openKeyboardWindow(served)
  await keys.visit('/settings')
  await setRule(keys.page)
  expect(keys.complaints).toEqual([])
})

async function setRule(page: Page): Promise<void> {
  await press(page.getByLabel('What it does'))
  await page.getByText('Say what it is about', { exact: false }).waitFor()
  await page.keyboard.type('fetch')
  await write(page.getByLabel('Only in these files'), 'docs/**')
  await tabTo(page.getByRole('radio', { name: 'Ask' }))
  await page.keyboard.press('ArrowRight')
  await press(page.getByRole('button', { name: 'Add the rule' }))
  const remove = page.getByRole('button', { name: 'Remove the rule for fetch in docs/**' })
  await remove.waitFor()
  const rule = { tool: 'fetch', path: 'docs/**', action: 'deny' }
  expect((await served.lab.call('agent.rules', {})).rules).toContainEqual(rule)
  await press(remove)
  await remove.waitFor({ state: 'detached' })
  await settled(page)
}

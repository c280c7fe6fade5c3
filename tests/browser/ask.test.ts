import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpAgent } from '../support/agents.ts'
import { makeThread } from './ask-stage.ts'
import { closeBrowser, openWindow, type Served, screenshot, serveLab, settled, violations } from './browser.ts'

let served: Served
let thread: string
beforeAll(async () => {
  served = await serveLab()
  thread = await makeThread(served.lab)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const PATIENCE = { timeout: 120_000 }
const list = (page: Page) => page.getByRole('navigation', { name: 'Threads' })
const turns = (page: Page) => page.getByRole('list', { name: 'Questions and answers' }).getByRole('article')

test('a first question begins a thread, its passages open the file at the line, and a second one goes on', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/ask')
  await page.getByRole('textbox', { name: 'Your question' }).fill('Which function signs a person in?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.waitForURL(/\/ask\/\d{8}-/, PATIENCE)
  await page.getByRole('heading', { level: 1, name: 'Which function signs a person in?' }).waitFor()
  await turns(page).getByText('Passages only').waitFor(PATIENCE)
  await turns(page)
    .getByText(/^Found by (?:comment|text|symbol|path): /)
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /^src\/login\.ts:/ })
    .first()
    .click()
  const file = page.getByRole('region', { name: 'File' })
  await file.getByText('export function login(name: string): string {').waitFor()
  expect(await file.locator('[data-cited]').count()).toBeGreaterThan(0)
  expect(new URL(page.url()).searchParams.get('file')).toBe('src/login.ts')
  await screenshot(page, 'ask-file-1440')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Next question').fill('And which one signs out?')
  await page.keyboard.press('Enter')
  await expect.poll(() => turns(page).count(), PATIENCE).toBe(2)
  await list(page).getByText('2 questions').waitFor()
  expect(window.complaints).toEqual([])
})

test('a file that changed since it was cited says so', async () => {
  const { lab } = served
  lab.write('src/later.ts', 'export const laterValue = "walrus"\n')
  const { thread_id } = await lab.call('ask.answer', { question: 'What is laterValue?', way: 'extract' })
  lab.write('src/later.ts', '// moved\n\n\nexport const laterValue = "clam"\n')
  await using window = await openWindow(served)
  await window.visit(`/ask/${thread_id}`)
  await window.page.getByRole('button', { name: /^src\/later\.ts:/ }).click()
  await window.page.getByText('These lines have changed since they were cited.').waitFor()
})

test('why is answered with what the commits of the passage say', async () => {
  const { lab } = served
  lab.write('src/retry.ts', 'export const invoiceRetries = 7\n')
  const git = (...args: string[]) => execFileSync('git', ['-C', lab.root, ...args], { env: lab.env })
  git('add', 'src/retry.ts')
  const as = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
  git(...as, 'commit', '-qm', 'Retry seven times\n\nThe bank drops <b>five</b> calls.', '--', 'src/retry.ts')
  const { thread_id } = await lab.call('ask.answer', { question: 'Why are invoiceRetries 7?', way: 'extract' })
  await using window = await openWindow(served)
  await window.visit(`/ask/${thread_id}`)
  await window.page.getByRole('list', { name: 'Commits' }).getByText('The bank drops <b>five</b> calls.').waitFor()
  expect(await violations(window.page)).toEqual([])
})

test('threads are found by what was said, renamed where they stand, and tagged', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/ask/${thread}`)
  await page.getByLabel('Search threads').fill('httponly')
  await expect.poll(() => list(page).getByRole('link').count()).toBe(1)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Cookies')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cookies' }).waitFor()
  await list(page).getByText('Cookies').waitFor()
  await page.getByRole('button', { name: 'Add a tag' }).click()
  await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('sessions')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Tags' }).getByText('sessions').waitFor()
  expect((await served.lab.call('thread.show', { id: thread })).tags).toEqual(['login', 'sessions'])
  expect(window.complaints).toEqual([])
})

test('a thread becomes a feature and a ponder, with its title and its first question filled in', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/ask/${thread}`)
  const { title } = await served.lab.call('thread.show', { id: thread })
  await page.getByRole('button', { name: 'Create feature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a feature' })
  expect(await dialog.getByLabel('Title').inputValue()).toBe(title)
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Where is the session cookie set?')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Title').fill('Signed cookies')
  await dialog.getByRole('button', { name: 'Create the feature' }).click()
  await page.getByText('feature:signed-cookies').first().waitFor()
  expect(served.lab.read('.sdlc/features/signed-cookies/spec.md')).toContain(`Originated from AMA thread '${title}'`)
  await page.getByRole('button', { name: 'Send to ponder' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open the ponder' }).click()
  await expect.poll(async () => (await served.lab.call('thread.show', { id: thread })).commits.length).toBe(2)
  expect(window.complaints).toEqual([])
})

test('what is deleted can be taken back at once, and from the trash later', async () => {
  const { thread_id } = await served.lab.call('ask.answer', { question: 'Which walrus?', way: 'extract' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/ask/${thread_id}`)
  await page.getByRole('button', { name: 'Delete the thread' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Which walrus?' }).waitFor()
  await page.getByRole('button', { name: 'Delete the thread' }).click()
  await page.getByText('is in the trash').last().waitFor()
  await window.visit('/ask?trash=on')
  await page.getByRole('button', { name: 'Restore Which walrus?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Which walrus?' }).waitFor()
})

test('an answer that an agent stores meanwhile appears by itself, and opens the lines it names', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/ask/${thread}`)
  await page.getByText('has not stored its answer yet').waitFor()
  const answer = 'It is, src/login.ts:9, and not src/login.ts:900.'
  await served.furrow('ask', 'store', thread, 'turn-003', '--synthesis', answer)
  await page.getByText(answer).waitFor()
  const turn = turns(page).filter({ hasText: answer })
  await turn.getByText('Why these?').click()
  await turn
    .getByText(/^path: login|^text: |^symbol: /)
    .first()
    .waitFor()
  await turn.getByRole('button', { name: 'src/login.ts:9', exact: true }).click()
  const cited = page.getByRole('region', { name: 'File' }).locator('[data-cited]')
  await cited.getByText('HttpOnly').waitFor()
  expect(await cited.count()).toBe(1)
  expect(await turn.getByRole('button', { name: 'src/login.ts:900' }).count()).toBe(0)
  await screenshot(page, 'ask-named-1440')
  expect(await violations(page)).toEqual([])
  expect(window.complaints).toEqual([])
})

test('the whole way works by keyboard at the width of a phone, one pane at a time', async () => {
  await using window = await openWindow(served, { width: 390 })
  const { page } = window
  await window.visit('/ask')
  await screenshot(page, 'ask-phone-list')
  await list(page).getByRole('link').last().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/ask/${thread}`)
  await settled(page)
  await expect.poll(() => list(page).isVisible(), PATIENCE).toBe(false)
  await screenshot(page, 'ask-phone-thread')
  await page
    .getByRole('button', { name: /^src\/login\.ts:/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'File' }).waitFor()
  expect(await page.getByLabel('Next question').isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByLabel('Next question').focus()
  await page.keyboard.type('Who calls login?')
  await page.keyboard.press('Enter')
  await expect.poll(() => turns(page).count(), PATIENCE).toBe(4)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(wide).toBe(false)
  await page.getByRole('link', { name: 'All threads' }).focus()
  await page.keyboard.press('Enter')
  await list(page).waitFor()
  expect(window.complaints).toEqual([])
})

test('a question whose search was cut off is asked again at a click', async () => {
  const { lab } = served
  const { thread_id: id } = await lab.call('ask.answer', { question: 'Who signs out?', way: 'extract' })
  const file = `.sdlc/tool-interactions/ama/${id}.yaml`
  lab.write(file, lab.read(file).replace('status: answered', 'status: searching'))
  await using window = await openWindow(served)
  await window.visit(`/ask/${id}`)
  await window.page.getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => turns(window.page).count(), PATIENCE).toBe(2)
  await turns(window.page).last().getByText('Passages only').waitFor(PATIENCE)
  expect(window.complaints).toEqual([])
})

test('deleting a thread that something was made from is asked about first', async () => {
  const { thread_id: id } = await served.lab.call('ask.answer', { question: 'Which otter?', way: 'extract' })
  await served.lab.call('thread.commit', { id, target: 'ponder' })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/ask/${id}`)
  await page.getByRole('button', { name: 'Delete the thread' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this thread?' })
  await dialog.getByText('ponder:which-otter was made from it').waitFor()
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('is in the trash').last().waitFor()
  expect((await served.lab.call('thread.list', { deleted: true })).threads).toMatchObject([{ id }])
})

test('what an agent writes is read while it is being written, and stays when it is done', async () => {
  setUpAgent(served.lab)
  const steps = [
    { say: 'By `setCookie`, ' },
    { tool: { toolCallId: 'a', title: 'Read src/login.ts', kind: 'read', status: 'in_progress' } },
    { spawn: { script: 'true', file: 'go' } },
    { say: 'By `setCookie`, src/login.ts:8.' },
  ]
  const question = `Where is the session cookie set?\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\``
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/ask')
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  const soFar = page.getByRole('region', { name: 'Answer so far' })
  await soFar.getByText('By setCookie,').waitFor(PATIENCE)
  await soFar.getByText('Read src/login.ts').waitFor(PATIENCE)
  await screenshot(page, 'ask-writing-1440')
  expect(await violations(page)).toEqual([])
  served.lab.write('go', '')
  await page.getByText('Answered by your agent').waitFor(PATIENCE)
  await turns(page).getByText('By setCookie, src/login.ts:8.').waitFor(PATIENCE)
  expect(await soFar.count()).toBe(0)
  expect(window.complaints).toEqual([])
})

test('the page of the assistant shows its last thread, and asks for no run of that id', async () => {
  await using window = await openWindow(served)
  const { page } = window
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  for (const address of ['/tools/ama', `/tools/ama?run=${thread}`]) {
    await window.visit(address)
    await page.getByRole('region', { name: 'Result' }).getByRole('link', { name: 'Open thread' }).waitFor()
  }
  expect(asked.filter(url => /\/api\/operations\/(?:tool\.interaction|run\.show)$/.test(url))).toEqual([])
  expect(window.complaints).toEqual([])
  await page.getByRole('link', { name: 'Open thread' }).click()
  await page.waitForURL(/\/ask\/\d{8}-/)
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'
import { chooseItem, openKeyboardWindow, press, tabTo } from './by-keyboard.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  served.lab.write('talk.mjs', TALK)
  served.lab.write('wait.mjs', WAIT)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const TALK = `
for (let n = 1; n <= 300; n++) {
  if (n % 50 === 0) console.error('\\u001b[31mproblem\\u001b[0m number ' + n)
  else console.log('\\u001b[32mok\\u001b[39m step ' + n + ' <b>not markup</b>')
}
process.exitCode = 3
`
/** Says one line, then one more for every line that is written to the file \`more\`. */
const WAIT = `
import fs from 'node:fs'
console.log('waiting')
let said = 0
setInterval(() => {
  const lines = fs.existsSync('more') ? fs.readFileSync('more', 'utf8').split('\\n').filter(Boolean) : []
  for (; said < lines.length; said++) console.log(lines[said])
}, 20)
`

const log = (page: Page) => page.getByRole('log')
const line = (page: Page, n: number) => page.locator(`[data-line="${n}"]`)

async function start(...argv: string[]): Promise<string> {
  const { id } = JSON.parse(await served.furrow('exec', '--detach', '--json', '--', ...argv)) as { id: string }
  return id
}

test('a run appears while it goes, is followed live, and is cancelled from its page', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/runs')
  const id = await start('node', 'wait.mjs')
  await page.getByRole('link', { name: 'node wait.mjs' }).first().click()
  await page.waitForURL(`**/runs/${id}`)
  await log(page).getByText('waiting').waitFor()
  served.lab.write('more', 'first\nsecond\n')
  await log(page).getByText('second').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Cancelled').first().waitFor()
  expect(JSON.parse(await served.furrow('runs', 'show', id, '--json'))).toMatchObject({ status: 'cancelled' })
  expect(window.complaints).toEqual([])
})

test('levels and colours are shown, and output is never markup', async () => {
  const id = await start('node', 'talk.mjs')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}?line=2`)
  await page.getByText('Failed, exit 3', { exact: true }).waitFor()
  await line(page, 2).waitFor()
  expect(await log(page).getByText('<b>not markup</b>').count()).toBeGreaterThan(3)
  expect(await log(page).locator('span', { hasText: /^ok$/ }).first().getAttribute('class')).toContain(
    'text-ansi-green',
  )
  await page.getByRole('button', { name: 'stderr', exact: true }).click()
  await expect.poll(() => page.locator('[data-line]').count()).toBe(6)
  expect(await page.locator('[data-line]').first().getAttribute('aria-label')).toMatch(
    /^Line \d+, stderr: problem number 50$/,
  )
  expect(new URL(page.url()).searchParams.get('level')).toBe('stderr')
})

test('a search goes from match to match and stands in the address', async () => {
  const id = await start('node', 'talk.mjs')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}?line=1`)
  await line(page, 1).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('problem')
  await page.getByText('6 matches').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 of 6').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByText('2 of 6').waitFor()
  await log(page).locator('mark').first().waitFor()
  await page.keyboard.press('Shift+N')
  await page.getByText('1 of 6').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('problem')
})

test('a line has a link, Shift takes a range, and the link leads there', async () => {
  const id = await start('node', 'talk.mjs')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}?line=120`)
  await line(page, 120).waitFor()
  await line(page, 122).click()
  await line(page, 125).click({ modifiers: ['Shift'] })
  await page.waitForURL('**?line=122-125')
  await using other = await openWindow(served)
  await other.visit(`/runs/${id}?line=122-125`)
  await line(other.page, 125).waitFor()
  expect(await line(other.page, 125).evaluate(isInView)).toBe(true)
})

test('by keyboard alone: arrows walk through the lines, Enter takes one, the log is paused, the run cancelled and deleted', async () => {
  const done = await start('node', 'talk.mjs')
  await served.furrow('runs', 'wait', done)
  const going = await start('node', 'wait.mjs')
  await using window = await openKeyboardWindow(served)
  const { page } = window
  const { keyboard } = page
  await window.visit(`/runs/${done}?line=1`)
  await line(page, 1).waitFor()
  await tabTo(log(page))
  await keyboard.press('Home')
  for (let steps = 0; steps < 4; steps++) await keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-line'))).toBe('5')
  await keyboard.press('Enter')
  await page.waitForURL('**?line=5')
  await window.visit(`/runs/${going}`)
  await log(page).getByText('waiting').waitFor()
  await press(page.getByRole('button', { name: 'Pause', exact: true }))
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await press(page.getByRole('button', { name: 'Cancel' }))
  await page.getByText('Cancelled').first().waitFor()
  await press(page.getByRole('button', { name: 'More' }))
  await chooseItem(page.getByRole('menuitem', { name: 'Delete' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete the run' }))
  await page.waitForURL('**/runs')
  expect(window.complaints).toEqual([])
})

test('the log can be downloaded as it was written', async () => {
  const id = await start('node', 'talk.mjs')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await line(page, 300).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the log' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${id}.log`)
  const text = await new Response((await download.createReadStream()) as unknown as ReadableStream).text()
  expect(text.trimEnd().split('\n')).toHaveLength(300)
})

test('scrolling up pauses, new lines are counted, and the pill leads back', async () => {
  served.lab.write('more', `${Array.from({ length: 200 }, (_, at) => `early ${at}`).join('\n')}\n`)
  const id = await start('node', 'wait.mjs')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await log(page).getByText('early 199', { exact: true }).waitFor()
  await log(page).hover()
  await page.mouse.wheel(0, -800)
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  served.lab.write('more', `${served.lab.read('more')}late 1\nlate 2\n`)
  await page.getByRole('button', { name: '2 new lines' }).click()
  await log(page).getByText('late 2').waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await served.furrow('runs', 'cancel', id)
})

test('a run that ends elsewhere is told on whatever page is open', async () => {
  const id = await start('node', 'wait.mjs')
  await using window = await openWindow(served)
  await window.page.getByText('Running now').first().waitFor()
  await served.furrow('runs', 'cancel', id)
  await window.page.getByRole('status', { name: 'Messages' }).getByText('Cancelled: node wait.mjs').waitFor()
})

test('a run is deleted only after a question', async () => {
  const id = await start('node', 'talk.mjs')
  await served.furrow('runs', 'wait', id)
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the run' }).click()
  await page.waitForURL('**/runs')
  await expect(served.furrow('runs', 'show', id)).rejects.toThrow(/no run/i)
})

const COMPARED = [/^Select node talk.mjs again /, /^Select node talk.mjs 2/]

async function isCompared(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Difference of input' }).getByText('+node talk.mjs again').waitFor()
  await expect.poll(() => page.getByText('No difference.').count()).toBe(2)
}

test('filters stand in the address, and two runs are compared, by mouse and by keyboard alone', async () => {
  for (const more of [[], ['again']]) await served.furrow('runs', 'wait', await start('node', 'talk.mjs', ...more))
  await using window = await openWindow(served)
  await window.visit('/runs?status=failed&kind=exec&q=talk')
  await window.page.getByRole('link', { name: 'node talk.mjs' }).first().waitFor()
  expect(await window.page.getByLabel('Status').inputValue()).toBe('failed')
  await window.page.getByLabel('Status').selectOption('running')
  await window.page.getByText('No run fits this filter').waitFor()
  expect(new URL(window.page.url()).searchParams.get('status')).toBe('running')
  await window.page.getByLabel('Status').selectOption('failed')
  for (const name of COMPARED) await window.page.getByRole('checkbox', { name }).first().check()
  await window.page.getByRole('button', { name: 'Compare', exact: true }).click()
  await isCompared(window.page)
  expect(window.complaints).toEqual([])

  await using other = await openKeyboardWindow(served)
  const { page } = other
  await other.visit('/runs')
  await page.keyboard.press('/')
  await page.keyboard.type('talk')
  await tabTo(page.getByLabel('Kind'))
  await page.keyboard.type('Comm')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=talk&kind=exec')
  for (const name of COMPARED) {
    await tabTo(page.getByRole('checkbox', { name }).first())
    await page.keyboard.press('Space')
  }
  // It stands before the list.
  const compare = page.getByRole('button', { name: 'Compare', exact: true })
  while (!(await compare.evaluate(button => button === document.activeElement))) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await isCompared(page)
  expect(other.complaints).toEqual([])
})

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

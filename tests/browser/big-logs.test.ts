import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser, closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  served.lab.write('big.mjs', BIG)
  served.lab.write('burst.mjs', BURST)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const BIG = `
let text = ''
for (let n = 1; n <= 200000; n++) text += 'line ' + n + (n % 1000 === 0 ? ' needle' : '') + '\\n'
process.stdout.write(text)
`
/** Waits for the file \`go\`, then says 1,000 lines every 100 ms, a hundred times. */
const BURST = `
import fs from 'node:fs'
console.log('ready')
const wait = setInterval(() => {
  if (!fs.existsSync('go')) return
  clearInterval(wait)
  let said = 0
  const talk = setInterval(() => {
    let text = ''
    for (let n = 0; n < 1000; n++) text += 'burst ' + ++said + ' of one hundred thousand lines\\n'
    process.stdout.write(text)
    if (said >= 100000) clearInterval(talk)
  }, 100)
}, 20)
`

const line = (page: Page, n: number) => page.locator(`[data-line="${n}"]`)
const scrollTo = (page: Page, part: number) =>
  page.getByRole('log').evaluate((log, part) => {
    log.scrollTop = (log.scrollHeight - log.clientHeight) * part
  }, part)

async function start(...argv: string[]): Promise<string> {
  const { id } = JSON.parse(await served.furrow('exec', '--detach', '--json', '--', ...argv)) as { id: string }
  return id
}

test('a log of 200,000 lines scrolls, is searched, and a reload resumes at the same place', async () => {
  const id = await start('node', 'big.mjs')
  await served.furrow('runs', 'wait', id)
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await line(page, 200_000).waitFor()
  for (let step = 40; step >= 0; step--) {
    await scrollTo(page, step / 40)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await page.getByText('line 1', { exact: true }).waitFor()
  await scrollTo(page, 0.5)
  await page.getByText('line 100000 needle').waitFor()
  expect(await page.locator('[data-line]').count()).toBeLessThan(150)

  const before = await topLine(page)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.reload()
  await page.getByText('line 100000 needle').waitFor()
  expect(Math.abs((await topLine(page)) - before)).toBeLessThanOrEqual(1)

  await window.visit(`/runs/${id}?line=150000`)
  await page.getByText('line 150000 needle').waitFor()

  await page.getByLabel('Search the log').fill('needle')
  await page.getByText('200 matches').waitFor()
  await page.keyboard.press('Enter')
  await line(page, 1_000).waitFor()
  expect(window.complaints).toEqual([])
})

test('a log that was cut in the middle shows its head, the cut and its tail as one', async () => {
  await served.furrow('config', 'set', 'runs.log_bytes', '100000')
  const id = await start('node', 'big.mjs')
  await served.furrow('runs', 'wait', id)
  await served.furrow('config', 'unset', 'runs.log_bytes')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await line(page, 200_000).waitFor()
  await page.getByLabel('Search the log').fill('lines were cut here')
  await page.getByText('1 match', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  const cut = page.getByText(/^\[\d+ lines were cut here/)
  await cut.waitFor()
  const shown = await page
    .locator('[data-line]')
    .evaluateAll(all => all.map(one => Number(one.getAttribute('data-line'))))
  const jumps = shown.slice(1).filter((n, index) => n !== (shown[index] ?? 0) + 1)
  expect(jumps).toHaveLength(1)
  expect(await page.getByText('loading').count()).toBe(0)
})

test('10,000 lines a second for 10 seconds add at most 50 ms to the longest task of the idle page', async () => {
  const id = await start('node', 'burst.mjs')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await page.getByRole('log').getByText('ready').waitFor()
  const idle = await longestTask(page, async () => {
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 10_000)))
  })
  const busy = await longestTask(page, async () => {
    served.lab.write('go', '')
    await line(page, 100_001).waitFor({ timeout: 120_000 })
  })
  console.log(
    `longest task: idle ${idle.cpu} ms (${idle.wall} by the clock), 10,000 lines/s ${busy.cpu} ms (${busy.wall})`,
  )
  expect(busy.cpu - idle.cpu).toBeLessThanOrEqual(50)
  await page.getByText('Succeeded').first().waitFor()
})

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * The longest task of the page's main thread while something went on, in whole milliseconds. What counts is the time
 * it computed: on a busy machine a task that waits for a core looks long and does nothing.
 */
async function longestTask(page: Page, during: () => Promise<void>): Promise<{ cpu: number; wall: number }> {
  const chromium = await browser()
  await chromium.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await during()
  const { traceEvents } = JSON.parse((await chromium.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name.endsWith('RunTask') && mains.some(main => main.pid === pid && main.tid === tid),
  )
  expect(tasks.length).toBeGreaterThan(10)
  const longest = (time: 'dur' | 'tdur') => Math.round(Math.max(...tasks.map(task => task[time] ?? 0)) / 1_000)
  return { cpu: longest('tdur'), wall: longest('dur') }
}

function topLine(page: Page): Promise<number> {
  return page.getByRole('log').evaluate(log => {
    const top = log.getBoundingClientRect().top
    const first = [...log.querySelectorAll('[data-line]')].find(row => row.getBoundingClientRect().bottom > top)
    return Number(first?.getAttribute('data-line'))
  })
}

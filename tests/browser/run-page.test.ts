import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareTool, endOf, trust, writeTool } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, serveLab, violations } from './browser.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const REPORT = `<title>Report</title><style>p { color: rgb(1, 2, 3) }</style><link rel=stylesheet href=/leak.css>
<p id=said style="font-weight: 800">All green</p><img id=dot src="data:image/png;base64,${PIXEL}"><img src="/leak.png">
<p style="</style><script>top.owned = 1</script>" onclick="top.owned = 1">x</p>
<script>top.owned = 1; fetch('/leak')</script><form action=/leak><button id=send>Send</button></form><a id=out href="https://example.com">out</a>`
const TABLE = 'name,said\nann,"a, ""b"""\nbob,c\n'

const REPORTS = `
  const attach = (name: string, kind: string, bytes: string, as: BufferEncoding = 'utf8') =>
    print({ type: 'attachment', name, kind, base64: Buffer.from(bytes, as).toString('base64') })
  const has = (file: string) => new Promise<void>(done => {
    const timer = setInterval(() => fs.existsSync(file) && (clearInterval(timer), done()), 5)
  })
  const told = async () => {
    print({ type: 'log', level: 'stdout', line: 'first line' })
    print({ type: 'progress', message: 'Warming up', percent: 10 })
    attach('shot.png', 'screenshot', ${JSON.stringify(PIXEL)}, 'base64')
    attach('people.csv', 'table', ${JSON.stringify(TABLE)})
    attach('all.html', 'report', ${JSON.stringify(REPORT)})
    // The time left is told when the lines were read two seconds apart; a busy machine may read the first one late.
    await new Promise(done => setTimeout(done, 5000))
    print({ type: 'progress', message: 'Half way', percent: 55 })
    await has('go')
    print({ type: 'result', ok: input.ok !== false, data: { total: 42 }, ...(input.ok === false && { error: 'three tests failed' }) })
  }
  void told()
`

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  writeTool(lab, 'reports', bareTool({ streaming: true, display_name: 'Reports' }, REPORTS))
  writeTool(lab, 'asks', bareTool({ display_name: 'Asks', effect: 'destructive' }, 'print({ ok: true, data: 1 })'))
  const attaching = `for (let n = 0; n < 1002; n++) print({ type: 'attachment', name: 'a' + n + '.txt', base64: 'aGk=' })
    print({ type: 'result', ok: true })`
  writeTool(lab, 'attaching', bareTool({ streaming: true, display_name: 'Attaching' }, attaching))
  const rows = 'Array.from({ length: 40000 }, (_, n) => ({ n, text: "x".repeat(60) }))'
  writeTool(lab, 'big', bareTool({ display_name: 'Big' }, `print({ ok: true, data: { rows: ${rows} } })`))
  await trust(lab)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' })

async function start(name: string, input: Record<string, unknown> = {}): Promise<string> {
  const { interaction_id: id } = await served.lab.call('tool.run', { name, input, confirmed: true })
  return id
}

async function finished(name: string, input: Record<string, unknown> = {}): Promise<string> {
  const id = await start(name, input)
  await endOf(served.lab, name, id)
  return id
}

test('a run shows how far it is and how long it takes, and its attachments open at their lines', async () => {
  fs.rmSync(path.join(served.lab.root, 'go'), { force: true })
  const id = await start('reports')
  await using window = await openWindow(served)
  const { page } = window
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await window.visit(`/runs/${id}`)
  const bar = page.getByRole('progressbar', { name: 'Progress' })
  await bar.waitFor()
  await page.getByText(/^55%, about \d+ s left$/).waitFor({ timeout: 120_000 })
  expect(await bar.getAttribute('aria-valuenow')).toBe('55')
  await button(page, 'Cancel').waitFor()
  const log = page.getByRole('log')
  const order = await log.locator('[data-index]').allTextContents()
  expect(order.findIndex(text => text.includes('shot.png'))).toBeLessThan(
    order.findIndex(text => text.includes('Half way')),
  )
  await button(page, 'Open shot.png').click()
  await log.getByRole('img', { name: 'shot.png' }).waitFor()
  await button(page, 'Open people.csv').click()
  await log.getByRole('cell', { name: 'a, "b"' }).waitFor()
  await button(page, 'Open all.html').click()
  const report = page.frameLocator('iframe[title="all.html"]')
  const said = report.locator('#said')
  await said.waitFor()
  const look = await said.evaluate(element => [getComputedStyle(element).color, getComputedStyle(element).fontWeight])
  expect(look).toEqual(['rgb(1, 2, 3)', '800'])
  expect(await report.locator('#dot').evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1)
  expect(await report.locator('script, form, link, [onclick], [href]').count()).toBe(0)
  expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false)
  expect(asked.filter(url => url.includes('leak') || url.includes('example.com'))).toEqual([])
  expect(await violations(page)).toEqual([])
  served.lab.write('go', '')
  await outcome(page).getByText('42').first().waitFor()
  await bar.waitFor({ state: 'detached' })
  expect(await button(page, 'Cancel').count()).toBe(0)
  // The browser says of each style and handler of a report that it does not count, before they are taken away.
  expect(window.complaints.filter(text => !text.includes('Content Security Policy'))).toEqual([])
})

test('an attachment opens from its tile, and a picture stays inside of it', async () => {
  served.lab.write('go', '')
  const id = await finished('reports')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  const tiles = page.getByRole('region', { name: 'Attachments' })
  const box = await tiles.getByRole('img', { name: 'shot.png' }).boundingBox()
  expect(box?.height).toBeLessThanOrEqual(112)
  await button(page, 'Show all.html').click()
  await page.frameLocator('iframe[title="all.html"]').locator('#said').waitFor()
  await button(page, 'Show shot.png').click()
  await expect.poll(() => tiles.getByRole('img', { name: 'shot.png' }).count()).toBe(2)
  await button(page, 'Hide shot.png').click()
  await expect.poll(() => tiles.getByRole('img', { name: 'shot.png' }).count()).toBe(1)
})

test('D4: the page of a run leads with what came of it, then says what, where, who and why, and runs it again', async () => {
  served.lab.write('go', '')
  const id = await finished('reports', { ok: false })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await outcome(page).getByText('three tests failed').waitFor()
  const about = page.getByRole('region', { name: 'About this run' })
  const texts = (await about.textContent()) ?? ''
  for (const said of ['reports --run {"ok":false}', served.lab.root, 'Exit code0', 'tool.run'])
    expect(texts).toContain(said)
  const [first, second, third] = await Promise.all(
    [outcome(page), about, page.getByRole('region', { name: 'Log' })].map(
      async part => (await part.boundingBox())?.y ?? 0,
    ),
  )
  expect([first, second, third]).toEqual([first, second, third].sort((a = 0, b = 0) => a - b))
  await button(page, 'Run again').click()
  await page.waitForURL(url => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(id))
  await outcome(page).getByText('three tests failed').waitFor()
  await button(page, 'Edit and run again').click()
  await page.waitForURL('**/tools/reports?from=*')
  expect(window.complaints).toEqual([])
})

test('what has to be confirmed is asked about before it runs again', async () => {
  const id = await finished('asks')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await button(page, 'Run again').click()
  const dialog = page.getByRole('dialog', { name: 'Run it again?' })
  await dialog.getByText('cannot be undone').waitFor()
  await dialog.getByRole('button', { name: 'Run it' }).click()
  await page.waitForURL(url => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(id))
  await page.getByText('Succeeded').first().waitFor()
})

test('D4: a command that failed says so first, and where it ran', async () => {
  const { id } = JSON.parse(await served.furrow('exec', '--detach', '--json', '--', 'sh', '-c', 'exit 3')) as {
    id: string
  }
  await served.furrow('runs', 'wait', id)
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  await outcome(page).getByText('Failed, exit 3').waitFor()
  const about = (await page.getByRole('region', { name: 'About this run' }).textContent()) ?? ''
  expect(about).toContain("sh -c 'exit 3'")
  expect(about).toContain('through a terminal run.exec')
})

test('a result that is too large for a page shows its beginning, and all of it is saved', async () => {
  const id = await finished('big')
  await using window = await openWindow(served)
  const { page } = window
  for (const where of [`/runs/${id}`, `/tools/big?run=${id}`]) {
    await window.visit(where)
    const large = page.getByRole('region', { name: 'Large result' })
    await large.getByText('{"rows":[{"n":0').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      large.getByRole('button', { name: 'Save result.json' }).click(),
    ])
    const text = fs.readFileSync((await download.path()) ?? '', 'utf8')
    expect((JSON.parse(text) as { data: { rows: unknown[] } }).data.rows).toHaveLength(40_000)
  }
  expect(window.complaints).toEqual([])
})

test('of a thousand attachments the first are shown, the others when they are asked for, and how many were not kept', async () => {
  const id = await finished('attaching')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${id}`)
  const attachments = page.getByRole('region', { name: 'Attachments' })
  await attachments.getByText('2 attachments were too large or too many to keep.').waitFor()
  expect(await attachments.getByRole('figure').count()).toBe(24)
  await button(page, 'Show all 1000 attachments').click()
  await expect.poll(() => attachments.getByRole('figure').count()).toBe(1000)
  expect(window.complaints).toEqual([])
})

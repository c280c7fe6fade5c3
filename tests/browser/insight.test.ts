import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { bareTool, endOf, trust, writeTool } from '../support/tools.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'
import { flaws } from './look.ts'

/** Says how far it is, and goes on until there is a file `go`. */
const SLOW = `
  print({ type: 'progress', message: 'Half way', percent: 50 })
  const timer = setInterval(() => {
    if (!fs.existsSync('go')) return
    clearInterval(timer)
    print({ type: 'result', ok: true, data: 1 })
  }, 20)
`

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  writeTool(lab, 'pack', bareTool({ display_name: 'Pack' }, 'print({ ok: input.ok !== false, data: 1 })'))
  writeTool(lab, 'slow', bareTool({ streaming: true, display_name: 'Slow' }, SLOW))
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: test ! -e broken\n')
  await trust(lab)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('a run shows what it started on a timeline, and Runs shows both ends', async () => {
  const { lab } = served
  const outer = await lab.call('run.exec', { argv: ['sleep', '600'], label: 'deploy all' })
  await using inner = await openLab({ root: lab.root, env: { ...lab.env, FURROW_RUN_ID: outer.id } })
  for (const [label, code] of [
    ['build the image', 0],
    ['check the image', 1],
  ] as const) {
    const { id } = await inner.call('run.exec', { argv: ['sh', '-c', `exit ${code}`], label })
    await inner.call('run.wait', { id })
  }
  await lab.call('run.cancel', { id: outer.id })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/runs/${outer.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('started 2 runs').waitFor()
  const rows = timeline.getByRole('list', { name: 'Runs and agent steps by time' }).getByRole('listitem')
  expect(await rows.count()).toBe(3)
  expect(await rows.nth(2).textContent()).toMatch(
    /check the image, Failed, inside deploy all, .* after the start, took /,
  )
  const legend = await timeline.getByRole('list', { name: 'Legend' }).getByRole('listitem').allTextContents()
  expect(legend).toEqual(['Cancelled', 'Succeeded', 'Failed'])
  expect(await flaws(page, 'run-timeline')).toEqual([])
  await timeline.getByRole('link', { name: 'check the image' }).click()
  await page.waitForURL(url => !url.pathname.endsWith(outer.id))
  await page.getByRole('heading', { name: 'check the image' }).waitFor()
  await window.visit('/runs')
  const list = page.getByRole('list', { name: 'Runs' })
  await list.getByText('started 2 runs').waitFor()
  expect(await flaws(page, 'runs-nested')).toEqual([])
  await list.getByRole('link', { name: 'deploy all' }).first().click()
  await page.waitForURL(`**/runs/${outer.id}`)
  expect(window.complaints).toEqual([])
})

test('a tool and a gate show how often they succeeded and how long they took', async () => {
  const { lab } = served
  for (const ok of [true, true, false]) {
    const { interaction_id: id } = await lab.call('tool.run', { name: 'pack', input: { ok } })
    await endOf(lab, 'pack', id)
  }
  const gates: string[] = []
  for (const broken of [false, true]) {
    if (broken) lab.write('broken', '')
    const { id } = await lab.call('gate.run', { name: 'unit' })
    await lab.call('run.wait', { id })
    gates.push(id)
  }
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/tools/pack?tab=history')
  const tool = page.getByRole('region', { name: 'Success and durations of pack' })
  await tool.getByText('66% succeeded').waitFor()
  await tool.getByText('By day', { exact: true }).click()
  const table = tool.getByRole('table', { name: 'Success and durations of pack by day' })
  expect(await table.getByRole('row').nth(1).textContent()).toMatch(/2 of 3/)
  expect(await flaws(page, 'tool-trend')).toEqual([])
  await window.visit(`/runs/${gates[1]}`)
  const gate = page.getByRole('region', { name: 'Success and durations of unit' })
  await gate.getByText('50% succeeded').waitFor()
  expect(await flaws(page, 'gate-trend')).toEqual([])
  expect(window.complaints).toEqual([])
})

test('D7: a running tool shows its percent in Runs and on Home, until it ends', async () => {
  const { lab } = served
  const { interaction_id: id } = await lab.call('tool.run', { name: 'slow', input: {} })
  await using window = await openWindow(served)
  const { page } = window
  for (const [where, name] of [
    ['/runs', 'runs-progress'],
    ['/', 'home-progress'],
  ] as const) {
    await window.visit(where)
    const bar = page.getByRole('progressbar').first()
    await bar.waitFor()
    expect(await bar.getAttribute('aria-valuetext')).toBe('50%, Half way')
    expect(await flaws(page, name)).toEqual([])
  }
  lab.write('go', '')
  await endOf(lab, 'slow', id)
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(window.complaints).toEqual([])
})

test('Memory shows its topics by month, and a topic leads to its records', async () => {
  const { lab } = served
  for (const [title, topic_key] of [
    ['Ports', 'server/ports'],
    ['Hosts', 'server/hosts'],
    ['Colours', 'page/colours'],
  ] as const)
    await lab.call('memory.save', { title, content: `About ${title}.`, topic_key })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/memory')
  const map = page.getByRole('table', { name: 'Records of each topic by month' })
  await map.waitFor()
  const first = map.getByRole('row').nth(1)
  expect(await first.getByRole('rowheader').textContent()).toBe('server')
  expect(await first.getByRole('cell').allTextContents()).toEqual(['2', '2'])
  expect(await flaws(page, 'memory-map')).toEqual([])
  await map.getByRole('link', { name: 'server' }).click()
  await page.waitForURL(url => url.searchParams.get('q') === 'topic:server')
  await page.getByText('2 records').waitFor()
  expect(window.complaints).toEqual([])
})

test('a milestone shows how much it held and how much was done, as a picture and as a table', async () => {
  const { lab } = served
  await lab.call('feature.create', { title: 'Single sign-on' })
  for (const title of ['Sign in', 'Sign out']) await lab.call('task.add', { id: 'single-sign-on', title })
  await lab.call('task.complete', { id: 'single-sign-on', task: 'T1' })
  await lab.call('milestone.create', { title: 'One login', features: ['single-sign-on'] })
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/board/milestones/one-login')
  const card = page.getByRole('region', { name: 'Burn-up' })
  await card.getByText('1 of 3 steps done').waitFor()
  await card.getByText('By day', { exact: true }).click()
  const table = card.getByRole('table', { name: 'Steps of this milestone by day' })
  expect(await table.getByRole('cell').allTextContents()).toEqual(['1', '3'])
  expect(await flaws(page, 'milestone-burn-up')).toEqual([])
  await lab.call('task.complete', { id: 'single-sign-on', task: 'T2' })
  await card.getByText('2 of 3 steps done').waitFor()
  expect(window.complaints).toEqual([])
})

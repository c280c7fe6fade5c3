import { afterAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, serveLab } from './browser.ts'

afterAll(closeBrowser)

test('what another process changes appears in an open page, and can be undone there', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served)
  const { page } = window
  await page.getByText('Get started').waitFor()
  await served.furrow('config', 'set', 'project.name', 'orchard')
  await page.getByRole('heading', { level: 1, name: 'orchard' }).waitFor()
  await page.getByText('project.name set to orchard').waitFor()

  await page.getByRole('button', { name: '1 file' }).click()
  await page.getByText('+  name: orchard').waitFor()
  await page.getByRole('button', { name: /^Undo: project.name/ }).click()
  await page.getByRole('heading', { level: 1, name: 'workspace' }).waitFor()
  expect(served.lab.list('.sdlc')).toEqual([])
  expect(window.complaints).toEqual([])
})

test('an undo by another process appears too', async () => {
  await using served = await serveLab()
  await served.furrow('config', 'set', 'project.name', 'orchard')
  await using window = await openWindow(served)
  await window.page.getByRole('heading', { level: 1, name: 'orchard' }).waitFor()
  await served.furrow('undo')
  await window.page.getByRole('heading', { level: 1, name: 'workspace' }).waitFor()
})

test('the page comes back by itself after a restart of the server, with what it missed', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served)
  const { page } = window
  await page.getByText('Get started').waitFor()
  await served.stop()
  const banner = page.getByText('The server does not answer.', { exact: false })
  await banner.waitFor()
  await served.furrow('config', 'set', 'project.name', 'orchard')
  await served.start()
  await page.getByRole('heading', { level: 1, name: 'orchard' }).waitFor()
  await banner.waitFor({ state: 'detached' })
})

test('several tabs share one event stream, and the next takes over when its holder closes', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served)
  await window.page.getByText(/^Live/).first().waitFor()
  let streams = 0
  window.context.on('request', request => {
    if (new URL(request.url()).pathname === '/api/events') streams++
  })
  const second = await window.context.newPage()
  await second.goto(served.address)
  const third = await window.context.newPage()
  await third.goto(served.address)
  await third.getByText('Get started').waitFor()
  await served.furrow('config', 'set', 'project.name', 'orchard')
  for (const page of [window.page, second, third])
    await page.getByRole('heading', { level: 1, name: 'orchard' }).waitFor()
  expect(streams).toBe(0)

  await window.page.close()
  await expect.poll(() => streams).toBe(1)
  await served.furrow('config', 'set', 'project.name', 'meadow')
  for (const page of [second, third]) await page.getByRole('heading', { level: 1, name: 'meadow' }).waitFor()
})

test('a setting that is edited in the page is there for every other door, and a slow server is told', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served)
  await window.visit('/settings')
  await window.page.getByRole('button', { name: 'Edit runs.concurrency' }).click()
  await window.page.getByLabel('Value of runs.concurrency').fill('none')
  await window.page.keyboard.press('Enter')
  await window.page.getByText('whole number', { exact: false }).waitFor()
  await window.page.getByLabel('Value of runs.concurrency').fill('2')
  let answer: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await window.page.route('**/api/operations/config.set', route => held.then(() => route.continue()))
  await window.page.keyboard.press('Enter')
  const working = window.page.getByRole('status', { name: 'Work going on' })
  await working.getByText('Working').waitFor()
  // D14: it covers no button of the page, which are at its top.
  expect((await working.boundingBox())?.y).toBeGreaterThan(450)
  answer()
  await window.page.getByText('runs.concurrency is set.').waitFor()
  const setting = JSON.parse(await served.furrow('config', 'get', 'runs.concurrency', '--json'))
  expect(setting).toMatchObject({ value: 2, source: 'project' })
})

test('a page reads everything once, and again what an event touches', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served)
  const { page } = window
  const read: string[] = []
  page.on('request', request => read.push(new URL(request.url()).pathname))
  await window.visit('/memory')
  await page.getByText('Nothing is remembered yet').waitFor()
  await page.waitForLoadState('load')
  await served.lab.call('memory.save', { title: 'Tokens live one hour', content: 'Refresh is silent.' })
  await page.getByRole('link', { name: 'Tokens live one hour' }).waitFor()
  const count = (operation: string) => read.filter(path => path === `/api/operations/${operation}`).length
  expect(count('memory.context')).toBe(2)
  expect(count('agent.permissions')).toBe(1)
})

import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent } from '../lab.ts'
import { closeBrowser, openWindow, type Served, serveLab, shots } from './browser.ts'
import { chooseTab, openKeyboardWindow, press, tabTo } from './by-keyboard.ts'

let served: Served
beforeAll(async () => {
  served = await serveLab()
  const { lab } = served
  const long = `${'Unrelated words about deployment and colours. '.repeat(30)}The walrus eats clams at noon. ${'More. '.repeat(80)}`
  await lab.call('memory.save', { title: 'Tokens', content: 'Access tokens live one hour.', topic_key: 'a/t' }, agent)
  await lab.call('memory.save', { title: 'Tokens', content: 'Access tokens live two hours.', topic_key: 'a/t' }, agent)
  await lab.call('memory.save', { title: 'Feeding', content: long, session_id: 'zoo', type: 'learning' }, agent)
  await lab.call('memory.save', { title: 'Old tokens', content: 'Tokens never expire.', session_id: 's2' }, agent)
  await lab.call('memory.relate', { from_id: 1, to_id: 3, relation_type: 'supersedes', note: 'after the audit' })
  await lab.call('memory.relate', { from_id: 2, to_id: 1 })
  await lab.call('memory.save', { title: 'Audit of the sign-in', content: 'Found in May.', session_id: 's3' }, agent)
  await lab.call('memory.relate', { from_id: 3, to_id: 4, relation_type: 'caused_by' })
  fs.mkdirSync(shots, { recursive: true })
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await closeBrowser()
})

test('search answers while it is typed, with the reason and the passage of each hit', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/memory')
  await page.getByRole('link', { name: 'Feeding' }).waitFor()
  const box = page.getByRole('searchbox', { name: 'Search memory' })
  await box.pressSequentially('when is the walr')
  const found = page.getByRole('list', { name: 'Records found' }).getByRole('listitem')
  await expect.poll(() => found.allInnerTexts()).toHaveLength(1)
  await box.pressSequentially('us fed?')
  await expect.poll(() => found.first().textContent()).toContain('found by text: walrus')
  expect(await found.first().textContent()).toContain('The walrus eats clams at noon.')
  expect(new URL(page.url()).searchParams.get('q')).toBe('when is the walrus fed?')
  await box.fill('how long do tokens live')
  await page.getByText('superseded').waitFor()
  expect((await found.allInnerTexts())[0]).toContain('Access tokens live two hours.')
  await page.screenshot({ path: path.join(shots, 'memory-search.png') })
  await box.fill('zzz nothing like it')
  await page.getByText('matches', { exact: false }).first().waitFor()
  expect(window.complaints).toEqual([])
})

test('history shows what changed, and restoring an earlier text is seen at once', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/memory/1?tab=history')
  const diff = page.getByLabel('Change after revision 1')
  await diff.waitFor()
  expect(await diff.textContent()).toContain('Access tokens live one hour.')
  await page.screenshot({ path: path.join(shots, 'memory-history.png') })
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await page.getByText('Restored; the text it had is a revision now.').waitFor()
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByText('Access tokens live one hour.').waitFor()
  await page.getByRole('tab', { name: 'History (3)' }).waitFor()
  expect(window.complaints).toEqual([])
})

test('a record that an agent saves meanwhile appears by itself, and its sitting is a timeline', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/memory/2?tab=timeline')
  const sitting = page.getByRole('list', { name: 'Records of the same session' }).getByRole('listitem')
  await expect.poll(() => sitting.count()).toBe(1)
  await served.furrow('memory', 'save', 'Keeper', '--content', 'The keeper comes at eight.', '--session-id', 'zoo')
  await expect.poll(() => sitting.count()).toBe(2)
  expect(await page.locator('[aria-current=true]').textContent()).toContain('Feeding')
  await page.screenshot({ path: path.join(shots, 'memory-timeline.png') })
  expect(window.complaints).toEqual([])
})

test('relations are drawn, said in words, and lead on', async () => {
  await using window = await openWindow(served)
  const { page } = window
  await window.visit('/memory/1?tab=relations')
  const panel = page.getByRole('tabpanel')
  await panel.getByText('after the audit').waitFor()
  expect(await panel.locator('svg rect').count()).toBe(4)
  expect(await panel.locator('svg path[marker-end]').count()).toBe(3)
  await page.screenshot({ path: path.join(shots, 'memory-relations.png') })
  await panel.getByRole('link', { name: 'Old tokens' }).first().click()
  await page.waitForURL('**/memory/3')
  await page.getByRole('heading', { name: 'Old tokens' }).waitFor()
  expect(window.complaints).toEqual([])
})

test('the whole way works by keyboard alone at the width of a phone', async () => {
  await using window = await openKeyboardWindow(served, { width: 390 })
  const { page } = window
  await window.visit('/memory')
  await page.keyboard.press('/')
  await page.keyboard.type('nothing of the kind')
  await press(page.getByRole('button', { name: 'Search every project' }))
  await page.waitForURL('**all=on')
  await tabTo(page.getByRole('searchbox', { name: 'Search memory' }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('how long do tokens live')
  await press(page.getByRole('link', { name: 'Tokens', exact: true }))
  await page.waitForURL('**/memory/1')
  await chooseTab(page.getByRole('tab', { name: /^History/ }))
  await press(page.getByRole('button', { name: 'Restore' }).last())
  await page.getByText('Restored; the text it had is a revision now.').waitFor()
  await chooseTab(page.getByRole('tab', { name: 'Timeline' }))
  await page.getByRole('list', { name: 'Records of the same session' }).waitFor()
  await chooseTab(page.getByRole('tab', { name: /^Relations/ }))
  await press(page.getByRole('tabpanel').getByRole('link', { name: 'Feeding' }).first())
  await page.getByRole('heading', { level: 1, name: 'Feeding' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  await page.screenshot({ path: path.join(shots, 'memory-phone.png') })
  expect(window.complaints).toEqual([])
})

test('a record says on its page and in lists that it no longer holds and which of its files changed', async () => {
  const { lab } = served
  const file = 'src/a-rather-long-folder-name/another-one-that-is-long/token-lifetime.ts'
  const at = path.join(lab.root, file)
  fs.mkdirSync(path.dirname(at), { recursive: true })
  fs.writeFileSync(at, 'const HOURS = 1')
  fs.writeFileSync(path.join(lab.root, 'same.ts'), 'export {}')
  const input = { title: 'Lifetime of cookies', content: 'Cookies live one hour.', files: [file, 'same.ts'] }
  const saved = await lab.call('memory.save', { ...input, valid_until: '2026-01-01T00:00:00Z' }, agent)
  fs.writeFileSync(at, 'const HOURS = 2')
  await using window = await openWindow(served, { width: 390 })
  const { page } = window
  await window.visit('/memory?q=lifetime+of+cookies')
  const found = page.getByRole('list', { name: 'Records found' }).getByRole('listitem').first()
  await found.getByText(`check: ${file} has changed`).waitFor()
  await found.getByText('no longer valid since 2026-01-01').waitFor()
  await page.screenshot({ path: path.join(shots, 'memory-marks.png') })
  await window.visit(`/memory/${saved.observation?.id}`)
  await page.getByRole('heading', { name: 'Files it is about' }).waitFor()
  const files = page.getByRole('region', { name: 'Files it is about' }).getByRole('listitem')
  await expect
    .poll(() => files.allInnerTexts())
    .toEqual([expect.stringContaining('has changed since'), expect.stringContaining('unchanged since')])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  await page.screenshot({ path: path.join(shots, 'memory-files.png') })
  expect(window.complaints).toEqual([])
})

import { afterAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, screenshot, violations } from './browser.ts'
import { flaws } from './look.ts'
import { brokenStage, emptyStage, fullStage } from './states.ts'

afterAll(closeBrowser)

const STAGES = { empty: emptyStage, full: fullStage, broken: brokenStage }

test.each(Object.entries(STAGES))(
  'every page is accessible, light and dark, when the workspace is %s',
  async (state, open) => {
    const { served, pages, alike = {} } = await open()
    await using _ = served
    await using window = await openWindow(served)
    const found: string[] = []
    for (const [name, path] of Object.entries(pages)) {
      await window.visit(path)
      found.push(...(await flaws(window.page, `${state}-${name}`)))
    }
    for (const [name, path] of Object.entries(alike)) {
      await window.visit(path)
      found.push(...(await violations(window.page)).map(line => `${name}: ${line}`))
    }
    expect(window.complaints).toEqual([])
    expect(found).toEqual([])
  },
)

test('what lies above a page is accessible too', async () => {
  const { served } = await emptyStage()
  await using _ = served
  for (const theme of ['light', 'dark'] as const) {
    await using window = await openWindow(served, { theme })
    await window.page.keyboard.press('Control+k')
    await window.page.getByRole('option').first().waitFor()
    expect(await violations(window.page)).toEqual([])
    await screenshot(window.page, `palette-1440-${theme}`)
    await window.page.keyboard.press('Escape')
    await window.page.keyboard.press('?')
    await window.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await window.page.getByRole('dialog').evaluate(sheet => Promise.all(sheet.getAnimations().map(one => one.finished)))
    expect(await violations(window.page)).toEqual([])
    await screenshot(window.page, `help-1440-${theme}`)
  }
})

test('the sign-in page is accessible, with and without an error', async () => {
  const { served } = await emptyStage()
  await using _ = served
  for (const theme of ['light', 'dark'] as const) {
    await using window = await openWindow(served, { as: 'nobody', theme })
    await window.visit('/')
    expect(await violations(window.page)).toEqual([])
    await window.page.getByRole('button', { name: 'Sign in' }).click()
    await window.page.getByText('Paste the address').waitFor()
    expect(await violations(window.page)).toEqual([])
    await screenshot(window.page, `sign-in-1440-${theme}`)
  }
})

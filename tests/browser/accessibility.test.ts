import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, screenshot, violations, WIDTHS } from './browser.ts'
import { brokenStage, emptyStage, fullStage } from './states.ts'

afterAll(closeBrowser)

const STAGES = { empty: emptyStage, full: fullStage, broken: brokenStage }

for (const [state, open] of Object.entries(STAGES))
  for (const theme of ['light', 'dark'] as const)
    test(`every page is accessible, ${theme}, when the workspace is ${state}`, async () => {
      const { served, pages, alike = {} } = await open()
      await using _ = served
      await using window = await openWindow(served, { theme })
      const found: string[] = []
      for (const [name, path] of Object.entries(pages)) {
        await window.visit(path)
        for (const line of await violations(window.page)) found.push(`${name} ${theme}: ${line}`)
        for (const line of await lookAround(window.page, `${state}-${name}-${theme}`)) found.push(line)
      }
      for (const [name, path] of Object.entries(theme === 'light' ? alike : {})) {
        await window.visit(path)
        for (const line of await violations(window.page)) found.push(`${name}: ${line}`)
      }
      expect(window.complaints).toEqual([])
      expect(found).toEqual([])
    })

/** Pictures at every width (in the dark, of the widest); narrow pages must neither scroll sideways nor lose anything for assistive technology. */
async function lookAround(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const width of name.endsWith('light') ? WIDTHS : WIDTHS.slice(0, 1)) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await screenshot(page, `${name}-${width}`)
    const wide = await page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll('main')].map(
          one => one.scrollWidth - one.clientWidth,
        ),
      ),
    )
    if (wide > 0) found.push(`${name} scrolls sideways by ${wide} px at ${width}`)
  }
  if (name.endsWith('light')) for (const line of await violations(page)) found.push(`${name} narrow: ${line}`)
  await page.setViewportSize({ width: WIDTHS[0], height: 900 })
  return found
}

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

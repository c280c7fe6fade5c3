import type { Page } from 'playwright-core'
import { screenshot, type Theme, violations, WIDTHS } from './browser.ts'

/**
 * What is wrong with a page as it is shown now, in both themes and at every width; good pages give none. Pictures of
 * all of it are kept under the name; the page is left as wide and as light as it is opened.
 */
export async function flaws(page: Page, name: string): Promise<string[]> {
  const found = await inBothThemes(page)
  for (const width of WIDTHS) found.push(...(await shownAt(page, { name, width, theme: 'light' })))
  found.push(...(await violations(page)).map(line => `narrow: ${line}`))
  for (const width of [390, 1440]) found.push(...(await shownAt(page, { name, width, theme: 'dark' })))
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map(line => `${name} ${line}`)
}

export async function inBothThemes(page: Page): Promise<string[]> {
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violations(page, { coloursOnly: true })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map(line => `dark: ${line}`)]
}

interface Shown {
  readonly name: string
  readonly width: number
  readonly theme: Theme
}

/** A picture of it; no page scrolls sideways, however narrow it is. */
async function shownAt(page: Page, { name, width, theme }: Shown): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
  await screenshot(page, `${name}-${theme}-${width}`)
  const wide = await page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('main')].map(one => one.scrollWidth - one.clientWidth),
    ),
  )
  return wide > 0 ? [`scrolls sideways by ${wide} px at ${width}`] : []
}

import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, serveLab } from './browser.ts'

afterAll(closeBrowser)

test('D10: at 1024 by 768 every entry of the navigation is in sight, and no drawing lies over one', async () => {
  await using served = await serveLab()
  await using window = await openWindow(served, { width: 1024 })
  const { page } = window
  await page.setViewportSize({ width: 1024, height: 768 })
  await window.visit('/')
  const links = await page.getByRole('navigation').getByRole('link').all()
  expect(links.length).toBeGreaterThan(12)
  const hidden: string[] = []
  for (const link of links) if (!(await isOnTop(link))) hidden.push((await link.textContent()) ?? '')
  expect(hidden).toEqual([])
})

/** What is at its middle is the link itself. */
function isOnTop(link: Locator): Promise<boolean> {
  return link.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && (element === found || element.contains(found))
  })
}

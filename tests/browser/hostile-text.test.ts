import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { MARK, PAYLOADS } from '../support/payloads.ts'
import { closeBrowser, openWindow, serveLab } from './browser.ts'
import { poison } from './hostile-stage.ts'

afterAll(closeBrowser)

test(`X14: ${PAYLOADS.length} hostile texts in every stored field run nothing and break no page`, async () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(60)
  await using served = await serveLab()
  const pages = await poison(served)
  await using window = await openWindow(served)
  const { page, context } = window
  const strange: string[] = []
  page.on('dialog', dialog => {
    strange.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', request => {
    if (!request.url().startsWith(served.address) && !/^(?:blob|data):/.test(request.url()))
      strange.push(`a request to ${request.url()}`)
  })
  for (const path of pages) {
    await window.visit(path)
    strange.push(...(await strangeIn(page, path)))
    expect(await page.locator('h1').first().isVisible(), path).toBe(true)
  }
  for (const [name, open] of Object.entries(ABOVE)) {
    await open(page, pages)
    strange.push(...(await strangeIn(page, name)))
    await page.keyboard.press('Escape')
  }
  expect(strange).toEqual([])
  expect(window.complaints).toEqual([])
})

/** What lies above a page shows stored text too. */
const ABOVE: Readonly<Record<string, (page: Page, pages: readonly string[]) => Promise<void>>> = {
  async 'the question of a follow-up'(page, pages) {
    await page.goto(new URL(pages.find(path => path.includes('?run=')) ?? '', page.url()).href)
    await page.getByRole('group', { name: 'Follow-ups' }).getByRole('button').nth(6).click()
    await page.getByRole('dialog').getByRole('region', { name: 'the prompt' }).waitFor()
  },
  async 'the palette'(page) {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.type('script')
    await page.getByRole('option').first().waitFor()
  },
}

async function strangeIn(page: Page, where: string): Promise<string[]> {
  const { ran, links } = await page.evaluate(mark => {
    const schemes = [...document.querySelectorAll('a[href], form[action], iframe[src], object[data], embed[src]')]
    const hrefs = schemes.map(one => ['href', 'action', 'src', 'data'].map(name => one.getAttribute(name)).join(''))
    return { ran: mark in window, links: hrefs }
  }, MARK)
  return [
    ...(ran ? [`${where}: something ran`] : []),
    ...links.filter(href => !isHarmless(href)).map(href => `${where}: a link to ${href}`),
  ]
}

/** Below our own address, or an ordinary address of the web. */
function isHarmless(href: string): boolean {
  return (
    /^(?:https?:|#|\?|mailto:)/.test(href) ||
    /^\/(?!\/)/.test(href) ||
    (!/^[^/?#]*:/.test(href) && !href.startsWith('//'))
  )
}

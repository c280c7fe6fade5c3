import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, openWindow, settled, type Window } from './browser.ts'
import { fullStage, type Stage } from './states.ts'

let stage: Stage
beforeAll(async () => {
  stage = await fullStage()
})
afterAll(async () => {
  await stage.served[Symbol.asyncDispose]()
  await closeBrowser()
})

/** A refusal in each form that a server may send it in: with the status of its code, and with one that says nothing. */
const STATUSES = [502, 200] as const

/** Pages that have no picture of their own in this state. */
const MORE = {
  secrets: '/secrets',
  tools: '/tools',
  shelf: '/tools?add=true',
  tool: '/tools/quality-check',
  'tool-history': '/tools/quality-check?tab=history',
  'tool-source': '/tools/quality-check?tab=source',
  ask: '/ask',
  why: '/why?what=FR-001',
}

test('D1: a page whose read is refused shows the refusal, for every operation that a page reads', async () => {
  await using window = await openWindow(stage.served)
  const seen = new Set<string>()
  const silent: string[] = []
  for (const [name, address] of Object.entries({ ...stage.pages, ...stage.alike, ...MORE }))
    for (const operation of (await readsOf(window, address)).filter(each => !seen.has(each))) {
      const status = STATUSES[seen.add(operation).size % STATUSES.length] ?? 502
      const words = `Forced refusal of ${operation}`
      await refuseOperation(window.page, operation, { words, status })
      await window.visit(address)
      if (!(await isShown(window.page, words))) silent.push(`${name}: ${operation}`)
      await window.page.unroute(pathOf(operation))
    }
  expect(silent).toEqual([])
  expect(seen.size).toBeGreaterThan(40)
})

/** What the page itself reads, without what the frame around it does. */
async function readsOf({ page, visit }: Window, address: string): Promise<string[]> {
  const asked = new Set<string>()
  const listen = (request: { url(): string }) => {
    const operation = /\/api\/operations\/([\w.]+)$/.exec(request.url())?.[1]
    if (operation !== undefined) asked.add(operation)
  }
  page.on('request', listen)
  await visit(address)
  await settled(page)
  page.off('request', listen)
  return [...asked].sort()
}

interface Forced {
  readonly words: string
  readonly status: number
}

function pathOf(operation: string): string {
  return `**/api/operations/${operation}`
}

async function refuseOperation(page: Page, operation: string, { words, status }: Forced): Promise<void> {
  await page.route(pathOf(operation), route =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'urn:furrow:problem:failed', status, code: 'failed', message: words }),
    }),
  )
}

async function isShown(page: Page, words: string): Promise<boolean> {
  return page
    .getByText(words)
    .first()
    .waitFor({ timeout: 120_000 })
    .then(
      () => true,
      () => false,
    )
}

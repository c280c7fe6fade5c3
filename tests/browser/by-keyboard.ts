import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Looking, openWindow, type Served, type Window } from './browser.ts'

/** A window in which a mouse is a complaint: what is done in it is done by keys. */
export async function openKeyboardWindow(served: Served, looking: Looking = {}): Promise<Window> {
  const window = await openWindow(served, looking)
  await window.page.addInitScript(() => {
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && console.error('a mouse was used'), true)
  })
  return window
}

/** More than any page has to offer; whoever is not met by then cannot be reached. */
const MOST = 250

/** Tab until the element has the focus, as somebody without a mouse does. */
export async function tabTo(target: Locator): Promise<void> {
  const { keyboard } = target.page()
  await target.waitFor()
  for (let presses = 0; presses < MOST; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Tab to it and press it. */
export async function press(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Tab to a field and write in it. */
export async function write(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

/** Tab to the chosen tab, then the arrows until this one is. */
export async function chooseTab(target: Locator): Promise<void> {
  const chosen = target.page().getByRole('tab', { selected: true })
  await target.waitFor()
  await tabTo(chosen)
  for (let presses = 0; presses < 12; presses++) {
    if ((await target.getAttribute('aria-selected')) === 'true') return
    await pressForAnother('ArrowRight', chosen)
  }
  throw new Error(`the arrows do not reach ${target}`)
}

/** In an open menu, the arrows until this one has the focus, then Enter. */
export async function chooseItem(target: Locator): Promise<void> {
  const page = target.page()
  const focused = page.locator('[role=menuitem]:focus')
  await target.waitFor()
  await focused.waitFor()
  for (let presses = 0; presses < 20; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) {
      await page.keyboard.press('Enter')
      return
    }
    await pressForAnother('ArrowDown', focused)
  }
  throw new Error(`the arrows do not reach ${target}`)
}

/** A press is answered before the next one is made, as by somebody who looks. */
async function pressForAnother(key: string, marked: Locator): Promise<void> {
  const before = await marked.textContent()
  await marked.page().keyboard.press(key)
  await expect.poll(() => marked.textContent(), { timeout: 120_000 }).not.toBe(before)
}

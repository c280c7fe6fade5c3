import type { Locator, Page } from 'playwright-core'
import { openWindow, type Served, type Window } from '../browser.ts'
import * as keys from '../by-keyboard.ts'

/** Somebody who works on the page, and how often they had to click. */
export interface Hand {
  readonly name: string
  readonly clicks: number
  open(served: Served): Promise<Window>
  press(target: Locator): Promise<void>
  /** Where the field has the focus already, nobody clicks into it. */
  write(target: Locator, text: string): Promise<void>
  select(target: Locator, label: string): Promise<void>
  tab(target: Locator): Promise<void>
}

/** A select costs two clicks: one opens it, one chooses. */
export function mouse(): Hand {
  let clicks = 0
  const press = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  return {
    name: 'by mouse',
    get clicks() {
      return clicks
    },
    open: served => openWindow(served),
    press,
    async write(target, text) {
      if (!(await hasFocus(target))) await press(target)
      await target.page().keyboard.insertText(text)
    },
    async select(target, label) {
      clicks += 2
      await target.selectOption({ label })
    },
    tab: press,
  }
}

/** A press of the mouse is a complaint of the window, which fails the test. */
export function keyboard(): Hand {
  return {
    name: 'by keyboard alone',
    clicks: 0,
    open: served => keys.openKeyboardWindow(served),
    press: keys.press,
    async write(target, text) {
      if (!(await hasFocus(target))) await keys.tabTo(target)
      await target.page().keyboard.insertText(text)
    },
    async select(target, label) {
      await keys.tabTo(target)
      await target.page().keyboard.type(label)
    },
    tab: keys.chooseTab,
  }
}

async function hasFocus(target: Locator): Promise<boolean> {
  await target.waitFor()
  return target.evaluate(element => element === document.activeElement)
}

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true, disabled: false }).first()

export const link = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('link', { name, exact: true }).first()

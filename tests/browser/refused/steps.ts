import type { Page } from 'playwright-core'
import type { Served } from '../browser.ts'

export type Step = (page: Page) => Promise<unknown>

/** How a person makes a page call one writing operation: where, and what they press and write there. */
export interface Refused {
  readonly at: string | ((made: Made) => string)
  readonly steps: readonly Step[]
}

/** Ids that the stage was made with. */
export type Made = Readonly<Record<string, string>>

/** A workspace in one state, and the operations that a page calls in it. */
export interface Scene {
  readonly name: string
  prepare(served: Served): Promise<Made>
  readonly writes: Readonly<Record<string, Refused>>
}

export const at = (address: Refused['at'], ...steps: Step[]): Refused => ({ at: address, steps })

export const press =
  (name: string | RegExp): Step =>
  async page => {
    const dialog = page.getByRole('dialog')
    const inDialog = dialog.getByRole('button', { name, exact: true })
    const button = (await inDialog.count()) > 0 ? inDialog : page.getByRole('button', { name, exact: true })
    await button.first().click()
  }

export const fill =
  (label: string | RegExp, text: string): Step =>
  page =>
    page
      .getByRole('textbox', { name: label, exact: true })
      .or(page.getByLabel(label, { exact: true }).and(page.locator('input')))
      .filter({ visible: true })
      .first()
      .fill(text)

/** Of what is called so: an article, a region, a list. */
export const pressIn =
  (part: string | RegExp, name: string | RegExp): Step =>
  page =>
    page.getByLabel(part, { exact: true }).getByRole('button', { name, exact: true }).first().click()

/** The yes of a dialog whose button is called like the one that opened it. */
export const agree =
  (name: string): Step =>
  page =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

export const focus =
  (label: string): Step =>
  page =>
    page.getByLabel(label, { exact: true }).focus()

export const select =
  (label: string, value: string): Step =>
  page =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption(value)

export const menu =
  (label: string | RegExp, item: string): Step =>
  async page => {
    await page.getByRole('button', { name: label }).first().click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

export const keys =
  (combination: string): Step =>
  page =>
    page.keyboard.press(combination)

/** One of several views or ways that are shown as a row of words. */
export const choose =
  (word: string): Step =>
  page =>
    page.getByText(word, { exact: true }).first().click()

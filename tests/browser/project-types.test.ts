import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { BUILT_IN_TYPES } from '../../src/explorations/types/names.ts'
import { startForge } from '../support/forge.ts'
import { commitCode, expectFinished, withForge } from '../support/project-types.ts'
import { closeBrowser, openWindow, type Served, serveLab, type Window } from './browser.ts'

afterAll(closeBrowser)

/** What a person does on the page of a project, in the words that they see. */
class Hand {
  readonly page: Page
  readonly window: Window

  constructor(window: Window) {
    this.window = window
    this.page = window.page
  }

  async start(type: string): Promise<void> {
    await this.window.visit('/explorations?start=on')
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel('Type').selectOption(type)
    await dialog.getByLabel(/^What (?:do you want to find out|is it about)\?$/).fill('Login')
    await dialog.getByLabel('Files to go by').fill('readme.md')
    await dialog.getByRole('button', { name: 'Start it' }).click()
    await this.page.waitForURL('**/explorations/login')
  }

  async look(tab: 'work' | 'summaries'): Promise<void> {
    await this.window.visit(`/explorations/login?tab=${tab}`)
  }

  async add(noun: string, name: string, { id, after }: { id: string; after?: string }): Promise<void> {
    await this.page.getByLabel(`New ${noun}`, { exact: true }).fill(name)
    if (after !== undefined) await this.page.getByLabel('Depends on').fill(after)
    await this.page.getByRole('button', { name: `Add ${noun}` }).click()
    await this.page.getByLabel(`Status of ${id}`).waitFor()
  }

  async complete(id: string): Promise<void> {
    const status = this.page.getByLabel(`Status of ${id}`)
    await status.selectOption('completed')
    await expect.poll(() => status.inputValue(), { timeout: 120_000 }).toBe('completed')
  }

  /** Begins a document, writes it and saves it. */
  async write(button: string, path: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click()
    const text = this.page.getByLabel(`Text of ${path}`)
    await text.fill(`# ${path}\n\nThe whole text.\n`)
    await text.press('Control+Enter')
    await this.page.getByRole('article', { name: path }).getByText('Waits for approval').waitFor()
  }

  async approve(path: string, button = 'Approve', word = 'Approved'): Promise<void> {
    const article = this.page.getByRole('article', { name: path })
    await article.getByRole('button', { name: button, exact: true, disabled: false }).click()
    await article.getByText(word, { exact: true }).first().waitFor()
  }

  async fail(path: string, note: string): Promise<void> {
    const article = this.page.getByRole('article', { name: path })
    await article.getByRole('button', { name: 'Fail', exact: true }).click()
    await article.getByLabel('What has to change?').fill(note)
    await article.getByRole('button', { name: 'Fail it' }).click()
    await article.getByText('Failed', { exact: true }).first().waitFor()
  }

  async goOn(state: string): Promise<void> {
    await this.page.getByRole('button', { name: `On to ${state}`, disabled: false }).click()
    await this.page.getByRole('img', { name: `The project is in ${state}` }).waitFor()
  }

  async finish(): Promise<void> {
    await this.page.getByRole('button', { name: 'Finish it' }).click()
    await this.page.getByText('Archived', { exact: true }).waitFor({ timeout: 120_000 })
  }
}

type Way = (hand: Hand, served: Served) => Promise<void>

const BY_HAND: Readonly<Record<string, Way>> = {
  async exploration(hand) {
    await hand.add('topic', 'OAuth', { id: '001' })
    await hand.complete('001')
    await hand.goOn('Summarizing')
    await hand.look('summaries')
    await hand.write('Write a summary', 'summary.md')
    await hand.approve('summary.md')
    await hand.goOn('Finalizing')
  },
  async design(hand) {
    await hand.add('document', 'Sessions', { id: '001' })
    await hand.look('summaries')
    await hand.write('Write the design of 001 Sessions', 'designs/001-sessions.md')
    await hand.approve('designs/001-sessions.md')
    await hand.look('work')
    await hand.complete('001')
    await hand.goOn('Publishing')
  },
  async breakdown(hand) {
    await hand.look('summaries')
    await hand.write('Write a discovery', 'discovery.md')
    await hand.approve('discovery.md')
    await hand.goOn('Specifying')
    await hand.look('work')
    await hand.add('work unit', 'The model', { id: '001' })
    await hand.add('work unit', 'The page', { id: '002', after: '001' })
    await hand.look('summaries')
    for (const [id, name, file] of [
      ['001', 'The model', 'the-model'],
      ['002', 'The page', 'the-page'],
    ] as const) {
      await hand.write(`Write the specification of ${id} ${name}`, `specifications/${id}-${file}.md`)
      await hand.approve(`specifications/${id}-${file}.md`)
    }
    await hand.look('work')
    for (const id of ['001', '002']) await hand.complete(id)
    await hand.goOn('Publishing')
  },
  async standard(hand, { lab }) {
    await hand.add('task', 'The model', { id: '001' })
    await hand.add('task', 'The page', { id: '002', after: '001' })
    await hand.look('summaries')
    await hand.write('Write a plan', 'plan.md')
    await hand.approve('plan.md')
    await hand.goOn('Implementing')
    await hand.look('work')
    for (const id of ['001', '002']) {
      commitCode(lab, `src/${id}.ts`)
      await hand.complete(id)
    }
    await hand.goOn('Reviewing')
    await hand.look('summaries')
    await hand.write('Write a review', 'review-1.md')
    await hand.fail('review-1.md', 'The tests are missing.')
    await hand.goOn('Planning')
    await hand.look('work')
    await hand.page.getByText('The tests are missing.').waitFor()
    await hand.add('task', 'The tests', { id: '003' })
    await hand.goOn('Implementing')
    commitCode(lab, 'src/003.test.ts')
    await hand.complete('003')
    await hand.goOn('Reviewing')
    await hand.look('summaries')
    await hand.write('Write a review', 'review-2.md')
    await hand.approve('review-2.md', 'Pass', 'Passed')
    await hand.goOn('Finalizing')
  },
}

test.each(BUILT_IN_TYPES)('%s from its start to a pull request on the page', async type => {
  await using forge = await startForge()
  await using served = await serveLab()
  const { lab } = served
  const bare = withForge(lab, forge)
  await using window = await openWindow(served)
  const hand = new Hand(window)
  await hand.start(type)
  await BY_HAND[type]?.(hand, served)
  await hand.finish()
  expectFinished(type, { lab, bare, forge })
  expect(window.complaints).toEqual([])
})

import { agent } from '../../lab.ts'
import { trustedTool } from '../../support/tools.ts'
import { makeSpec } from '../specs-stage.ts'
import { button, link } from './hands.ts'
import type { Story } from './task.ts'

const WAITING = `
  print({ type: 'log', level: 'stdout', line: 'waiting for ' + input.who })
  if (input.who !== 'nobody') setInterval(() => undefined, 1000)
  else print({ type: 'result', ok: true, data: { waited: input.who } })
`

export const dailyStory: Story = {
  name: 'a working day',
  async prepare({ lab }) {
    await makeSpec(lab)
    lab.write('src/login.ts', '/** Signs a person in with a passkey. */\nexport function signIn(): void {}\n')
    const who = { key: 'who', type: 'text' as const, label: 'Who' }
    await trustedTool(lab, 'wait', { display_name: 'Wait', streaming: true, form_layout: [who] }, WAITING)
    await lab.refusal('config.set_person', { key: 'budget.currency', value: 'EUR' }, agent)
  },
  tasks: [
    {
      name: 'allow what an agent asks for',
      at: '/',
      like: 'GitHub: the run that waits, Approve and run',
      most: 2,
      async carryOut(hand, page) {
        await page.getByText('Set budget.currency to EUR in your own config?').waitFor()
        await hand.press(button(page, 'Allow'))
        await page.getByText('Nothing waits for you').waitFor()
      },
    },
    {
      name: 'save a record of memory',
      at: '/',
      like: 'GitHub: Wiki, New page, the title, the text, Save',
      most: 5,
      async carryOut(hand, page) {
        await hand.press(link(page, 'Memory'))
        await hand.press(button(page, 'New record'))
        await hand.write(page.getByLabel('Title', { exact: true }), 'Tokens live one hour')
        await hand.write(page.getByLabel('What to remember'), 'Short tokens and a silent refresh.')
        await hand.press(button(page, 'Save to memory'))
        await page
          .getByRole('heading', { name: 'Tokens live one hour' })
          .or(page.getByText('Tokens live one hour'))
          .first()
          .waitFor()
      },
    },
    {
      name: 'search memory',
      at: '/',
      like: 'Linear: Search, the field',
      most: 2,
      async carryOut(hand, page) {
        await hand.press(link(page, 'Memory'))
        await hand.write(page.getByPlaceholder('Ask: how long do tokens live?'), 'silent refresh')
        await page.getByRole('link', { name: 'Tokens live one hour' }).first().waitFor()
      },
    },
    {
      name: 'run a tool, watch it, cancel it, run it again with other input',
      at: '/tools',
      like: 'Trigger.dev: Test, the payload, Run; Cancel, Confirm; Replay, Confirm',
      most: 7,
      async carryOut(hand, page) {
        await hand.press(page.getByRole('link', { name: /^Wait/ }))
        await hand.write(page.getByLabel('Who'), 'reviewer')
        await hand.press(button(page, 'Run'))
        await page.getByRole('log').getByText('waiting for reviewer').waitFor()
        await hand.press(button(page, 'Cancel'))
        await page.getByText('Cancelled').first().waitFor()
        await hand.press(button(page, 'Edit and run again'))
        const field = page.getByLabel('Who')
        await page.waitForFunction(
          () => document.querySelector<HTMLInputElement>('main form input')?.value === 'reviewer',
        )
        await field.focus()
        await page.keyboard.press('ControlOrMeta+a')
        await hand.write(field, 'nobody')
        await page.keyboard.press('Control+Enter')
        await page.getByRole('region', { name: 'Result' }).getByText('Succeeded').first().waitFor()
      },
    },
    {
      name: 'compare two runs of it',
      at: '',
      like: 'GitHub: the releases, Compare, the one, the other',
      most: 4,
      async carryOut(hand, page) {
        await hand.tab(page.getByRole('tab', { name: /^History/ }))
        for (const index of [0, 1]) {
          const tick = page.getByRole('checkbox', { name: /^Compare / }).nth(index)
          if (hand.name === 'by mouse') await hand.press(tick)
          else {
            await tick.focus()
            await page.keyboard.press('Space')
          }
        }
        await hand.press(button(page, 'Compare'))
        await page.getByText('The second was').waitFor()
      },
    },
    {
      name: 'ask the codebase',
      at: '/',
      like: 'GitHub: Copilot, the field',
      most: 2,
      async carryOut(hand, page) {
        await hand.press(link(page, 'Ask'))
        await hand.write(page.getByLabel('Your question').filter({ visible: true }), 'Where is a person signed in?')
        await page.keyboard.press('Enter')
        await page.getByText('src/login.ts').first().waitFor()
      },
    },
    {
      name: 'see what the Clarity Gate said',
      at: '/',
      like: 'Linear: Projects, the document',
      most: 2,
      async carryOut(hand, page) {
        await hand.press(link(page, 'Specs'))
        await hand.tab(page.getByRole('tab', { name: 'Clarity Gate' }))
        await page.getByText('needed to pass').first().waitFor()
      },
    },
    {
      name: 'find a requirement by its id',
      at: '/',
      like: 'Linear: Search, the result',
      most: 2,
      async carryOut(hand, page) {
        if (hand.name === 'by mouse') await hand.press(button(page, /^Find or do/))
        else await page.keyboard.press('Control+k')
        await hand.write(page.getByRole('combobox'), 'FR-001')
        const found = page.getByRole('option', { name: /FR-001/ }).first()
        await found.waitFor()
        if (hand.name === 'by mouse') await hand.press(found)
        else await page.keyboard.press('Enter')
        await page.waitForURL('**/specs**')
      },
    },
  ],
}

export const specifyingStory: Story = {
  name: 'a specification in an empty repository',
  prepare: async () => undefined,
  tasks: [
    {
      name: 'begin a specification',
      at: '/',
      like: 'Linear: Projects, New project, the summary, Create',
      most: 4,
      async carryOut(hand, page) {
        await hand.press(link(page, 'Specs'))
        await hand.write(page.getByLabel('Name', { exact: true }), 'Shop')
        await hand.write(page.getByLabel('Description'), 'It sells apples.')
        await hand.press(button(page, 'Begin'))
        await page.getByLabel(/^Text of propose/).waitFor()
      },
    },
  ],
}

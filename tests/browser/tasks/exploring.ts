import { withRemote } from '../../support/explorations.ts'
import { button } from './hands.ts'
import type { Story } from './task.ts'

const TOPICS = ['OAuth', 'SAML', 'Passkeys']

export const exploringStory: Story = {
  name: 'an exploration from its question to the archive',
  prepare: async ({ lab }) => withRemote(lab),
  tasks: [
    {
      name: 'start an exploration',
      at: '/',
      like: 'Linear: Projects, New project, Create',
      most: 3,
      async carryOut(hand, page) {
        await hand.write(page.getByLabel('What do you want to do?'), 'How could people sign in without a password?')
        await hand.press(button(page, 'Suggest how to start'))
        await hand.press(button(page, 'Start exploration'))
        await page.waitForURL('**/explorations/*')
      },
    },
    {
      name: 'add three topics and resolve them',
      at: '',
      like: 'Linear: Add sub-issues, a title, Create for each; two clicks for each status',
      most: 10,
      async carryOut(hand, page) {
        for (const [index, topic] of TOPICS.entries()) {
          await hand.write(page.getByLabel('New topic', { exact: true }), topic)
          await page.keyboard.press('Enter')
          await page.getByLabel(`Status of 00${index + 1}`).waitFor()
        }
        for (const id of ['001', '002', '003']) {
          await hand.select(page.getByLabel(`Status of ${id}`), 'Completed')
          await page.waitForFunction(
            label => document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)?.value !== 'pending',
            `Status of ${id}`,
          )
        }
        await page.getByText('3 of 3 resolved').waitFor()
      },
    },
    {
      name: 'write a finding',
      at: '',
      like: 'GitHub: Add file, Create new file, the text, Commit changes, Commit',
      most: 5,
      async carryOut(hand, page) {
        await hand.press(button(page, 'Write a finding'))
        await hand.write(page.getByLabel('Title of the finding'), 'Passkeys')
        await hand.write(page.getByLabel('Text of the finding'), 'They work everywhere.')
        await hand.press(button(page, 'Save finding'))
        await page.getByText('findings/passkeys.md').first().waitFor()
      },
    },
    {
      name: 'write the summary',
      at: '',
      like: 'GitHub: Add file, Create new file, the text, Commit changes, Commit',
      most: 5,
      async carryOut(hand, page) {
        await hand.press(button(page, 'On to Summarizing'))
        await page.getByText('Summarizing Findings').first().waitFor()
        // The step leads to where the work goes on.
        await page.getByRole('tab', { name: /^Summaries/, selected: true }).waitFor()
        await hand.press(button(page, 'Write a summary'))
        const text = page.getByLabel('Text of summary.md')
        await text.waitFor()
        await text.focus()
        await page.keyboard.press('ControlOrMeta+a')
        await hand.write(text, '# Summary\n\nPasskeys first.\n')
        await page.keyboard.press('Control+Enter')
        await page.getByRole('article', { name: 'summary.md' }).getByText('Waits for approval').waitFor()
      },
    },
    {
      name: 'read and approve the summary',
      at: '/',
      like: 'GitHub: the pull request, Files changed, Review changes, Approve, Submit',
      most: 5,
      async carryOut(hand, page) {
        await hand.press(page.getByRole('link', { name: 'Read it' }).first())
        await hand.press(
          page.getByRole('article', { name: 'summary.md' }).getByRole('button', { name: 'Approve', disabled: false }),
        )
        await page.getByText('Approved: summary.md').waitFor()
      },
    },
    {
      name: 'publish the exploration',
      at: '/',
      like: 'GitHub: the pull request, Ready for review, Merge, Confirm',
      most: 4,
      async carryOut(hand, page) {
        await hand.press(page.getByRole('link', { name: 'Continue' }).first())
        await hand.press(button(page, 'On to Finalizing'))
        await page
          .getByRole('img', { name: 'The project is in Finalizing' })
          .or(page.getByText('Finalizing').first())
          .first()
          .waitFor()
        await hand.press(button(page, 'Finish it'))
        await page.getByText('Archived', { exact: true }).waitFor()
      },
    },
  ],
}

import { button } from './hands.ts'
import type { Story } from './task.ts'

export const changingStory: Story = {
  name: 'a change from a sentence to its proof',
  prepare: async ({ lab }) => {
    lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\n')
    await lab.call('trust.status', {})
    await lab.call('trust.grant', {})
  },
  tasks: [
    {
      name: 'start a change',
      at: '/',
      like: 'Linear: New issue, the team, Create',
      most: 3,
      async carryOut(hand, page) {
        await hand.write(page.getByLabel('What do you want to do?'), 'Fix the typo in the greeting')
        await hand.press(button(page, 'Suggest how to start'))
        await hand.press(button(page, 'Start change'))
        await page.waitForURL('**/changes/*')
      },
    },
    {
      name: 'take the change to its proof',
      at: '',
      like: 'GitHub: a branch (2), an edit (3), a commit (2), a pull request (3), its checks (1), the merge (2)',
      most: 13,
      async carryOut(hand, page, { lab }) {
        for (let stage = 0; stage < 6; stage++) {
          const { changes } = await lab.call('change.list', {})
          const [change] = changes
          if (change === undefined || change.status === 'completed') break
          const name = change.current_stage
          if (name === 'context-check') {
            const check = page.getByRole('button', { name: /^Check (?:now|again)$/ })
            await check.waitFor()
            if ((await check.textContent()) === 'Check now') await hand.press(check)
          }
          const text = page.getByLabel(new RegExp(`^Text of ${name.replace('-', ' ')}`))
          await hand.write(text, name === 'tasks' ? '- [x] TASK-001 the greeting' : 'It says Hello.')
          await page.keyboard.press('Control+Enter')
          await text.waitFor({ state: 'detached' })
        }
        await page.getByText('Proof: gates', { exact: true }).waitFor()
      },
    },
  ],
}

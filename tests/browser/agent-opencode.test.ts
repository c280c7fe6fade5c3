import { afterAll, expect, test } from 'vitest'
import { ended } from '../support/agents.ts'
import { fakeModel } from '../support/fake-model.ts'
import { setUpOpenCode } from '../support/opencode.ts'
import { runToEnd, trustedTool } from '../support/tools.ts'
import { closeBrowser, openWindow, serveLab } from './browser.ts'

afterAll(closeBrowser)

const CHECK = {
  display_name: 'Check',
  result_actions: [
    { id: 'mend', label: 'Write it', condition: '$.ok == false', prompt_template: 'Write {{result.data.file}}.' },
  ],
}

test('OpenCode carries out a follow-up: prompt shown, permission answered in the browser, diff shown, undone', async () => {
  await using model = await fakeModel('chat', [
    { tool: 'write', input: { filePath: 'hello.txt', content: 'Hello from the agent.\n' } },
    { text: 'The file is there.' },
  ])
  await using served = await serveLab()
  const { lab } = served
  lab.write('README.md', '# Shop\n')
  await setUpOpenCode(lab, model.address)
  await trustedTool(lab, 'check', CHECK, `print({ ok: false, error: 'Missing.', data: { file: 'hello.txt' } })`)
  const { id } = await runToEnd(lab, 'check')
  await using window = await openWindow(served)
  const { page } = window
  await window.visit(`/tools/check?run=${id}`)
  await page.getByRole('button', { name: 'Write it' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('region', { name: 'the prompt' }).textContent()).toContain('hello.txt')
  await dialog.getByRole('button', { name: 'Write it' }).click()
  await page.waitForURL('**/runs/*')
  const run = /\/runs\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  await page.getByRole('button', { name: /^Allow once/ }).click({ timeout: 120_000 })
  expect(await ended(lab, { id: run })).toMatchObject({ status: 'succeeded' })
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('region', { name: 'Changes to hello.txt' }).getByText('+Hello from the agent.').waitFor()
  expect(lab.list('.')).not.toContain('hello.txt')
  await page.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('button', { name: 'Undo the merge' }).waitFor()
  expect(lab.read('hello.txt')).toBe('Hello from the agent.\n')
  await page.getByRole('button', { name: 'Undo the merge' }).click()
  await page.getByText('Undone', { exact: true }).first().waitFor()
  expect(lab.list('.')).not.toContain('hello.txt')
  expect(window.complaints).toEqual([])
})

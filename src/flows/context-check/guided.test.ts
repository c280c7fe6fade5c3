import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { TEXTS } from '../../../tests/support/spec-texts.ts'

test('a quotation of a guided file has no rows of empty lines where its explanations were', async () => {
  await using lab = await openLab()
  await lab.call('spec.init', { name: 'Reading list', description: 'Keeps articles.', mode: 'guided' })
  await lab.call('spec.propose', TEXTS.propose)
  const input = { change_description: 'keep links that get lost in mails' }
  const outcome = await lab.app.call('context.check', input, { actor: agent })
  const text = outcome.ok ? outcome.text() : JSON.stringify(outcome.error)
  expect(text).toContain('> Links get lost in mails.')
  expect(text).not.toMatch(/^>[ \t]*\n>[ \t]*$/m)
})

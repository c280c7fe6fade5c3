import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { ended, setUpAgent, startAgent } from '../support/agents.ts'

const DOCUMENT = 'sdd/changes/fix-login/describe.md'

test('the prompt of an agent that works on a change has the open comments on it, and how to answer', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login', content: 'It is wrong.' })
  const { id } = await lab.call('review.comment', { path: DOCUMENT, line: 1, text: 'Wrong in which way?' })
  const run = await ended(lab, await startAgent(lab, [{ say: 'Done.' }], { change: 'fix-login' }))
  expect(run.agent?.prompt).toContain('Wrong in which way?')
  expect(run.agent?.prompt).toContain(id)
  expect(run.agent?.prompt).toContain('with the tool `review`')

  await lab.call('review.resolve', { id })
  const later = await ended(lab, await startAgent(lab, [{ say: 'Done.' }], { change: 'fix-login' }))
  expect(later.agent?.prompt).not.toContain('Wrong in which way?')
})

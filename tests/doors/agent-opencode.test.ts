import { expect, test } from 'vitest'
import { openLab, person } from '../lab.ts'
import { ended, eventsOf, saidIn, waiting } from '../support/agents.ts'
import { fakeModel } from '../support/fake-model.ts'
import { setUpOpenCode } from '../support/opencode.ts'

test('OpenCode writes a file in a worktree when a person allows it; it is shown, merged and undone', async () => {
  await using model = await fakeModel('chat', [
    { tool: 'write', input: { filePath: 'hello.txt', content: 'Hello from the agent.\n' } },
    { text: 'The file is there.' },
  ])
  await using lab = await openLab()
  lab.write('README.md', '# Shop\n')
  await setUpOpenCode(lab, model.address)
  const run = await lab.call('agent.start', { prompt: 'Write hello.txt.', profile: 'write' }, person)
  const asked = await waiting(lab, run)
  expect(asked).toMatchObject({ tool: 'edit', agent: 'opencode' })
  expect(asked.paths).toContain('hello.txt')
  await lab.call('agent.permit', { id: run.id, answer: 'allow', permission: asked.id }, person)
  const over = await ended(lab, run)
  expect({ status: over.status, reason: over.reason }).toEqual({ status: 'succeeded', reason: undefined })
  expect(saidIn(lab, run)).toContain('The file is there.')
  expect(eventsOf(lab, run).map(({ type }) => type)).toContain('answered')
  const { files, diff } = await lab.call('agent.diff', { id: run.id })
  expect(files).toEqual([{ path: 'hello.txt', change: 'added' }])
  expect(diff).toContain('+Hello from the agent.')
  expect(lab.list('.')).not.toContain('hello.txt')
  await lab.call('agent.merge', { id: run.id }, person)
  expect(lab.read('hello.txt')).toBe('Hello from the agent.\n')
  await lab.call('agent.undo', { id: run.id }, person)
  expect(lab.list('.')).not.toContain('hello.txt')
  // Furrow's own door was offered to it.
  expect(model.asked[0]).toContain('furrow_')
})

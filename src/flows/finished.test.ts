import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../tests/lab.ts'

async function finished(lab: Lab, description: string): Promise<void> {
  await lab.call('change.start', { type: 'fix', size: 'small', description, content: 'It crashes.' })
  for (const content of ['All clear.', '- [x] mend it', 'Done.']) await lab.call('change.advance', { content })
}

test('a completed change is shown until it is archived, with the command that does it', async () => {
  await using lab = await openLab()
  await finished(lab, 'Fix crash')
  const archive = 'furrow change archive fix-crash'
  const status = await lab.app.call('workspace.status', {}, { actor: agent })
  if (!status.ok) throw new Error(status.error.message)
  expect(status.value).toMatchObject({ finished: [{ id: 'fix-crash', status: 'completed', proof: 'none', archive }] })
  expect(status.text()).toContain(`- **fix-crash** completed with proof: none: \`${archive}\``)
  expect(await lab.call('flow.next', {})).toMatchObject({
    state: 'finished',
    change: 'fix-crash',
    next: { command: archive, tool: { name: 'sdd_change_manage', arguments: { action: 'archive', id: 'fix-crash' } } },
  })
  await lab.call('change.archive', {})
  expect((await lab.call('workspace.status', {})).finished).toBeUndefined()
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'idle' })
})

test('what is worked on comes before what is finished, and a cancelled change is no next step', async () => {
  await using lab = await openLab()
  await finished(lab, 'Fix crash')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Another' })
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'change', change: 'another' })
  await lab.call('change.cancel', {})
  await lab.call('change.archive', { id: 'fix-crash' })
  expect((await lab.call('workspace.status', {})).finished).toMatchObject([{ id: 'another', status: 'cancelled' }])
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'idle' })
})

test.each([
  ['fix the crash when the query is empty', 'small'],
  ['Login crashes', 'small'],
  ['Fix the complex login crash', 'large'],
  ['Add a report', 'medium'],
  ['Fix the login. Then move every session into a store of its own, with a migration.', 'medium'],
])('start proposes for "%s" the size %s', async (what, size) => {
  await using lab = await openLab()
  expect((await lab.call('flow.start', { what })).proposal).toMatchObject({ kind: 'change', size })
})

test('a report that was cut has no heading with nothing below it', async () => {
  await using lab = await openLab()
  for (let n = 0; n < 30; n += 1) lab.write(`docs/adr/${1000 + n}-login.md`, `# Login ${n}\n\nThe login redirects.\n`)
  lab.write('.sdlc/config.yaml', 'adr:\n  directory: docs/adr\n')
  const input = { change_description: 'The login redirects', max_tokens: 100 }
  const outcome = await lab.app.call('context.check', input, { actor: agent })
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(outcome.text()).not.toMatch(/^## .*\n+(?:## |Next)/m)
  expect(outcome.text()).toContain('did not fit')
})

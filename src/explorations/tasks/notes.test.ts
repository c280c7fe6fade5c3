import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { addSummaries, exploring, git, summarizing } from '../../../tests/support/explorations.ts'
import { renderTask } from '../show/render-project.ts'

test('a question is open in status and brief until it is resolved; then its answer is shown', async () => {
  await using lab = await openLab()
  await exploring(lab)
  await lab.call('exploration.note', { text: 'Who pays?', kind: 'question' })
  await lab.call('exploration.note', { text: 'On the server.', kind: 'decision' })
  expect((await lab.call('exploration.brief', {})).text).toContain('## Open Questions\n\n- [n1] Who pays?')
  await lab.call('exploration.note_resolve', { id: 'n1', answer: 'The parent company.' }, agent)
  const { text } = await lab.call('exploration.brief', {})
  expect(text).not.toContain('## Open Questions')
  expect(text).toContain('## Answered Questions\n\n- Who pays? The parent company.')
  expect(await lab.refusal('exploration.note_resolve', { id: 'n2', answer: 'x' })).toMatchObject({
    code: 'not_found',
    message: 'n2 is a decision, not a question. There are no open questions.',
  })
  expect(await lab.refusal('exploration.note_resolve', { id: 'n9', answer: 'x' })).toMatchObject({ code: 'not_found' })
})

test('the question of an exploration is changed, the log says what it was, and titles keep their words', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await lab.call('exploration.edit', { title: 'Which HTTP door, and why?' }, agent)
  expect(await lab.call('exploration.status', {})).toMatchObject({
    name: 'auth-approaches',
    description: 'Which HTTP door, and why?',
  })
  expect((await lab.call('exploration.log', { limit: 1 })).events).toMatchObject([
    { summary: 'question changed', reason: 'it was: Which authentication?' },
  ])
  await lab.call('artifact.new', { kind: 'summary' })
  expect(lab.read('.sow/project/summary.md')).toMatch(/^# Which HTTP door, and why\?\n/)
})

test('3-51, 3-103: a rejected text is not submitted again until it has changed; a person may think again', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.reject', { path: 'summary.md', note: 'The costs are missing.' })
  const refused = await lab.refusal('artifact.approve', { path: 'summary.md' }, agent)
  expect(refused.code).toBe('blocked')
  expect(refused.message).toMatch(
    /^summary\.md was rejected by .+ \(The costs are missing\.\) and has not changed since$/,
  )
  expect((await lab.call('request.list', {})).requests).toEqual([])
  const { next } = await lab.call('exploration.status', {})
  expect(next.says).toBe('summary.md was rejected: The costs are missing. Change .sow/project/summary.md first.')
  lab.write('.sow/project/summary.md', '# Sum\n\nIt costs 3.\n')
  expect(await lab.refusal('artifact.approve', { path: 'summary.md' }, agent)).toMatchObject({ code: 'needs_person' })
  await lab.call('artifact.reject', { path: 'summary.md', note: 'Hm.' })
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect((await lab.call('artifact.list', {})).artifacts).toMatchObject([{ standing: 'approved' }])
})

test('3-77: what was done carries the name of the person, and of the client of an agent', async () => {
  await using lab = await openLab()
  git(lab, 'config', 'user.name', 'Ann Example')
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('exploration.note', { text: 'Why?', kind: 'question' }, agent)
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect((await lab.call('artifact.list', {})).artifacts).toMatchObject([{ approval: { by: 'Ann Example' } }])
  expect((await lab.call('exploration.status', {})).notes).toMatchObject([{ by: agent.id }])
  const { text } = await lab.call('exploration.brief', {})
  expect(text).toContain('summary.md (✓ Approved by Ann Example)')
  expect(text).toMatch(/ Ann Example: summary\.md approved/)
})

test('U2: a topic that is completed with neither outcome nor finding is named by the answer and before approval', async () => {
  await using lab = await openLab()
  await exploring(lab, ['OAuth', 'SAML'])
  await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'It fits.' })
  const line = '002 (SAML) is completed without an outcome or a finding.'
  const completed = await lab.call('exploration.task_update', { id: '002', status: 'completed' })
  expect(renderTask(completed)).toContain(`- Note: ${line}`)
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', '# Login\n\nOAuth.\n')
  expect((await lab.call('exploration.finish', {})).warnings).toContain(line)
})

import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../tests/lab.ts'
import { specifiedTo } from '../../tests/support/specified.ts'
import { renderContext } from '../specs/show/view-spec.ts'

async function summarized(lab: Lab, content: string): Promise<void> {
  await lab.call('exploration.start', { title: 'Which database?', name: 'database' })
  await lab.call('exploration.task_create', { name: 'SQLite' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('exploration.advance', {})
  await lab.call('artifact.write', { path: 'summary.md', content, kind: 'summary' })
}

test('the brief of an exploration shows open comments and how to answer them, and no resolved ones', async () => {
  await using lab = await openLab()
  await summarized(lab, '# Summary\n\nSQLite is enough.')
  const { id } = await lab.call('review.comment', { path: '.sow/project/summary.md', line: 3, text: 'For how many?' })
  const { text } = await lab.call('exploration.brief', {}, agent)
  expect(text).toContain('## Review Comments')
  expect(text).toMatch(/summary\.md:3.*\n> SQLite is enough\.\n\n- .+: For how many\?/)
  expect(text).toContain(`furrow review reply ${id} `)
  await lab.call('review.resolve', { id })
  expect((await lab.call('exploration.brief', {}, agent)).text).not.toContain('Review Comments')
})

test('the context of a specification shows what is open about its stages, or about the one that is asked for', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const comment = { path: 'sdd/requirements.md', line: 1, text: 'Which users?' }
  const { id } = await lab.call('review.comment', comment)
  const context = await lab.call('spec.context', {}, agent)
  expect(context.reviews).toMatchObject([{ id, path: comment.path }])
  expect(renderContext(context)).toContain('Which users?')
  expect(await lab.call('spec.context', { stage: 'propose' }, agent)).not.toHaveProperty('reviews')
  await lab.call('review.resolve', { id })
  expect(await lab.call('spec.context', {}, agent)).not.toHaveProperty('reviews')
})

test('a document shows what changed since its last approval, by whom and when, until it is approved again', async () => {
  await using lab = await openLab()
  await summarized(lab, '# Summary\n\nSQLite is enough.')
  expect(await lab.call('artifact.show', { path: 'summary.md' })).not.toHaveProperty('since_approval')
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect(await lab.call('artifact.show', { path: 'summary.md' })).not.toHaveProperty('since_approval')

  await lab.call('artifact.write', { path: 'summary.md', content: '# Summary\n\nSQLite is more than enough.' }, agent)
  const { since_approval: since } = await lab.call('artifact.show', { path: 'summary.md' })
  expect(since).toMatchObject({ by: expect.stringMatching(/./), at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
  expect(since?.diff).toContain('-SQLite is enough.')
  expect(since?.diff).toContain('+SQLite is more than enough.')

  await lab.call('artifact.approve', { path: 'summary.md' })
  expect(await lab.call('artifact.show', { path: 'summary.md' })).not.toHaveProperty('since_approval')
  lab.write('.sow/project/summary.md', '# Summary\n\nBy hand.\n')
  const edited = await lab.call('artifact.show', { path: 'summary.md' })
  expect(edited.since_approval?.diff).toContain('-SQLite is more than enough.')
  expect(edited.since_approval?.diff).toContain('+By hand.')
})

import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'
import { addSummaries, exploring, finalizing, summarizing } from '../../tests/support/explorations.ts'

// Appendix A2 of the research, with the texts of the seed.
test('A2 advance in Active with unresolved topics, or with none', async () => {
  await using lab = await openLab()
  await exploring(lab, [])
  expect(await lab.refusal('exploration.advance', {})).toMatchObject({
    code: 'blocked',
    message: 'cannot advance: there is no topic yet',
  })
  await lab.call('exploration.task_create', { name: 'One' })
  await lab.call('exploration.task_create', { name: 'Two' })
  const refused = await lab.refusal('exploration.advance', {})
  expect(refused.message).toBe(
    'cannot advance: 2 tasks are not yet completed or abandoned - 001 (One) is pending, 002 (Two) is pending',
  )
  expect(refused.details?.['reasons']).toEqual([
    expect.objectContaining({
      code: 'tasks_unresolved',
      ids: ['001', '002'],
      fix: 'furrow agent task update 001 --status completed --outcome ...',
    }),
  ])
})

test('A2 advance in Summarizing and in Finalizing', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  expect(await lab.refusal('exploration.advance', {})).toMatchObject({
    code: 'blocked',
    message: "already in Summarizing state - use 'furrow agent complete' to finish exploration phase",
    fix: 'furrow agent complete',
  })
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  expect(await lab.refusal('exploration.advance', {})).toMatchObject({
    code: 'blocked',
    message: 'finalization has no inner states - use complete',
  })
})

test('A2 complete in Active, and the jump from Active to Finalizing', async () => {
  await using lab = await openLab()
  await exploring(lab)
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    code: 'blocked',
    message: 'cannot complete exploration from active state - advance to Summarizing first',
  })
  expect(await lab.refusal('exploration.advance', { event: 'complete_summarizing' })).toMatchObject({ code: 'blocked' })
  expect(await lab.call('exploration.status', {})).toMatchObject({ state: 'Active' })
})

test('A2 complete in Summarizing with no summary, and with unapproved ones', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    message: 'there is no summary yet - write one and add it',
    fix: 'furrow agent artifact new summary',
  })
  await addSummaries(lab, 'summary.md', 'detail.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    message: '1 summary is not yet approved - approve all summaries before completing: detail.md',
    fix: 'furrow agent artifact approve detail.md',
  })
})

test('A2 complete in Finalizing with open tasks', async () => {
  await using lab = await openLab()
  await finalizing(lab)
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    code: 'blocked',
    message: 'all finalization tasks must be completed',
    fix: 'furrow agent finalize --apply',
  })
})

test('A2 adding a task in Summarizing', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  expect(await lab.refusal('exploration.task_create', { name: 'More' })).toMatchObject({
    code: 'blocked',
    message: 'cannot add tasks in Summarizing state - research must be complete before summarizing',
  })
})

test('A2 several summaries without summary.md: the names, what is asked for, and the repair', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'detailed-findings.md', 'recommendations.md')
  for (const name of ['detailed-findings.md', 'recommendations.md']) await lab.call('artifact.approve', { path: name })
  const { message } = await lab.refusal('exploration.complete', {})
  for (const part of [
    'multiple summary documents detected (detailed-findings.md recommendations.md) but summary.md is missing',
    'High-level overview',
    'Links to all other summary documents',
    'Quick takeaways (3-5 key insights)',
    'Then add and approve it before completing the exploration.',
  ])
    expect(message).toContain(part)
  await lab.call('artifact.new', { kind: 'summary' })
  expect(lab.read('.sow/project/summary.md')).toContain('[Detailed Findings](detailed-findings.md)')
  lab.write('.sow/project/summary.md', lab.read('.sow/project/summary.md').replace(/^\(.+\)$/gm, 'Written.'))
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect(await lab.call('exploration.complete', {})).toMatchObject({
    state: 'Finalizing',
    warnings: [
      '3 claims have no source (001, detailed-findings.md, summary.md). `furrow explore check` lists them.',
      '001 does not say how sure it is, or what would change it.',
    ],
  })
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'
import { addSummaries, exploring, finalizing, git, summarizing } from '../../tests/support/explorations.ts'

const AT = '2026-01-02T03:04:05.000Z'
const clock = { now: () => Date.parse(AT) }

// Contradictions of the seed, by their number in the research §2.1.
test('#1 #2 #3 a finding is no summary whatever it is called; it takes no approval', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('.sow/project/summary-of-oauth.md', 'Notes.\n')
  const { artifact } = await lab.call('artifact.add', { path: 'summary-of-oauth.md' })
  expect(artifact).toMatchObject({ kind: 'finding', needs_approval: false })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('exploration.advance', {})
  expect(await lab.refusal('artifact.approve', { path: 'summary-of-oauth.md' })).toMatchObject({
    code: 'blocked',
    message: 'summary-of-oauth.md is a finding, which needs no approval and takes none',
  })
  const named = await lab.call('artifact.add', { path: 'summary-of-oauth.md', kind: 'summary' })
  expect(named.artifact).toMatchObject({ kind: 'summary', standing: 'none' })
})

test('#4 #5 a missing overview is asked for while it can still be written', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'a.md', 'b.md')
  expect((await lab.refusal('exploration.complete', {})).details?.['reasons']).toMatchObject([
    { code: 'no_overview' },
    { code: 'artifacts_unapproved', ids: ['a.md', 'b.md'], fix: 'furrow agent artifact approve a.md -- b.md' },
  ])
  expect(await lab.call('exploration.status', {})).toMatchObject({ state: 'Summarizing' })
})

test('#6 the overview may be SUMMARY.md, and one that does not link the others is a warning', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  lab.write('.sow/project/SUMMARY.md', '# Overview\n')
  await lab.call('artifact.add', { path: 'SUMMARY.md' })
  await addSummaries(lab, 'detail.md')
  for (const file of ['SUMMARY.md', 'detail.md']) await lab.call('artifact.approve', { path: file })
  expect((await lab.call('exploration.status', {})).warnings).toEqual([
    'SUMMARY.md does not link detail.md.',
    '1 claim has no source (001). `furrow explore check` lists them.',
    '001 does not say how sure it is, or what would change it.',
  ])
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Finalizing' })
})

test('#7 #8 #16 the finalization tasks are there on entry, with ids of their own that stay', async () => {
  await using lab = await openLab()
  await finalizing(lab)
  const { steps } = await lab.call('exploration.task_list', {})
  expect(steps.map(({ id, action }) => [id, action])).toEqual([
    ['002', 'publish'],
    ['003', 'index'],
    ['004', 'commit'],
    ['005', 'push'],
    ['006', 'pull_request'],
  ])
  await lab.call('exploration.revise', { reason: 'One more thing.' })
  await lab.call('exploration.complete', {})
  expect((await lab.call('exploration.task_list', {})).steps.map(({ id }) => id)).toEqual(steps.map(({ id }) => id))
})

test('#9 #10 #11 only the state is stored as truth; phase statuses, times and enabled follow', async () => {
  await using lab = await openLab({ clock })
  await finalizing(lab)
  const { phases } = await lab.call('exploration.status', {})
  expect(phases).toEqual([
    { name: 'exploration', status: 'completed', enabled: true, started_at: AT, completed_at: AT },
    { name: 'finalization', status: 'in_progress', enabled: true, started_at: AT },
  ])
})

test('#12 #30 where every topic was abandoned, the only way on is to abandon, which archives what there is', async () => {
  await using lab = await openLab()
  await exploring(lab)
  await lab.call('exploration.task_update', { id: '001', status: 'abandoned', reason: 'A duplicate.' })
  expect(await lab.refusal('exploration.advance', {})).toMatchObject({
    message: 'every topic was abandoned, so there is nothing to go on with',
    fix: "furrow agent abandon --reason 'every topic was abandoned'",
  })
  const ended = await lab.call('exploration.abandon', { reason: 'Nothing came of it.' })
  expect(ended).toMatchObject({ state: 'Abandoned', terminal: true, path: '.sow/archive/auth-approaches' })
  expect(lab.list('.sow')).toEqual(['archive'])
  expect((await lab.call('exploration.log', { project: 'auth-approaches', limit: 1 })).events).toMatchObject([
    { command: 'abandon', reason: 'Nothing came of it.' },
  ])
})

test.each(['exploration.task_update', 'exploration.task_delete'] as const)(
  '#14 topics are read-only in Summarizing: %s',
  async operation => {
    await using lab = await openLab()
    await summarizing(lab)
    const before = lab.read('.sow/project/state.yaml')
    expect(
      await lab.refusal(operation, { id: '001', ...(operation.endsWith('update') && { status: 'pending' }) }),
    ).toMatchObject({
      code: 'blocked',
    })
    expect(lab.read('.sow/project/state.yaml')).toBe(before)
  },
)

test('#15 #16 a pending topic without links is deleted, and its id is not given again', async () => {
  await using lab = await openLab()
  await exploring(lab, ['One', 'Two'])
  await lab.call('exploration.task_delete', { id: '002' })
  const { task } = await lab.call('exploration.task_create', { name: 'Three' })
  expect(task.id).toBe('003')
  await lab.call('exploration.task_update', { id: '001', status: 'in_progress' })
  expect(await lab.refusal('exploration.task_delete', { id: '001' })).toMatchObject({ code: 'blocked' })
})

test('#17 #18 #19 refs append, register the file once, and texts stay with the topic', async () => {
  await using lab = await openLab()
  await exploring(lab)
  for (const name of ['a.md', 'b.md']) lab.write(`.sow/project/findings/${name}`, 'x\n')
  await lab.call('artifact.add', { path: 'findings/a.md' })
  await lab.call('exploration.task_update', { id: '001', refs: ['project/findings/a.md'], question: 'Which flow?' })
  const { task } = await lab.call('exploration.task_update', {
    id: '001',
    refs: ['findings/b.md'],
    meta: { weight: '2' },
  })
  expect(task).toMatchObject({
    refs: ['findings/a.md', 'findings/b.md'],
    question: 'Which flow?',
    metadata: { weight: '2' },
  })
  expect((await lab.call('artifact.list', {})).artifacts.map(({ path: file }) => file)).toEqual(task.refs)
  const unlinked = await lab.call('exploration.task_update', { id: '001', unref: ['findings/a.md'] })
  expect(unlinked.task.refs).toEqual(['findings/b.md'])
})

test('#20 an artifact is a plain file inside the project that exists', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('secret.txt', 'outside\n')
  fs.symlinkSync(path.join(lab.root, 'secret.txt'), path.join(lab.root, '.sow/project/link.md'))
  expect(await lab.refusal('artifact.add', { path: 'nothing.md' })).toMatchObject({ code: 'not_found' })
  expect(await lab.refusal('artifact.add', { path: 'link.md' })).toMatchObject({ code: 'usage' })
  expect(await lab.refusal('artifact.add', { path: '../../secret.txt' })).toMatchObject({ code: 'usage' })
  expect(await lab.refusal('artifact.add', { path: 'state.yaml' })).toMatchObject({ code: 'usage' })
})

test('#22 #23 without git nothing is committed, and the exploration still comes to its end', async () => {
  await using lab = await openLab({ git: false })
  await finalizing(lab)
  const { steps } = await lab.call('exploration.finalize', { apply: true })
  expect(steps.map(({ action, status, reason }) => [action, status, reason])).toEqual([
    ['publish', 'completed', undefined],
    ['index', 'completed', undefined],
    ['commit', 'skipped', 'there is no git here'],
    ['push', 'skipped', 'nothing was committed'],
    ['pull_request', 'skipped', 'there is no git here'],
  ])
  await lab.call('exploration.complete', {})
  expect(lab.list('.sow/project')).toContain('state.yaml')
  await lab.call('exploration.cleanup', {})
  expect(lab.list('.sow/archive')).toEqual(['auth-approaches'])
})

test('#24 one summary becomes a file and several a folder; the month is fixed with the plan', async () => {
  let now = Date.parse('2026-01-31T23:00:00Z')
  await using lab = await openLab({ git: false, clock: { now: () => now } })
  await finalizing(lab, 'summary.md', 'detail.md')
  now = Date.parse('2026-02-01T01:00:00Z')
  const plan = await lab.call('exploration.finalize', { apply: true })
  expect(plan).toMatchObject({ target: '.sow/knowledge/explorations/auth-approaches-2026-01', folder: true })
  expect(lab.list(plan.target)).toEqual(['detail.md', 'summary.md'])
  expect(lab.read(`${plan.target}/summary.md`)).toContain('[detail.md](detail.md)')
  expect(lab.read('.sow/knowledge/explorations/index.md')).toBe(
    '# Explorations\n\n- [summary.md](auth-approaches-2026-01/summary.md): Which authentication? (2026-01)\n',
  )
})

test('#24 a name that is taken is refused with another, which works', async () => {
  await using lab = await openLab({ git: false, clock })
  await finalizing(lab)
  const taken = '.sow/knowledge/explorations/auth-approaches-2026-01.md'
  lab.write(taken, 'Older.\n')
  const refused = await lab.refusal('exploration.finalize', { apply: true })
  expect(refused).toMatchObject({
    code: 'blocked',
    fix: 'furrow agent finalize --apply --as auth-approaches-2026-01-2',
  })
  const { target } = await lab.call('exploration.finalize', { apply: true, as: 'auth-approaches-2026-01-2' })
  expect([lab.read(taken), lab.read(target).startsWith('# summary.md')]).toEqual(['Older.\n', true])
})

test('#24 3-62: findings are published too when asked for, and a link to what is not becomes its words', async () => {
  await using lab = await openLab({ git: false, clock })
  await exploring(lab)
  lab.write('.sow/project/findings/oauth.md', 'See [the summary](../summary.md).\n')
  await lab.call('exploration.task_update', { id: '001', status: 'completed', refs: ['findings/oauth.md'] })
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', '# Sum\n\n[more](findings/oauth.md) [code](../../src/a.ts)\n')
  await lab.call('artifact.add', { path: 'summary.md' })
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  expect((await lab.call('exploration.plan', {})).warnings).toHaveLength(1)
  const { target } = await lab.call('exploration.finalize', { apply: true })
  expect(lab.read(target)).toBe('# Sum\n\nmore [code](../../../src/a.ts)\n')
  await lab.call('exploration.revise', { reason: 'With the findings.' })
  await lab.call('exploration.complete', {})
  const again = await lab.call('exploration.finalize', { apply: true, include_findings: true })
  expect([lab.list(again.target), fs.existsSync(path.join(lab.root, target))]).toEqual([
    ['findings', 'summary.md'],
    false,
  ])
  expect(lab.read(`${again.target}/summary.md`)).toContain('[more](findings/oauth.md)')
})

test('#25 every state has a brief, terminal ones too', async () => {
  await using lab = await openLab({ git: false })
  const texts: string[] = []
  const read = async () => texts.push((await lab.call('exploration.brief', {})).text)
  await exploring(lab)
  await read()
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('exploration.advance', {})
  await read()
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  await read()
  await lab.call('exploration.finalize', { apply: true })
  await lab.call('exploration.complete', {})
  await read()
  expect(texts.map(text => /## Current State: (.+)/.exec(text)?.[1])).toEqual([
    'Active Research',
    'Summarizing Findings',
    'Finalizing',
    'Completed',
  ])
})

test('#26 reopen keeps the drafts and voids the approvals; revise keeps them', async () => {
  await using lab = await openLab()
  await finalizing(lab)
  const revised = await lab.call('exploration.revise', { reason: 'A typo.' })
  expect(revised.artifacts).toMatchObject([{ path: 'summary.md', standing: 'approved' }])
  const reopened = await lab.call('exploration.reopen', { reason: 'More research.' })
  expect(reopened).toMatchObject({ state: 'Active', artifacts: [{ path: 'summary.md', standing: 'none' }] })
  expect(await lab.refusal('exploration.reopen', {})).toMatchObject({ code: 'usage', target: 'reason' })
})

test('#27 an edit after approval voids it, in Summarizing and before publishing', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md', note: 'Good.' })
  lab.write('.sow/project/summary.md', '# Other\n')
  expect((await lab.refusal('exploration.complete', {})).details?.['reasons']).toMatchObject([
    {},
    { code: 'approval_void', message: 'summary.md was edited after it was approved' },
  ])
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  lab.write('.sow/project/summary.md', '# Sneaked in\n')
  expect(await lab.refusal('exploration.finalize', { apply: true })).toMatchObject({ code: 'blocked' })
  expect(lab.list('.sow')).not.toContain('knowledge')
})

test('#27 what is approved is what was shown: another revision is refused', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  const { revision } = await lab.call('artifact.show', { path: 'summary.md' })
  lab.write('.sow/project/summary.md', '# Other\n')
  expect(await lab.refusal('artifact.approve', { path: 'summary.md', revision })).toMatchObject({
    code: 'stale_revision',
  })
})

test('#28 the brief tells findings, questions, decisions and what happened', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('.sow/project/findings/oauth.md', '# OAuth\n\nThe device flow fits.\n')
  await lab.call('exploration.task_update', { id: '001', refs: ['findings/oauth.md'], question: 'Which flow?' })
  await lab.call('exploration.note', { text: 'Sessions stay on the server.', kind: 'decision' })
  const { text } = await lab.call('exploration.brief', {})
  for (const part of [
    '- [001] OAuth 2.0 flows (pending)',
    '- findings/oauth.md [001]: The device flow fits.',
    '## Open Questions\n\n- [001] Which flow?',
    '## Decisions\n\n- Sessions stay on the server.',
    'person: 001 added: OAuth 2.0 flows',
    'On explore/auth-approaches.',
  ])
    expect(text).toContain(part)
})

test('#29 the branch says the type, --type wins and a mismatch is told', async () => {
  await using lab = await openLab()
  git(lab, 'switch', '-qc', 'design/login')
  const named = await lab.call('exploration.start', { title: 'The login' })
  expect(named).toMatchObject({ type: 'design', name: 'login', branch: 'design/login', state: 'Drafting' })
  await lab.call('exploration.abandon', { reason: 'A test.' })
  const other = await lab.call('exploration.start', { title: 'The login', type: 'exploration', here: true })
  expect(other.type).toBe('exploration')
  expect(other.warnings[0]).toBe('design/login is a branch for design, and this is a exploration.')
})

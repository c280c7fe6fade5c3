import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../tests/lab.ts'
import { addSummaries, exploring, finalizing, git, summarizing, withRemote } from '../../tests/support/explorations.ts'
import { openYaml } from '../store/documents/yaml.ts'

const AT = '2026-01-02T03:04:05.000Z'
const clock = { now: () => Date.parse(AT) }

test('seed 003 Project Schema: state.yaml has every field of ExplorationProjectState', async () => {
  await using lab = await openLab({ clock })
  await exploring(lab)
  const phase = { enabled: true, created_at: AT, tasks: [], artifacts: [] }
  const task = { id: '001', name: 'OAuth 2.0 flows', status: 'pending', refs: [], created_at: AT, updated_at: AT }
  const state = openYaml(lab.read('.sow/project/state.yaml'), 'state.yaml').data()
  expect(JSON.parse(JSON.stringify(state))).toEqual({
    schema_version: 1,
    revision: 2,
    project: {
      type: 'exploration',
      name: 'auth-approaches',
      branch: 'explore/auth-approaches',
      description: 'Which authentication?',
      created_at: AT,
      updated_at: AT,
    },
    statechart: { current_state: 'Active' },
    phases: {
      exploration: { ...phase, status: 'active', started_at: AT, tasks: [task] },
      finalization: { ...phase, status: 'pending' },
    },
    last_task_id: 1,
  })
})

test('each commit adds one line to events.jsonl, with who did what from where to where', async () => {
  await using lab = await openLab({ clock })
  await exploring(lab)
  await lab.call('exploration.task_update', { id: '001', status: 'completed' }, agent)
  await lab.call('exploration.advance', {}, agent)
  const lines = lab.read('.sow/project/events.jsonl').trim().split('\n')
  expect(lines.map(line => JSON.parse(line).seq)).toEqual([1, 2, 3, 4])
  expect(JSON.parse(lines[3] ?? '')).toEqual({
    seq: 4,
    at: AT,
    actor: { kind: 'agent', id: 'test-agent' },
    command: 'advance',
    summary: 'Active to Summarizing',
    event: 'begin_summarizing',
    from: 'Active',
    to: 'Summarizing',
  })
  const { events } = await lab.call('exploration.log', { limit: 1 })
  expect(events).toMatchObject([{ seq: 4 }])
})

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
  expect(refused.message).toBe('cannot advance: 2 tasks are not yet completed or abandoned')
  expect(refused.details?.['reasons']).toEqual([
    expect.objectContaining({ code: 'tasks_unresolved', ids: ['001', '002'] }),
    expect.objectContaining({ ids: ['001'], fix: 'furrow agent task update 001 --status completed' }),
    expect.objectContaining({ ids: ['002'], fix: 'furrow agent task update 002 --status completed' }),
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
    message: '1 summary artifact(s) not yet approved - approve all summaries before completing',
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
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Finalizing', warnings: [] })
})

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
    {},
    {},
    {},
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
  expect((await lab.call('exploration.status', {})).warnings).toEqual(['SUMMARY.md does not link detail.md.'])
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

test('#24 findings are published too when asked for, and links to what is not lead to the archive', async () => {
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
  expect(lab.read(target)).toBe(
    '# Sum\n\n[more](../../archive/auth-approaches/findings/oauth.md) [code](../../../src/a.ts)\n',
  )
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

test('start makes a branch, refuses a protected one, and stays with --here', async () => {
  await using lab = await openLab()
  withRemote(lab)
  expect(await lab.refusal('exploration.start', { title: 'Why?', here: true })).toMatchObject({
    code: 'blocked',
    message: 'main is a protected branch; a project gets one of its own.',
  })
  git(lab, 'switch', '-qc', 'topic')
  expect(await lab.call('exploration.start', { title: 'Why?', here: true })).toMatchObject({ branch: 'topic' })
  expect(await lab.refusal('exploration.start', { title: 'How?' })).toMatchObject({ code: 'blocked', target: 'why' })
  expect(git(lab, 'branch', '--format=%(refname:short)').trim().split('\n')).toEqual(['main', 'topic'])
  await lab.call('exploration.abandon', { reason: 'A test.' })
  await lab.call('exploration.start', { title: 'How?' })
  expect(git(lab, 'branch', '--show-current').trim()).toBe('explore/how')
})

test('a project that is over does not block a new one; it goes to the archive', async () => {
  await using lab = await openLab({ git: false })
  await finalizing(lab)
  await lab.call('exploration.finalize', { apply: true })
  await lab.call('exploration.complete', {})
  await lab.call('exploration.start', { title: 'Another' })
  const { projects } = await lab.call('exploration.list', {})
  expect(projects.map(({ name, where, state }) => [name, where, state])).toEqual([
    ['another', 'here', 'Active'],
    ['auth-approaches', 'archive', 'Completed'],
  ])
})

test('explorations of all worktrees are listed', async () => {
  await using lab = await openLab()
  withRemote(lab)
  const other = path.join(path.dirname(lab.root), 'other')
  git(lab, 'worktree', 'add', '-q', '-b', 'explore/other', other)
  fs.cpSync(path.join(lab.root, 'readme.md'), path.join(other, 'copy.md'))
  await exploring(lab)
  fs.mkdirSync(path.join(other, '.sow/project'), { recursive: true })
  fs.writeFileSync(
    path.join(other, '.sow/project/state.yaml'),
    lab.read('.sow/project/state.yaml').replace('name: auth-approaches', 'name: other'),
  )
  const { projects } = await lab.call('exploration.list', {})
  expect(projects.map(({ name, where }) => [name, where])).toEqual([
    ['auth-approaches', 'here'],
    ['other', 'worktree'],
  ])
  expect(await lab.call('exploration.status', { project: 'other' })).toMatchObject({ name: 'other' })
})

test("an agent's approval is refused unless it was delegated, and the record then says so", async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  expect(await lab.refusal('artifact.approve', { path: 'summary.md' }, agent)).toMatchObject({ code: 'needs_person' })
  expect(await lab.refusal('exploration.complete', {}, agent)).toMatchObject({ code: 'blocked' })
  await lab.call('config.set_person', { key: 'delegate', value: 'artifact.approve' })
  const { artifact } = await lab.call('artifact.approve', { path: 'summary.md' }, agent)
  expect(artifact).toMatchObject({ standing: 'approved', approval: { by: 'test-agent', delegated: 'config' } })
})

test('a rejection voids an approval and its note is in the brief', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('artifact.reject', { path: 'summary.md', note: 'The costs are missing.' })
  const { text } = await lab.call('exploration.brief', {})
  expect(text).toContain('- summary.md (Rejected: The costs are missing.)')
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({ code: 'blocked' })
})

test('two agents that update different topics at once lose nothing', async () => {
  await using lab = await openLab()
  const names = Array.from({ length: 20 }, (_, index) => `Topic ${index}`)
  await exploring(lab, names)
  const ids = names.map((_, index) => String(index + 1).padStart(3, '0'))
  await Promise.all(
    ids.map((id, index) =>
      lab.call(
        'exploration.task_update',
        { id, status: 'completed', outcome: `Answer ${id}` },
        { ...agent, id: `agent-${index % 2}` },
      ),
    ),
  )
  const { tasks } = await lab.call('exploration.task_list', {})
  expect(tasks.map(({ status, outcome }) => [status, outcome])).toEqual(ids.map(id => ['completed', `Answer ${id}`]))
  expect((await lab.call('exploration.log', { limit: 1 })).events).toMatchObject([{ seq: 41 }])
})

test.each([
  ['a conflict marker', (text: string) => text.replace('statechart:', '<<<<<<< HEAD\nstatechart:')],
  ['a wrong type', (text: string) => text.replace('type: exploration', 'type: [1]')],
  ['a cut tail', (text: string) => text.slice(0, text.indexOf('finalization:'))],
  ['an unknown state', (text: string) => text.replace('current_state: Active', 'current_state: Nowhere')],
])('a state file with %s is named with its path and a fix, and stays as it is', async (_, damage) => {
  await using lab = await openLab()
  await exploring(lab)
  const bad = damage(lab.read('.sow/project/state.yaml'))
  lab.write('.sow/project/state.yaml', bad)
  for (const refused of [
    await lab.refusal('exploration.status', {}),
    await lab.refusal('exploration.task_create', { name: 'More' }),
    await lab.refusal('exploration.start', { title: 'Another' }),
  ])
    expect(refused).toMatchObject({ code: 'damaged', target: '.sow/project/state.yaml', fix: 'furrow doctor' })
  expect(lab.read('.sow/project/state.yaml')).toBe(bad)
  await lab.call('doctor.repair', {})
  expect(await lab.call('exploration.status', {})).toMatchObject({ state: 'Active' })
})

test('comments and keys of others in state.yaml survive our edits', async () => {
  await using lab = await openLab()
  await exploring(lab)
  const edited = `# ours\n${lab.read('.sow/project/state.yaml').replace('statechart:', 'team: blue # who\nstatechart:')}`
  lab.write('.sow/project/state.yaml', edited)
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  const text = lab.read('.sow/project/state.yaml')
  expect([text.startsWith('# ours\n'), text.includes('team: blue # who')]).toEqual([true, true])
})

test('a state file of sow by the schema of the seed is read; an approval without a hash proves nothing', async () => {
  await using lab = await openLab()
  lab.write('.sow/project/summary.md', '# Sum\n')
  lab.write('.sow/project/state.yaml', SEED_STATE)
  const view = await lab.call('exploration.status', {})
  expect(view).toMatchObject({ state: 'Summarizing', revision: 0 })
  expect(view.artifacts.map(({ path: file, kind, standing }) => [file, kind, standing])).toEqual([
    ['notes.md', 'finding', 'missing'],
    ['summary.md', 'summary', 'none'],
  ])
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('artifact.remove', { path: 'notes.md' })
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Finalizing' })
})

const SEED_STATE = `statechart:
  current_state: Summarizing
project:
  type: exploration
  name: auth
  branch: explore/auth
  description: Which authentication?
  created_at: 2025-10-31T10:00:00Z
  updated_at: 2025-10-31T11:00:00Z
phases:
  exploration:
    status: summarizing
    enabled: true
    created_at: 2025-10-31T10:00:00Z
    tasks:
      - id: "010"
        name: OAuth
        status: completed
        parallel: false
        refs:
          - path: notes.md
            approved: false
            created_at: 2025-10-31T10:30:00Z
    artifacts:
      - path: notes.md
        approved: false
        created_at: 2025-10-31T10:30:00Z
      - path: summary.md
        approved: true
        created_at: 2025-10-31T10:40:00Z
  finalization:
    status: pending
    enabled: true
    created_at: 2025-10-31T10:00:00Z
    tasks: []
    artifacts: []
`

test('the flat file that sow writes today is named, and taken over with its original kept', async () => {
  await using lab = await openLab()
  const { FLAT } = await import('../../tests/fixtures/explorations.ts')
  lab.write('.sow/project/state.yaml', FLAT)
  expect(await lab.refusal('exploration.status', {})).toMatchObject({ code: 'invalid_state', fix: 'furrow import sow' })
  const view = await lab.call('exploration.import_sow', {})
  expect(view).toMatchObject({ name: 'sign-on', state: 'Active', tasks: [{ id: '010', status: 'completed' }] })
  expect(lab.read('.sow/project/state.sow.yaml')).toBe(FLAT)
  expect((await lab.call('exploration.task_create', { name: 'More' })).task.id).toBe('011')
  expect(await lab.refusal('exploration.import_sow', {})).toMatchObject({ code: 'blocked' })
})

test('advance --list and --dry-run say what the move itself would say', async () => {
  await using lab = await openLab()
  await exploring(lab)
  const { ways = [] } = await lab.call('exploration.advance', { list: true })
  const real = await lab.refusal('exploration.advance', {})
  expect(await lab.refusal('exploration.advance', { dry_run: true })).toEqual(real)
  expect(ways.find(({ event }) => event === 'begin_summarizing')?.reasons).toEqual(real.details?.['reasons'])
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  expect(await lab.call('exploration.advance', { dry_run: true })).toMatchObject({ moved: false, state: 'Active' })
})

test('a type of the repository is used once a person trusts it, and not before', async () => {
  await using lab = await openLab()
  lab.write('.sow/types/spike.yaml', SPIKE)
  lab.write('.sow/types/spike-prompt.md', '# Spike\n\nBe quick.\n')
  expect(await lab.refusal('exploration.start', { title: 'A spike', type: 'spike' })).toMatchObject({
    code: 'untrusted',
  })
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  const started = await lab.call('exploration.start', { title: 'A spike', type: 'spike' })
  expect(started).toMatchObject({ type: 'spike', branch: 'spike/a-spike', state: 'Open' })
  expect(started.brief).toContain('Be quick.')
  await lab.call('exploration.task_create', { name: 'Try it' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  const { brief } = await lab.call('exploration.complete', {})
  expect(brief).toContain('[ ] Tell the others')
  const [step] = (await lab.call('exploration.task_list', {})).steps
  await lab.call('exploration.task_update', { id: step?.id ?? '', status: 'completed' })
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Done', terminal: true })
  lab.write('.sow/types/spike.yaml', `${SPIKE}# changed\n`)
  expect(await lab.refusal('exploration.status', {})).toMatchObject({ code: 'untrusted' })
})

test('a type that could not be lived by is refused with its file and what is wrong', async () => {
  await using lab = await openLab()
  lab.write('.sow/types/spike-prompt.md', '# Spike\n')
  lab.write('.sow/types/spike.yaml', SPIKE.replace('initial: Open', 'initial: Closed'))
  expect(await lab.refusal('exploration.start', { title: 'A spike', type: 'spike' })).toMatchObject({
    code: 'damaged',
    target: '.sow/types/spike.yaml',
  })
  const { types } = await lab.call('exploration.types', {})
  expect(types.map(({ name, problem }) => [name, problem === undefined])).toEqual([
    ['exploration', true],
    ['design', true],
    ['spike', false],
  ])
})

const SPIKE = `schema_version: 1
name: spike
title: Spike
task: attempt
prefixes: [spike/]
initial: Open
phases: [work]
kinds:
  note: { needs_approval: false }
states:
  Open:
    title: Open
    purpose: Try it.
    phase: work
    status: open
    prompt: spike-prompt
    allows: [task.create, task.update]
  Telling:
    title: Telling
    purpose: Tell what came of it.
    phase: work
    status: telling
    prompt: spike-prompt
    allows: [step.update]
    checklist:
      - { action: manual, name: Tell the others }
  Done:
    title: Done
    purpose: It is over.
    phase: work
    status: completed
    prompt: spike-prompt
    terminal: true
transitions:
  - event: tell
    from: [Open]
    to: Telling
    by: complete
    summary: Everything was tried.
    guards: [{ guard: tasks_completed, at_least: 1 }]
  - event: finish
    from: [Telling]
    to: Done
    by: complete
    summary: Everybody knows.
    guards: [{ guard: steps_done }]
`

test('the design type lives by the same engine', async () => {
  await using lab = await openLab({ git: false, clock })
  await lab.call('exploration.start', { title: 'The login', type: 'design' })
  await lab.call('exploration.task_create', { name: 'Sessions' })
  await lab.call('artifact.new', { kind: 'design' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('artifact.approve', { path: 'design.md' })
  await lab.call('exploration.complete', {})
  const { target } = await lab.call('exploration.finalize', { apply: true })
  expect(target).toBe('.sow/knowledge/designs/the-login-2026-01.md')
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Completed' })
})

test('the machine is drawn with where it stands and what is blocked', async () => {
  await using lab = await openLab()
  await exploring(lab)
  const drawn = async (format: 'mermaid' | 'dot' | 'ascii') => (await lab.call('exploration.graph', { format })).text
  expect(await drawn('mermaid')).toContain('  Active --> Summarizing: begin_summarizing (blocked)')
  expect(await drawn('mermaid')).toContain('  class Active current')
  expect(await drawn('dot')).toContain('"Active" -> "Summarizing" [label="begin_summarizing", style=dashed, color=red]')
  expect(await drawn('ascii')).toContain(
    '* [Active] exploration <- here\n      --begin_summarizing--> Summarizing BLOCKED',
  )
})

test('a brief within a number of tokens leaves out the oldest detail first, and never the next command', async () => {
  await using lab = await openLab()
  await exploring(lab, ['One', 'Two', 'Three'])
  for (const id of ['001', '002'])
    await lab.call('exploration.task_update', {
      id,
      status: 'completed',
      outcome: `A long answer to ${id}. `.repeat(40),
    })
  const whole = await lab.call('exploration.brief', {})
  const [small, tiny] = [
    await lab.call('exploration.brief', { max_tokens: whole.tokens - 200 }),
    await lab.call('exploration.brief', { max_tokens: 200 }),
  ]
  expect(small.tokens).toBeLessThanOrEqual(whole.tokens - 200)
  expect([small.text.includes('answer to 001'), small.text.includes('answer to 002')]).toEqual([false, true])
  expect(tiny.text).toContain('furrow agent task update 003 --status in_progress')
})

test('undo takes a step back, state and log together', async () => {
  await using lab = await openLab()
  await exploring(lab)
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('store.undo', {})
  expect((await lab.call('exploration.task_show', { id: '001' })).status).toBe('pending')
  expect((await lab.call('exploration.log', {})).events).toHaveLength(2)
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../tests/lab.ts'
import { addSummaries, exploring, finalizing, git, summarizing, withRemote } from '../../tests/support/explorations.ts'
import { openYaml } from '../store/documents/yaml/yaml.ts'

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

test('start in a repository without a commit says what becomes of its branch', async () => {
  await using lab = await openLab()
  const { warnings } = await lab.call('exploration.start', { title: 'Why?' })
  expect(warnings).toEqual([
    'There is no commit yet, so main does not exist and the first commit will be on explore/why. After it, git branch main makes main.',
  ])
  await using begun = await openLab()
  withRemote(begun)
  expect((await begun.call('exploration.start', { title: 'Why?' })).warnings).toEqual([])
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
  expect(text).toMatch(/^- summary\.md \(Rejected by \S+: The costs are missing\.\)$/m)
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
    expect(refused).toMatchObject({ code: 'damaged', target: '.sow/project/state.yaml', fix: 'furrow explore adopt' })
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
  expect(tiny.text).toContain('furrow agent task update 003 --status completed')
})

test('undo takes a step back, state and log together', async () => {
  await using lab = await openLab()
  await exploring(lab)
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('store.undo', {})
  expect((await lab.call('exploration.task_show', { id: '001' })).status).toBe('pending')
  expect((await lab.call('exploration.log', {})).events).toHaveLength(2)
})

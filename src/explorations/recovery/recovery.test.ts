import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import {
  addSummaries,
  exploring,
  finalizing,
  git,
  summarizing,
  withRemote,
} from '../../../tests/support/explorations.ts'
import { carryOut, followNext } from '../../../tests/support/follow-next.ts'

const STATE = '.sow/project/state.yaml'
const EVENTS = '.sow/project/events.jsonl'

async function ready(lab: Lab): Promise<string> {
  return withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
}

function commitProject(lab: Lab, message: string): void {
  git(lab, 'add', '.sow/project')
  git(lab, 'commit', '-qm', message)
}

test('3-91: an older state.yaml beside a newer log is told, and adopted with one command', async () => {
  await using lab = await openLab()
  await ready(lab)
  await exploring(lab)
  commitProject(lab, 'begun')
  await lab.call('exploration.task_create', { name: 'JWT' })
  git(lab, 'checkout', '-q', 'HEAD', '--', STATE)
  const message = `${EVENTS}:3 ends with entry 3, and the state is at 2.`
  const view = await lab.call('exploration.status', {})
  expect(view.problems).toEqual([{ code: 'log_differs', message, fix: 'furrow explore adopt' }])
  expect(view.next).toMatchObject({ says: message, command: 'furrow explore adopt' })
  expect(await lab.refusal('exploration.abandon', { reason: 'No.' })).toMatchObject({ fix: 'furrow explore adopt' })
  const { findings } = await lab.call('doctor.check', {})
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'explorations', message, fix: 'furrow explore adopt' }),
  )
  const adopted = await lab.call('exploration.adopt', {}, agent)
  const lost = '002 (JWT), added by Maintainer, is not in it; add it again'
  const changes = ['state.yaml was at 2 and the log at 3', lost]
  expect(adopted).toMatchObject({ problems: [], revision: 4, changes })
  expect(adopted.tasks.map(({ name }) => name)).toEqual(['OAuth 2.0 flows'])
  // An id is not given twice.
  expect(await lab.call('exploration.task_create', { name: 'JWT' })).toMatchObject({ task: { id: '003' } })
  expect((await lab.call('exploration.log', {})).events.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1])
})

test.each([
  ['cut', (text: string) => text.split('\n').slice(0, 1).join('\n')],
  ['gone', () => undefined],
  ['merged with conflict markers', (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`],
])('a log that is %s does not stop the exploration', async (how, damage) => {
  await using lab = await openLab()
  await exploring(lab)
  const bad = damage(lab.read(EVENTS))
  if (bad === undefined) fs.rmSync(path.join(lab.root, EVENTS))
  else lab.write(EVENTS, bad)
  await lab.call('exploration.adopt', {})
  await lab.call('exploration.task_create', { name: 'JWT' })
  const { events } = await lab.call('exploration.log', {})
  expect(events.map(({ command }) => command).slice(0, 2)).toEqual(['task create', 'adopt'])
  if (how.startsWith('merged')) expect(fs.readdirSync(lab.app.store.keptFolder)).toHaveLength(1)
})

test('a state file that is gone comes back as it was last written, or as it was committed', async () => {
  await using lab = await openLab()
  await using other = await openLab()
  await ready(lab)
  await exploring(lab)
  commitProject(lab, 'begun')
  git(other, 'pull', '-q', lab.root, 'explore/auth-approaches:explore/auth-approaches')
  git(other, 'switch', '-q', 'explore/auth-approaches')
  for (const each of [lab, other]) {
    fs.rmSync(path.join(each.root, STATE))
    expect(await each.call('flow.next', {})).toMatchObject({
      state: 'damaged',
      next: { says: `${STATE} is missing, and its log is there.`, command: 'furrow explore adopt' },
    })
    expect(await each.refusal('exploration.status', {})).toMatchObject({ code: 'damaged', fix: 'furrow explore adopt' })
    expect(await each.call('exploration.adopt', {})).toMatchObject({ name: 'auth-approaches', problems: [] })
  }
})

test.each([
  ['emptied', () => ''],
  ['with an unknown status of a task', (text: string) => text.replace('status: pending', 'status: wild')],
  ['with an id that is none', (text: string) => text.replace(/id: "?001"?/, 'id: [1]')],
  ['without a branch', (text: string) => text.replace(/branch: .*/, 'branch: ""')],
  ['of an unknown type', (text: string) => text.replace('type: exploration', 'type: wild')],
  ['in a state that there is not', (text: string) => text.replace('current_state: Active', 'current_state: Wild')],
  ['with conflict markers', (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`],
])('a state file %s comes back with the one command that next names', async (_, damage) => {
  await using lab = await openLab({ git: false })
  await exploring(lab)
  const before = await lab.call('exploration.status', {})
  lab.write(STATE, damage(lab.read(STATE)))
  expect(await lab.refusal('exploration.status', {})).toMatchObject({ code: 'damaged', fix: 'furrow explore adopt' })
  expect(await lab.call('flow.next', {})).toMatchObject({ next: { command: 'furrow explore adopt' } })
  const { changes, tasks } = await lab.call('exploration.adopt', {}, agent)
  expect(changes[0]).toContain('back as it was last written')
  expect(tasks.map(({ name, status }) => [name, status])).toEqual(
    before.tasks.map(({ name, status }) => [name, status]),
  )
})

test('doctor repair brings back a state file that was emptied long enough ago that no editor is saving it', async () => {
  await using lab = await openLab({ git: false })
  await exploring(lab)
  const text = lab.read(STATE)
  lab.write(STATE, '')
  fs.utimesSync(path.join(lab.root, STATE), new Date(), new Date(Date.now() - 60_000))
  await lab.call('doctor.repair', {})
  expect(lab.read(STATE)).toBe(text)
})

test('what is left of an exploration that nobody can bring back goes to the archive when another starts', async () => {
  await using lab = await openLab()
  lab.write(EVENTS, '')
  expect(await lab.refusal('exploration.adopt', {})).toMatchObject({ code: 'not_found' })
  await lab.call('exploration.start', { title: 'Another' })
  expect(lab.list('.sow/archive')).toEqual(['unfinished'])
})

test('3-85, 3-89: after a rename of its branch the exploration is rebound, and ends with the new name', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  await finalizing(lab)
  git(lab, 'branch', '-m', 'explore/renamed')
  const view = await lab.call('exploration.status', {})
  expect(view.next).toMatchObject({
    says: 'auth-approaches belongs to explore/auth-approaches, which does not exist any more, and explore/renamed is checked out.',
    command: 'furrow explore rebind',
  })
  expect(await lab.refusal('exploration.finalize', { apply: true })).toMatchObject({ fix: 'furrow explore rebind' })
  await followNext(lab)
  expect(git({ root: bare }, 'branch', '--format=%(refname:short)').trim()).toBe('explore/renamed')
  expect(lab.list('.sow')).toEqual(['archive', 'knowledge'])
})

test('on another branch the next step is back to its own, and rebinding to a protected one is refused', async () => {
  await using lab = await openLab()
  await ready(lab)
  await exploring(lab)
  git(lab, 'switch', '-q', 'main')
  expect((await lab.call('exploration.status', {})).next.command).toBe('git switch explore/auth-approaches')
  expect(await lab.refusal('exploration.rebind', {})).toMatchObject({
    code: 'blocked',
    fix: 'git switch explore/auth-approaches',
  })
  git(lab, 'switch', '-q', '--detach')
  expect((await lab.call('exploration.status', {})).next.command).toBe('git switch explore/auth-approaches')
})

test('3-73: a merge that brought a live exploration to main: a colleague settles it, and main is free', async () => {
  await using lab = await openLab()
  await using other = await openLab()
  await ready(lab)
  await exploring(lab)
  commitProject(lab, 'begun')
  git(lab, 'switch', '-q', 'main')
  git(lab, 'merge', '-q', '--no-ff', '-m', 'merge', 'explore/auth-approaches')
  git(other, 'pull', '-q', lab.root, 'main')
  git(other, 'config', 'user.name', 'Bob')
  git(other, 'config', 'user.email', 'bob@example.org')
  expect(await other.call('flow.next', {})).toMatchObject({ next: { command: 'furrow explore settle' } })
  expect(await other.refusal('exploration.start', { title: 'Mine' })).toMatchObject({ fix: 'furrow explore settle' })
  const settled = await other.call('exploration.settle', { commit: true })
  expect(settled).toMatchObject({ name: 'auth-approaches', state: 'Abandoned', uncommitted: false })
  expect(git(other, 'ls-files', '.sow').trim()).toBe('')
  expect(await other.call('exploration.start', { title: 'Mine' })).toMatchObject({ branch: 'explore/mine' })
})

test('a branch that is still on the remote is switched to, not settled, until it is known to be gone', async () => {
  await using lab = await openLab()
  await using other = await openLab()
  const bare = await ready(lab)
  await exploring(lab)
  await lab.call('exploration.share', { push: true })
  git(lab, 'push', '-q', 'origin', 'explore/auth-approaches:main')
  git(other, 'remote', 'add', 'origin', bare)
  git(other, 'fetch', '-q')
  git(other, 'switch', '-q', 'main')
  const fix = 'git switch --create explore/auth-approaches --track origin/explore/auth-approaches'
  expect(await other.call('flow.next', {})).toMatchObject({ next: { command: fix } })
  expect(await other.refusal('exploration.settle', {})).toMatchObject({ code: 'blocked', fix })
  git(lab, 'push', '-q', 'origin', '--delete', 'explore/auth-approaches')
  git(other, 'fetch', '-q', '--prune', 'origin')
  expect(await other.call('flow.next', {})).toMatchObject({ next: { command: 'furrow explore settle' } })
  git(lab, 'push', '-q', 'origin', 'explore/auth-approaches')
  git(other, 'fetch', '-q')
  await carryOut(other, fix)
  expect(await other.call('exploration.status', {})).toMatchObject({ problems: [] })
})

test('what was published before the merge is settled as completed; on its own branch nothing is settled', async () => {
  await using lab = await openLab()
  await ready(lab)
  await finalizing(lab)
  expect(await lab.refusal('exploration.settle', {})).toMatchObject({ code: 'blocked' })
  lab.write('.sow/knowledge/explorations/index.md', '- [Sum](auth-approaches-2026-01.md): Which?\n')
  git(lab, 'switch', '-q', 'main')
  git(lab, 'branch', '-D', 'explore/auth-approaches')
  expect(await lab.call('exploration.settle', {})).toMatchObject({ state: 'Completed', uncommitted: false })
})

test('3-69: a second exploration does not stay on the branch of a finished one, unless it is told to', async () => {
  await using lab = await openLab()
  await ready(lab)
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await followNext(lab)
  expect(git(lab, 'branch', '--show-current').trim()).toBe('explore/auth-approaches')
  const second = await lab.call('exploration.start', { title: 'Which database?' })
  expect(second).toMatchObject({ name: 'which-database', branch: 'explore/which-database' })
  expect(git(lab, 'log', '--format=%s').trim()).toBe('first')
  await lab.call('exploration.abandon', { reason: 'A test.' })
  const third = await lab.call('exploration.start', { title: 'Here?', here: true, name: 'third' })
  expect(third).toMatchObject({ branch: 'explore/which-database' })
})

test('3-77: the working folder is shared with one command, told by the brief, and never after the finalization commit', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  await exploring(lab)
  expect((await lab.call('exploration.brief', {})).text).toContain('`furrow explore share --push`')
  const shared = await lab.call('exploration.share', { push: true }, agent)
  expect(shared).toMatchObject({ files: [EVENTS, STATE], pushed: 'origin/explore/auth-approaches' })
  expect(
    git({ root: bare }, 'show', '--name-only', '--format=%s', 'explore/auth-approaches').trim().split('\n'),
  ).toEqual(['chore: auth-approaches in Active', '', EVENTS, STATE])
  expect(await lab.call('exploration.share', {})).toEqual({ branch: 'explore/auth-approaches', files: [] })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('exploration.advance', {})
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  await lab.call('exploration.finalize', { apply: true })
  expect(await lab.refusal('exploration.share', {})).toMatchObject({ code: 'blocked' })
  expect((await lab.call('exploration.brief', {})).text).not.toContain('furrow explore share')
})

test('after an abandoned exploration its folder is taken off the branch with the same command', async () => {
  await using lab = await openLab()
  await ready(lab)
  await exploring(lab)
  await lab.call('exploration.share', {})
  await lab.call('exploration.abandon', { reason: 'Cancelled.' })
  await lab.call('exploration.share', {})
  expect(git(lab, 'ls-files', '.sow').trim()).toBe('')
})

test.each([
  [
    'created_at: yesterday',
    'project.created_at',
    (text: string) => text.replace(/^ {2}created_at: .+$/m, '  created_at: yesterday'),
  ],
  [
    'an unknown status of a phase',
    'phases.exploration.status',
    (text: string) => text.replace('status: active', 'status: bogus'),
  ],
  [
    'a phase that is not enabled',
    'phases.finalization.enabled',
    (text: string) => text.replace(/enabled: true(?![\s\S]*enabled)/, 'enabled: false'),
  ],
])('3-5, 3-7, 3-8: state.yaml with %s is named by its field, and adopted by rule', async (_, field, damage) => {
  await using lab = await openLab()
  await exploring(lab)
  const before = await lab.call('exploration.status', {})
  lab.write(STATE, damage(lab.read(STATE)))
  const refused = await lab.refusal('exploration.task_create', { name: 'More' })
  expect(refused).toMatchObject({ code: 'damaged', fix: 'furrow explore adopt', details: { field } })
  const { changes, phases, created_at } = await lab.call('exploration.adopt', {})
  expect(changes).toHaveLength(1)
  expect([phases, created_at]).toEqual([before.phases, before.created_at])
})

test('3-12: paths in the form of the seed are read, and an approval without a text is named', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  lab.write(STATE, lab.read(STATE).replace('- path: summary.md', '- path: project/summary.md\n        approved: true'))
  const { artifacts, warnings } = await lab.call('exploration.status', {})
  expect(artifacts).toMatchObject([{ path: 'summary.md', standing: 'none' }])
  expect(warnings).toEqual([
    'summary.md was approved by another program, which does not say which text; it needs approval again.',
    '1 claim has no source (001). `furrow explore check` lists them.',
    '001 does not say how sure it is, or what would change it.',
  ])
})

test('3-101: a request for an approval ends when it is given another way, sent back, or the exploration is over', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  const pending = async () => (await lab.call('request.list', { status: 'pending' })).requests.length
  const ask = () => lab.refusal('artifact.approve', { path: 'project/summary.md' }, agent)
  await ask()
  await lab.call('artifact.approve', { path: 'summary.md', note: 'Good.' })
  expect(await pending()).toBe(0)
  await ask()
  await lab.call('artifact.reject', { path: 'summary.md', note: 'No costs.' })
  expect(await pending()).toBe(0)
  await ask()
  await lab.call('exploration.abandon', { reason: 'Cancelled.' })
  expect(await pending()).toBe(0)
})

test('titles in any script get names of their own', async () => {
  await using lab = await openLab({ git: false })
  const names = []
  for (const title of ['認証はどうする', 'データベースは', 'Какая база?']) {
    names.push((await lab.call('exploration.start', { title })).name)
    await lab.call('exploration.abandon', { reason: 'A test.' })
  }
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(name).toMatch(/^exploration-[0-9a-f]{6}$/)
})

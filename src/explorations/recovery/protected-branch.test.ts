import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { exploring, finalizing, git, summarizing, withRemote } from '../../../tests/support/explorations.ts'
import { carryOut, followNext } from '../../../tests/support/follow-next.ts'

const STATE = '.sow/project/state.yaml'
const BRANCH = 'explore/auth-approaches'

async function ready(lab: Lab): Promise<string> {
  const bare = withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  git(lab, 'push', '-q', 'origin', 'main')
  return bare
}

function commitProject(lab: Lab): void {
  git(lab, 'add', '-A', '.sow')
  git(lab, 'commit', '-qm', 'shared')
}

function tipOf(bare: string, branch: string): string {
  return git({ root: bare }, 'rev-parse', branch).trim()
}

test('without an exploration nothing is shared, and a protected branch is never pushed', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  const before = tipOf(bare, 'main')
  git(lab, 'commit', '-qm', 'private', '--allow-empty')
  for (const push of [true, false])
    expect(await lab.refusal('exploration.share', { push }, agent)).toMatchObject({ code: 'not_found' })
  await exploring(lab)
  commitProject(lab)
  git(lab, 'switch', '-q', 'main')
  git(lab, 'merge', '-q', BRANCH)
  git(lab, 'branch', '-D', BRANCH)
  await lab.call('exploration.settle', {})
  expect(await lab.refusal('exploration.share', { push: true })).toMatchObject({
    code: 'blocked',
    target: 'main',
    fix: 'furrow explore share',
  })
  expect(git(lab, 'ls-files', '.sow/project')).not.toBe('')
  expect(await lab.call('exploration.share', {})).toMatchObject({ branch: 'main', removed: true })
  expect(git(lab, 'ls-files', '.sow/project')).toBe('')
  expect(tipOf(bare, 'main')).toBe(before)
})

test('a removal whose push failed is pushed by the same command; then there is nothing left to share', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  await exploring(lab)
  await lab.call('exploration.share', { push: true })
  await lab.call('exploration.abandon', { reason: 'Cancelled.' })
  await lab.call('exploration.share', {})
  expect(await lab.call('exploration.share', { push: true })).toMatchObject({ pushed: `origin/${BRANCH}` })
  expect(git({ root: bare }, 'ls-tree', '-r', '--name-only', BRANCH)).not.toContain('.sow')
  expect(await lab.refusal('exploration.share', { push: true })).toMatchObject({ code: 'not_found' })
})

test('a state file that names a protected branch is not believed: nothing is committed or pushed there', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  const before = tipOf(bare, 'main')
  await finalizing(lab)
  lab.write(STATE, lab.read(STATE).replace(`branch: ${BRANCH}`, 'branch: main'))
  expect((await lab.call('flow.next', {})).next).toMatchObject({
    says: expect.stringContaining('main, a protected branch'),
    command: 'furrow explore rebind',
  })
  git(lab, 'switch', '-q', 'main')
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: true, done: [] })
  expect(await lab.refusal('exploration.finalize', { apply: true })).toMatchObject({ fix: `git switch ${BRANCH}` })
  expect((await followNext(lab)).slice(0, 2)).toEqual([`git switch ${BRANCH}`, 'furrow explore rebind'])
  expect(tipOf(bare, 'main')).toBe(before)
  expect(tipOf(bare, BRANCH)).toBe(git(lab, 'rev-parse', 'HEAD').trim())
})

test('a merge that brings such a state file to main leads to settling it', async () => {
  await using lab = await openLab()
  await ready(lab)
  await exploring(lab)
  lab.write(STATE, lab.read(STATE).replace(`branch: ${BRANCH}`, 'branch: main'))
  commitProject(lab)
  git(lab, 'switch', '-q', 'main')
  git(lab, 'merge', '-q', BRANCH)
  git(lab, 'branch', '-D', BRANCH)
  expect((await lab.call('flow.next', {})).next.command).toBe('furrow explore settle')
  expect(await lab.call('exploration.settle', { commit: true })).toMatchObject({ uncommitted: false })
})

test('an exploration whose branch can be switched to is not settled, and rebinding says where it is', async () => {
  await using lab = await openLab()
  await ready(lab)
  await exploring(lab)
  git(lab, 'switch', '-q', 'main')
  const fix = `git switch ${BRANCH}`
  for (const operation of ['exploration.settle', 'exploration.rebind'] as const)
    expect(await lab.refusal(operation, {}, agent)).toMatchObject({ code: 'blocked', fix })
  expect((await lab.call('flow.next', {})).next.command).toBe(fix)
})

test.each([
  ['in the clone that finished it', false],
  ['in the clone of a colleague', true],
])('merged early and finished on its branch: main leads to the merge, %s', async (_, isOther) => {
  await using mine = await openLab()
  await using theirs = await openLab()
  const bare = await ready(mine)
  await summarizing(mine)
  await mine.call('exploration.share', {})
  git(mine, 'push', '-q', 'origin', `${BRANCH}:main`)
  git(mine, 'switch', '-q', 'main')
  git(mine, 'merge', '-q', BRANCH)
  git(mine, 'switch', '-q', BRANCH)
  await followNext(mine)
  git(mine, 'switch', '-q', 'main')
  git(theirs, 'remote', 'add', 'origin', bare)
  git(theirs, 'config', 'user.name', 'Bob')
  git(theirs, 'config', 'user.email', 'bob@example.org')
  git(theirs, 'fetch', '-q')
  git(theirs, 'switch', '-q', 'main')
  const lab = isOther ? theirs : mine
  const command = `git merge --no-edit ${isOther ? `origin/${BRANCH}` : BRANCH}`
  expect((await lab.call('flow.next', {})).next).toMatchObject({ command, says: expect.stringContaining('finished') })
  expect(await lab.refusal('exploration.start', { title: 'Another' })).toMatchObject({ fix: command })
  expect(await lab.refusal('exploration.settle', {})).toMatchObject({ code: 'blocked', fix: command })
  await carryOut(lab, command)
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'idle' })
  expect(git(lab, 'ls-files', '.sow/project')).toBe('')
  await lab.call('exploration.start', { title: 'Another' })
})

test('merged early and given up on its branch: main leads to settling it', async () => {
  await using lab = await openLab()
  await ready(lab)
  await exploring(lab)
  await lab.call('exploration.share', {})
  git(lab, 'switch', '-q', 'main')
  git(lab, 'merge', '-q', BRANCH)
  git(lab, 'switch', '-q', BRANCH)
  await lab.call('exploration.abandon', { reason: 'Cancelled.' })
  await lab.call('exploration.share', {})
  git(lab, 'switch', '-q', 'main')
  const command = 'furrow explore settle --commit'
  expect((await lab.call('flow.next', {})).next.command).toBe(command)
  expect(await lab.refusal('exploration.start', { title: 'Another' })).toMatchObject({ fix: command })
  await carryOut(lab, command)
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'idle' })
})

test('a branch that belongs to the exploration of another worktree is not offered, and not taken', async () => {
  await using lab = await openLab()
  await ready(lab)
  await exploring(lab)
  const second = path.join(path.dirname(lab.root), 'second')
  git(lab, 'worktree', 'add', '-q', '-b', 'explore/other', second, 'main')
  git(lab, 'switch', '-q', '--detach')
  await using there = await openLab({ root: second, env: lab.env })
  await there.call('exploration.start', { title: 'Other', name: 'other' })
  git({ root: second }, 'switch', '-q', BRANCH)
  const { next } = await there.call('exploration.status', {})
  expect(next).toMatchObject({ command: 'git switch explore/other', says: expect.not.stringContaining('rebind') })
  expect(await there.refusal('exploration.rebind', {})).toMatchObject({
    code: 'blocked',
    message: `${BRANCH} belongs to auth-approaches, which is open in another worktree.`,
    fix: 'git switch explore/other',
  })
})

test('a state of a newer version is named by next, status and doctor', async () => {
  await using lab = await openLab()
  await ready(lab)
  await summarizing(lab)
  lab.write(STATE, lab.read(STATE).replace('schema_version: 1', 'schema_version: 2'))
  const { message } = await lab.refusal('exploration.task_create', { name: 'JWT' })
  expect((await lab.call('flow.next', {})).next.says).toBe(message)
  expect((await lab.call('exploration.status', {})).problems).toMatchObject([{ code: 'newer_schema' }])
  const { findings } = await lab.call('doctor.check', {})
  expect(findings.filter(found => found.message === message)).toMatchObject([{ level: 'problem' }])
})

import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { exploring, git, withRemote } from '../../../tests/support/explorations.ts'
import { carryOut, followNext } from '../../../tests/support/follow-next.ts'
import { directDoor, WAYS } from '../../../tests/support/project-types.ts'

const BRANCH = 'explore/auth-approaches'
const STATE = '.sow/project/state.yaml'

const nextOf = async (lab: Lab) => (await lab.call('flow.next', {})).next.command

/** `git add -A && git commit` where it was not meant: on main, or on any other branch. */
async function committedOn(lab: Lab, branch: string): Promise<void> {
  withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await exploring(lab)
  git(lab, 'switch', '-q', ...(branch === 'main' ? [branch] : ['-c', branch]))
  git(lab, 'add', '-A')
  git(lab, 'commit', '-qm', 'by mistake')
}

test.each(['main', 'topic'])(
  'an exploration that was committed on %s by mistake is brought to its branch',
  async on => {
    await using lab = await openLab()
    await committedOn(lab, on)
    const fix = `git fetch --quiet . ${on}:${BRANCH}`
    expect(await nextOf(lab)).toBe(fix)
    expect((await lab.call('exploration.status', {})).next.command).toBe(fix)
    expect(await lab.refusal('exploration.settle', {})).toMatchObject({ code: 'blocked', fix })
    expect(await lab.refusal('exploration.start', { title: 'Another' })).toMatchObject({ fix })
    lab.write(STATE, `${lab.read(STATE)}# changed since\n`)
    await carryOut(lab, fix)
    expect(await nextOf(lab)).toBe(`git switch ${BRANCH}`)
    await carryOut(lab, await nextOf(lab))
    expect(await lab.call('exploration.status', {})).toMatchObject({ problems: [], state: 'Active' })
    await followNext(lab)
    expect(lab.list('.sow/project')).toEqual([])
  },
)

test.each(['main', 'topic'])('whoever switched away from that commit on %s merges it', async on => {
  await using lab = await openLab()
  await committedOn(lab, on)
  git(lab, 'switch', '-q', BRANCH)
  const fix = `git merge --no-edit ${on}`
  expect(await nextOf(lab)).toBe(fix)
  for (const operation of ['exploration.status', 'exploration.finish', 'exploration.share'] as const)
    expect(await lab.refusal(operation, {})).toMatchObject({ code: 'not_found', fix })
  lab.write('readme.md', '# Of this branch\n')
  git(lab, 'commit', '-qam', 'of this branch')
  git(lab, 'switch', '-q', on)
  expect((await lab.call('flow.next', {})).next).toMatchObject({
    says: expect.stringContaining(`Merge ${on} there.`),
    command: `git switch ${BRANCH}`,
  })
  await carryOut(lab, `git switch ${BRANCH}`)
  await carryOut(lab, await nextOf(lab))
  expect(await lab.call('exploration.status', {})).toMatchObject({ problems: [], state: 'Active' })
})

test('after a shared exploration was abandoned, next commits the removal of its folder', async () => {
  await using lab = await openLab()
  withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await exploring(lab)
  await lab.call('exploration.share', { push: true })
  const { next, brief } = await lab.call('exploration.abandon', { reason: 'not needed' })
  const fix = 'furrow explore share'
  expect(next.command).toBe(fix)
  expect(brief).toContain(fix)
  expect((await lab.call('flow.next', {})).next).toMatchObject({
    command: fix,
    tool: { name: 'exploration_repair', arguments: { action: 'share' } },
  })
  expect(await lab.refusal('exploration.status', {})).toMatchObject({ code: 'not_found', fix })
  expect(await lab.call('exploration.share', {})).toMatchObject({ removed: true, unpushed: `origin/${BRANCH}` })
  expect(git(lab, 'ls-files', '.sow')).toBe('')
  expect(await lab.call('flow.next', {})).toMatchObject({ state: 'idle' })
})

test('a committed working folder that was deleted is brought back, or left off the branch', async () => {
  await using lab = await openLab()
  withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await exploring(lab)
  await lab.call('exploration.share', {})
  git(lab, 'rm', '-rq', '--cached', '.sow/project/events.jsonl')
  git(lab, 'reset', '-q')
  await carryOut(lab, 'git rm --quiet -r -- .sow/project')
  git(lab, 'reset', '-q')
  const { says, command } = (await lab.call('flow.next', {})).next
  expect(command).toBe('git restore -- .sow/project')
  expect(says).toContain('To leave it off the branch instead: `furrow explore share`.')
  await carryOut(lab, command)
  expect(await lab.call('exploration.status', {})).toMatchObject({ problems: [], state: 'Active' })
})

test('a start that would begin at a main with another working folder says so, and what helps', async () => {
  await using lab = await openLab()
  withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await exploring(lab)
  await lab.call('exploration.share', {})
  git(lab, 'switch', '-q', 'main')
  git(lab, 'merge', '-q', BRANCH)
  git(lab, 'switch', '-q', BRANCH)
  await lab.call('exploration.abandon', { reason: 'not needed' })
  await lab.call('exploration.share', {})
  const refused = await lab.refusal('exploration.start', { title: 'Another' })
  expect(refused).toMatchObject({ code: 'blocked', fix: 'git switch main' })
  expect(refused.message).toContain('main holds the working folder of auth-approaches')
  expect(git(lab, 'branch', '--show-current').trim()).toBe(BRANCH)
  await carryOut(lab, refused.fix ?? '')
  await followNext(lab)
  expect(git(lab, 'ls-files', '.sow')).toBe('')
  expect(await lab.call('exploration.start', { title: 'Another' })).toMatchObject({ branch: 'explore/another' })
})

test('work that was merged after its review settles as completed; before that, and unmerged, it is given up', async () => {
  const merged = async (lab: Lab, prepare: (lab: Lab) => Promise<unknown>, isMerged = true) => {
    withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
    await WAYS['standard']?.(lab, directDoor(lab))
    await prepare(lab)
    if (isMerged) await lab.call('exploration.share', {})
    git(lab, 'switch', '-q', 'main')
    if (isMerged) git(lab, 'merge', '-q', 'feat/login')
    git(lab, 'branch', '-qD', 'feat/login')
    return lab.call('exploration.settle', { commit: isMerged })
  }
  await using lab = await openLab()
  const reviewed = (each: Lab) => each.call('exploration.complete', {})
  expect(await merged(lab, reviewed)).toMatchObject({ state: 'Completed', uncommitted: false })
  expect(git(lab, 'ls-files', '.sow')).toBe('')
  await using early = await openLab()
  expect(await merged(early, async () => undefined)).toMatchObject({ state: 'Abandoned' })
  await using apart = await openLab()
  expect(await merged(apart, reviewed, false)).toMatchObject({ state: 'Abandoned' })
})

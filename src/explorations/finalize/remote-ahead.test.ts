import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { addSummaries, exploring, git, withRemote } from '../../../tests/support/explorations.ts'
import { carryOut } from '../../../tests/support/follow-next.ts'

const BRANCH = 'explore/auth-approaches'
const PULL = `git pull --no-rebase --no-edit origin ${BRANCH}`

/** Ann shares an exploration; Bob goes on with it in a clone of his own, as far as to finish it. */
async function openPeople() {
  const [ann, bob] = [await openLab(), await openLab()]
  const bare = withRemote(ann, path.join(path.dirname(ann.root), 'remote.git'))
  git(ann, 'push', '-q', 'origin', 'main')
  git(bob, 'config', 'user.name', 'Bob')
  git(bob, 'config', 'user.email', 'bob@example.org')
  git(bob, 'remote', 'add', 'origin', bare)
  await exploring(ann)
  await ann.call('exploration.share', { push: true })
  git(bob, 'fetch', '-q')
  git(bob, 'switch', '-q', BRANCH)
  await bob.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'The device flow fits.' })
  await bob.call('exploration.advance', {})
  await addSummaries(bob, 'summary.md')
  await bob.call('artifact.approve', { path: 'summary.md' })
  return {
    ann,
    bob,
    bare,
    async [Symbol.asyncDispose]() {
      await bob[Symbol.asyncDispose]()
      await ann[Symbol.asyncDispose]()
    },
  }
}

async function pushMore(ann: Lab): Promise<void> {
  await ann.call('exploration.task_create', { name: 'Passkeys' })
  ann.write('.sow/project/findings/002.md', '# Passkeys fit too.\n')
  await ann.call('exploration.share', { push: true })
}

/** Finish stops, and next and status name the same step. */
async function stops(lab: Lab): Promise<{ command: string; done: string[] }> {
  const { blocked, next, done } = await lab.call('exploration.finish', {})
  expect(blocked).toBe(true)
  expect((await lab.call('flow.next', {})).next).toMatchObject({ command: next.command })
  expect((await lab.call('exploration.status', {})).next).toMatchObject({ command: next.command })
  return { command: next.command, done }
}

/** Takes the steps that `next` names; only the pull may end with a failure, since it stops at conflicts. */
async function followToTheEnd(lab: Lab): Promise<string[]> {
  const taken: string[] = []
  for (;;) {
    const { state, next } = await lab.call('flow.next', {})
    if (state === 'idle') return taken
    expect(taken.length, taken.join('\n')).toBeLessThan(12)
    taken.push(next.command)
    await carryOut(lab, next.command).catch(error => {
      if (next.command !== PULL || !lab.read('.sow/project/state.yaml').includes('<<<<<<<')) throw error
    })
  }
}

function expectBoth(bob: Lab, bare: string): void {
  const archive = '.sow/archive/auth-approaches'
  expect(bob.read(`${archive}/events.jsonl`)).toContain('002 added: Passkeys')
  expect(bob.read(`${archive}/findings/002.md`)).toContain('Passkeys fit too.')
  const pushed = git({ root: bare }, 'ls-tree', '-r', '--name-only', BRANCH)
  expect(pushed).not.toContain('.sow/project/')
  expect(pushed).toMatch(/^\.sow\/knowledge\/explorations\/auth-approaches-.+\.md$/m)
}

test('what somebody else pushed is merged before the commit that takes the working folder off the branch', async () => {
  await using people = await openPeople()
  const { ann, bob, bare } = people
  await pushMore(ann)
  const { command, done } = await stops(bob)
  expect(command).toBe('furrow explore share')
  expect(done.filter(line => line.startsWith('Commit'))).toEqual([])
  expect(git(bob, 'ls-files', '.sow/project')).toContain('.sow/project/state.yaml')
  expect((await followToTheEnd(bob)).slice(0, 2)).toEqual([command, PULL])
  expectBoth(bob, bare)
})

test('what somebody else pushed after that commit is merged by the steps that next names', async () => {
  await using people = await openPeople()
  const { ann, bob, bare } = people
  // A remote that is away for a moment: the commit is made, and the push comes after that of Ann.
  fs.renameSync(bare, `${bare}.moved`)
  const first = await stops(bob)
  expect(first.done.some(line => line.startsWith('Commit the published documents'))).toBe(true)
  fs.renameSync(`${bare}.moved`, bare)
  await pushMore(ann)
  const { command } = await stops(bob)
  expect(command).toBe('furrow explore share')
  expect((await followToTheEnd(bob)).slice(0, 2)).toEqual([command, PULL])
  expectBoth(bob, bare)
})

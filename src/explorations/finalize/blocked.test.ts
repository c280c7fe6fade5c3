import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { finalizing, git, withRemote } from '../../../tests/support/explorations.ts'
import { carryOut, followNext } from '../../../tests/support/follow-next.ts'
import { shellWords } from '../../shared/shell/shell-words.ts'

const BRANCH = 'explore/auth-approaches'

async function ready(lab: Lab): Promise<string> {
  const bare = withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await finalizing(lab)
  return bare
}

/** Finish stops, and finish, next and status all name the same step. */
async function stops(lab: Lab): Promise<{ command: string; says: string; done: string[] }> {
  const { blocked, next, done } = await lab.call('exploration.finish', {}, agent)
  expect(blocked).toBe(true)
  expect((await lab.call('flow.next', {})).next).toMatchObject({ command: next.command })
  expect((await lab.call('exploration.status', {})).next).toMatchObject({ command: next.command })
  return { command: next.command, says: next.says, done }
}

test('a name that is taken: next publishes under a free one', async () => {
  await using lab = await openLab()
  await ready(lab)
  const { target } = await lab.call('exploration.plan', {})
  lab.write(target, 'Of another exploration.\n')
  expect(await lab.call('flow.next', {})).toMatchObject({
    next: { says: expect.stringContaining(`${target} is there already`), command: expect.stringContaining(' --as ') },
  })
  expect((await stops(lab)).command).toMatch(/^furrow agent finalize --apply --as auth-approaches-[\d-]+$/)
  await followNext(lab)
  expect(lab.read(target)).toBe('Of another exploration.\n')
  expect(lab.list('.sow/archive')).toEqual(['auth-approaches'])
})

test('a lock that a killed git has left: next removes it', async () => {
  await using lab = await openLab()
  await ready(lab)
  const lock = path.join(lab.root, '.git/index.lock')
  fs.writeFileSync(lock, '')
  const { command, says } = await stops(lab)
  expect(command).toBe(`rm -- ${lock}`)
  expect(says).toContain('another git is at work, or one was killed and left it')
  fs.rmSync(lock)
  await followNext(lab)
  expect(lab.list('.sow/archive')).toEqual(['auth-approaches'])
})

test('an approval that is not in the log of this machine: next is to approve', async () => {
  await using lab = await openLab()
  await ready(lab)
  await using other = await openLab()
  withRemote(other, path.join(path.dirname(other.root), 'remote.git'))
  git(other, 'switch', '-qc', BRANCH)
  fs.cpSync(path.join(lab.root, '.sow'), path.join(other.root, '.sow'), { recursive: true })
  expect((await stops(other)).command).toBe('furrow agent artifact approve summary.md')
  await followNext(other)
  expect(other.list('.sow/archive')).toEqual(['auth-approaches'])
})

test('a remote that has more: next pulls before anything is committed, and the push goes through', async () => {
  await using lab = await openLab()
  await using other = await openLab()
  const bare = await ready(lab)
  git(lab, 'push', '-q', bare, `main:${BRANCH}`)
  git(other, 'pull', '-q', bare, BRANCH)
  other.write('more.md', 'More.\n')
  git(other, 'add', 'more.md')
  git(other, '-c', 'user.name=Bob', '-c', 'user.email=bob@example.org', 'commit', '-qm', 'more')
  git(other, 'push', '-q', bare, `HEAD:${BRANCH}`)
  const { command, done } = await stops(lab)
  expect(command).toBe(`git pull --no-rebase --no-edit origin ${BRANCH}`)
  expect(done.filter(line => line.startsWith('Commit the published documents'))).toEqual([])
  expect(await lab.refusal('exploration.finalize', { apply: true })).toMatchObject({ code: 'blocked', fix: command })
  await followNext(lab)
  expect(git({ root: bare }, 'ls-tree', '--name-only', BRANCH)).toContain('more.md')
})

test('a remote that is gone: next leaves the push out, and with another address it is made', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  fs.renameSync(bare, `${bare}.moved`)
  const { command, says } = await stops(lab)
  expect(shellWords(command)?.slice(0, 4)).toEqual(['furrow', 'explore', 'skip', '005'])
  expect(says).toContain('git remote set-url origin')
  const { revision } = await lab.call('exploration.status', {})
  await stops(lab)
  expect((await lab.call('exploration.status', {})).revision).toBe(revision)
  fs.renameSync(`${bare}.moved`, bare)
  expect((await lab.call('flow.next', {})).next.command).toBe('furrow explore finish')
  fs.renameSync(bare, `${bare}.moved`)
  git(lab, 'remote', 'set-url', '--push', 'origin', `${bare}.moved`)
  expect((await lab.call('flow.next', {})).next.command).toBe('furrow explore finish')
  git(lab, 'remote', 'set-url', '--push', 'origin', bare)
  await carryOut(lab, command)
  await followNext(lab)
  expect(lab.list('.sow/archive')).toEqual(['auth-approaches'])
})

test('a host that cannot be reached: the reason says so, and next leaves the push out', async () => {
  await using lab = await openLab()
  await ready(lab)
  git(lab, 'remote', 'set-url', '--push', 'origin', 'http://127.0.0.1:1/team/shop.git')
  const { command, says } = await stops(lab)
  expect(says).toContain('origin cannot be reached now')
  expect(command).toMatch(/^furrow explore skip 005 /)
})

test('share says what a push that failed needs', async () => {
  await using lab = await openLab()
  const bare = withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await lab.call('exploration.start', { title: 'Which authentication?', name: 'auth-approaches' })
  fs.rmSync(bare, { recursive: true })
  expect(await lab.refusal('exploration.share', { push: true })).toMatchObject({
    code: 'failed',
    message: expect.stringContaining('origin is not a repository any more'),
    fix: 'git remote --verbose',
  })
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { exploring, finalizing, git, withRemote } from '../../../tests/support/explorations.ts'

const BRANCH = 'explore/auth-approaches'

async function ready(lab: Lab): Promise<string> {
  const bare = withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  git(lab, 'push', '-q', 'origin', 'main')
  await finalizing(lab)
  return bare
}

test('finish after the end says what was done, and stays not_found where nothing was finished', async () => {
  await using lab = await openLab()
  await ready(lab)
  const first = await lab.call('exploration.finish', {}, agent)
  expect(first).toMatchObject({ blocked: false, archive: '.sow/archive/auth-approaches' })
  const again = await lab.call('exploration.finish', {}, agent)
  expect(again).toMatchObject({ name: 'auth-approaches', state: 'Completed', blocked: false, archive: first.archive })
  expect(again.done).toContain(`Push the branch: origin/${BRANCH}`)
  expect(again.done.at(-1)).toBe('archived in .sow/archive/auth-approaches')
  git(lab, 'switch', '-q', 'main')
  expect(await lab.refusal('exploration.finish', {})).toMatchObject({ code: 'not_found' })
})

test('an exploration that was given up is not finished', async () => {
  await using lab = await openLab()
  await exploring(lab)
  await lab.call('exploration.abandon', { reason: 'Cancelled.' })
  expect(await lab.refusal('exploration.finish', {})).toMatchObject({ code: 'not_found' })
})

test('two calls of finish at once both come to the end', async () => {
  await using lab = await openLab()
  await ready(lab)
  const both = await Promise.all([lab.call('exploration.finish', {}), lab.call('exploration.finish', {}, agent)])
  for (const { blocked, reasons } of both) expect({ blocked, reasons }).toEqual({ blocked: false, reasons: [] })
  expect(lab.list('.sow/archive')).toEqual(['auth-approaches'])
})

test('what was merged and whose branch was removed on the remote is not pushed again', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  await lab.call('exploration.finalize', { apply: true })
  git(lab, 'push', '-q', 'origin', `${BRANCH}:main`, `:${BRANCH}`)
  git(lab, 'fetch', '-q', '--prune', bare, '+refs/heads/*:refs/remotes/origin/*')
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: false })
  expect(git({ root: bare }, 'branch', '--format=%(refname:short)').trim()).toBe('main')
})

test('a push that is made again is told', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  await lab.call('exploration.finalize', { apply: true })
  git(lab, 'push', '-q', 'origin', `:${BRANCH}`)
  git(lab, 'fetch', '-q', '--prune', bare, '+refs/heads/*:refs/remotes/origin/*')
  expect((await lab.call('exploration.finish', {})).done).toContain(`Push the branch: origin/${BRANCH}`)
})

test('after a push that the remote refused the step is to push again, and says how to leave it out', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  const hook = path.join(bare, 'hooks/pre-receive')
  fs.mkdirSync(path.dirname(hook), { recursive: true })
  fs.writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const { reasons, next, person } = await lab.call('exploration.finish', {})
  expect(person).toBeUndefined()
  expect(reasons[0]?.message).toMatch(/pre-receive hook declined/)
  for (const step of [next, (await lab.call('flow.next', {})).next])
    expect(step).toMatchObject({
      command: 'furrow explore finish',
      says: expect.stringContaining("`furrow explore skip 005 --reason 'origin refused the push'`"),
      tool: { name: 'exploration', arguments: { action: 'finish' } },
    })
  fs.rmSync(hook)
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: false })
})

test('leaving out a push over MCP is a whole call', async () => {
  await using lab = await openLab()
  const bare = await ready(lab)
  fs.rmSync(bare, { recursive: true })
  const { next } = await lab.call('exploration.finish', {})
  expect(next.tool).toMatchObject({
    name: 'exploration_finalize',
    arguments: { action: 'skip', id: '005', reason: expect.stringMatching(/^origin is not a repository/) },
  })
})

test('a name whose branch an earlier exploration ended on gets a fix that works', async () => {
  await using lab = await openLab()
  withRemote(lab)
  await exploring(lab)
  await lab.call('exploration.abandon', { reason: 'Dull.' })
  const again = { title: "Auth, but it's new", name: 'auth-approaches' }
  const fix = `furrow explore start 'Auth, but it'\\''s new' --name auth-approaches-2`
  expect(await lab.refusal('exploration.start', again)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('--here'),
    fix,
  })
  git(lab, 'switch', '-q', 'main')
  expect(await lab.refusal('exploration.start', again)).toMatchObject({ code: 'conflict', fix })
  await lab.call('exploration.start', { ...again, name: 'auth-approaches-2' })
})

test('what was asked for an exploration ends with it', async () => {
  await using lab = await openLab()
  await exploring(lab)
  await lab.app.call('exploration.research', {}, { actor: agent })
  expect((await lab.call('request.list', {})).requests).toHaveLength(1)
  await lab.call('exploration.abandon', { reason: 'Cancelled.' })
  expect((await lab.call('request.list', {})).requests.filter(({ status }) => status === 'pending')).toEqual([])
})

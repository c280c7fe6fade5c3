import { expect, test } from 'vitest'
import { GIT_IDENTITY, identityRequest, withGitIdentity } from './git-identity.ts'
import { Problem } from './problem.ts'

const unknownAuthor = new Problem({ code: 'failed', message: 'git commit failed', target: GIT_IDENTITY })

/** A write that succeeds once git has a name. */
function commit() {
  const git = { hasName: false, tries: 0 }
  const write = async () => {
    git.tries++
    if (!git.hasName) throw unknownAuthor
    return 'committed'
  }
  return { git, write }
}

test('a write that lacks a git identity is carried out again once it is set', async () => {
  const { git, write } = commit()
  const done = withGitIdentity(write)
  await expect.poll(() => identityRequest.get()).toBeDefined()
  git.hasName = true
  identityRequest.get()?.answer(true)
  expect(await done).toBe('committed')
  expect(git.tries).toBe(2)
  expect(identityRequest.get()).toBeUndefined()
})

test('without an answer the refusal is what it was', async () => {
  const { git, write } = commit()
  await expect(withGitIdentity(write, async () => false)).rejects.toBe(unknownAuthor)
  expect(git.tries).toBe(1)
})

test('an answer that stopped for a git identity is a refusal too', async () => {
  const stopped = { blocked: true, reasons: [{ code: 'failed', message: 'git commit failed', ids: [GIT_IDENTITY] }] }
  const answers = [stopped, { blocked: false, reasons: [] }]
  expect(
    await withGitIdentity(
      async () => answers.shift(),
      async () => true,
    ),
  ).toEqual({ blocked: false, reasons: [] })
  const refused = withGitIdentity(
    async () => stopped,
    async () => false,
  )
  await expect(refused).rejects.toMatchObject({ body: { message: 'git commit failed', target: GIT_IDENTITY } })
})

test('two writes wait for one answer, and other refusals ask nothing', async () => {
  const [one, other] = [commit(), commit()]
  const both = Promise.all([withGitIdentity(one.write), withGitIdentity(other.write)])
  await expect.poll(() => identityRequest.get()).toBeDefined()
  for (const { git } of [one, other]) git.hasName = true
  identityRequest.get()?.answer(true)
  expect(await both).toEqual(['committed', 'committed'])
  const refused = new Problem({ code: 'blocked', message: 'not yet' })
  await expect(withGitIdentity(() => Promise.reject(refused))).rejects.toBe(refused)
})

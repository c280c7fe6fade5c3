import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../lab.ts'
import { answering, runTty } from '../support/cli.ts'
import { git } from '../support/explorations.ts'

const BRANCH = 'explore/sign-on'
const STATE = '.sow/project/state.yaml'
const EVENTS = '.sow/project/events.jsonl'

/** Two people who share nothing but a remote: each has a home, a clone and a name of their own. */
async function openPeople() {
  const [ann, bob] = [await openLab(), await openLab()]
  const bare = path.join(path.dirname(ann.root), 'remote.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare])
  for (const [lab, name] of [[ann, 'Ann'] as const, [bob, 'Bob'] as const]) {
    git(lab, 'config', 'user.name', name)
    git(lab, 'config', 'user.email', `${name.toLowerCase()}@example.org`)
    git(lab, 'remote', 'add', 'origin', bare)
  }
  ann.write('readme.md', '# Shop\n')
  git(ann, 'add', 'readme.md')
  git(ann, 'commit', '-qm', 'first')
  git(ann, 'push', '-q', '-u', 'origin', 'main')
  git(bob, 'fetch', '-q')
  git(bob, 'switch', '-q', 'main')
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

async function resolve(lab: Lab, id: string, text: string): Promise<void> {
  lab.write(`.sow/project/findings/${id}.md`, `# ${text}\n`)
  await lab.call('exploration.task_update', {
    id,
    status: 'completed',
    outcome: text,
    refs: [`findings/${id}.md`],
  })
}

const topicsIn = async (lab: Lab) => (await lab.call('exploration.task_list', {})).tasks
const who = async (lab: Lab) =>
  new Set((await lab.call('exploration.log', { limit: 100 })).events.map(({ actor }) => actor.name ?? actor.id))

test('two people with two homes and two clones take turns, with a conflict; nothing is lost, nothing is approved by the wrong hand', async () => {
  await using people = await openPeople()
  const { ann, bob, bare } = people

  await ann.call('exploration.start', { title: 'How could we add single sign-on?', name: 'sign-on' })
  await ann.call('exploration.task_create', { name: 'OAuth', also: ['SAML', 'Passkeys'] })
  await resolve(ann, '001', 'The device flow fits.')
  await ann.call('exploration.share', { push: true })

  // Bob goes on from nothing but the branch.
  git(bob, 'fetch', '-q')
  git(bob, 'switch', '-q', BRANCH)
  const { text } = await bob.call('exploration.brief', {})
  expect(text).toMatch(/ Ann: 001 completed/)
  await resolve(bob, '002', 'SAML is for later.')
  await bob.call('exploration.note', { text: 'Who pays for it?', kind: 'question' })
  await bob.call('exploration.share', { push: true })

  // Ann worked on at the same time; her push is refused, nothing is forced.
  await resolve(ann, '003', 'Passkeys beside it.')
  const refused = await ann.refusal('exploration.share', { push: true })
  expect(refused).toMatchObject({ code: 'failed', fix: `git pull --no-rebase --no-edit origin ${BRANCH}` })
  expect(git({ root: bare }, 'show', `${BRANCH}:${STATE}`)).toContain('SAML is for later.')
  expect(() => git(ann, 'pull', '-q', '--no-rebase', 'origin', BRANCH)).toThrow()
  expect(ann.read(STATE)).toContain('<<<<<<<')
  const damaged = await ann.refusal('exploration.task_list', {})
  expect(damaged).toMatchObject({ code: 'damaged', target: STATE })

  // She takes his state and both logs, and does her step again: her finding is where it was.
  git(ann, 'checkout', '-q', '--theirs', STATE)
  ann.write(EVENTS, ann.read(EVENTS).replace(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, ''))
  git(ann, 'add', '.sow/project')
  git(ann, 'commit', '-qm', 'merge')
  expect((await ann.call('exploration.status', {})).next.command).toBe('furrow explore adopt')
  const adopted = await ann.call('exploration.adopt', {})
  expect(adopted.changes).toContain('003 was completed by Ann and is not in it; do that step again')
  expect(adopted.next.command).toBe('furrow agent task update 003 --status completed --outcome ...')
  await resolve(ann, '003', 'Passkeys beside it.')
  await ann.call('exploration.share', { push: true })
  git(bob, 'pull', '-q', '--ff-only', 'origin', BRANCH)
  for (const lab of [ann, bob]) {
    expect((await topicsIn(lab)).map(({ outcome }) => outcome)).toEqual([
      'The device flow fits.',
      'SAML is for later.',
      'Passkeys beside it.',
    ])
    expect(lab.list('.sow/project/findings')).toEqual(['001.md', '002.md', '003.md'])
    expect((await lab.call('exploration.brief', {})).text).toContain('Who pays for it?')
    expect(await who(lab)).toEqual(new Set(['Ann', 'Bob']))
  }

  // Bob summarizes and approves at his terminal, as Bob.
  await bob.call('exploration.advance', {})
  bob.write('.sow/project/summary.md', '# Sign-on\n\nThe device flow.\n')
  await bob.call('exploration.finish', {}, agent)
  const typed = await runTty(bob, ['agent', 'artifact', 'approve', 'summary.md'], { watch: answering(['Go on?', 'y']) })
  expect(typed.stdout).toContain('approved by Bob')
  await bob.call('exploration.share', { push: true })

  // On Ann's machine nobody has approved anything: her agent stops, whatever the file says.
  git(ann, 'pull', '-q', '--ff-only', 'origin', BRANCH)
  expect(ann.read(STATE)).toContain('by: Bob')
  const [summary] = (await ann.call('artifact.list', { kind: 'summary' })).artifacts
  expect(summary).toMatchObject({ standing: 'unlogged', approval: { by: 'Bob' } })
  const stopped = await ann.call('exploration.finish', {}, agent)
  expect(stopped).toMatchObject({ state: 'Summarizing', blocked: true, person: { request: expect.any(String) } })
  expect(await ann.refusal('exploration.complete', {}, agent)).toMatchObject({ code: 'blocked' })
  await ann.call('request.confirm', { id: stopped.person?.request ?? '' })
  const [again] = (await ann.call('artifact.list', { kind: 'summary' })).artifacts
  expect(again).toMatchObject({ standing: 'approved', approval: { by: 'Ann' } })

  const end = await ann.call('exploration.finish', {}, agent)
  expect(end).toMatchObject({ state: 'Completed', blocked: false })
  const pushed = git({ root: bare }, 'ls-tree', '-r', '--name-only', BRANCH).trim().split('\n')
  expect(pushed.filter(file => file.startsWith('.sow/project/'))).toEqual([])
  expect(pushed.some(file => /^\.sow\/knowledge\/explorations\/sign-on-.+\.md$/.test(file))).toBe(true)
  git(bob, 'pull', '-q', '--ff-only', 'origin', BRANCH)
  expect(fs.existsSync(path.join(bob.root, STATE))).toBe(false)
  expect((await bob.call('exploration.list', {})).projects).toEqual([])
})

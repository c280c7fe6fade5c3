import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../tests/lab.ts'
import { addSummaries, finalizing, git, summarizing, withRemote } from '../../tests/support/explorations.ts'
import { revisionOf } from '../store/files/files.ts'

const STATE = '.sow/project/state.yaml'
const EVENTS = '.sow/project/events.jsonl'
const APPROVE = 'furrow agent artifact approve summary.md'
const UNLOGGED =
  'summary.md is approved in state.yaml, but this approval is not in the log of this machine; approve it again'

const refused = {
  code: 'blocked',
  fix: APPROVE,
  details: {
    reasons: expect.arrayContaining([
      expect.objectContaining({ code: 'approval_unlogged', message: UNLOGGED, fix: APPROVE }),
    ]),
  },
}

/** What whoever can write the worktree can put there. */
function forge(lab: Lab): void {
  const content = revisionOf(Buffer.from(lab.read('.sow/project/summary.md')))
  const approval = `approval: { by: person, at: '2026-01-01T00:00:00.000Z', content: ${content} }`
  lab.write(STATE, lab.read(STATE).replace(/^( *)- path: summary\.md$/m, `$&\n$1  ${approval}`))
}

test('an approval that was written into state.yaml counts for nothing, and is named', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  forge(lab)
  const { artifacts } = await lab.call('exploration.status', {})
  expect(artifacts).toMatchObject([{ path: 'summary.md', standing: 'unlogged', approval: { by: 'person' } }])
  expect(await lab.refusal('exploration.complete', {})).toMatchObject(refused)
  expect((await lab.call('exploration.brief', {})).text).toContain('not in the log of this machine; pending approval')
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect(await lab.call('exploration.complete', {})).toMatchObject({ state: 'Finalizing' })
})

test.each([
  ['rejected', (lab: Lab) => lab.call('artifact.reject', { path: 'summary.md', note: 'No costs.' })],
  ['voided by going back to research', (lab: Lab) => lab.call('exploration.reopen', { reason: 'No costs.' })],
  ['undone', (lab: Lab) => lab.call('store.undo', {})],
])('an approval that was %s cannot be put back by its text', async (_, takeBack) => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  const [state, events] = [lab.read(STATE), lab.read(EVENTS)]
  await takeBack(lab)
  lab.write(STATE, state)
  lab.write(EVENTS, events)
  expect(await lab.refusal('exploration.complete', {})).toMatchObject(refused)
})

test('only the operation that a person decides with says in the log that something is approved', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  forge(lab)
  const content = revisionOf(Buffer.from(lab.read('.sow/project/summary.md')))
  await lab.app.within('exploration.advance', { actor: agent }, call =>
    call.store.transact(call, tx => {
      tx.create('note.txt', 'Something\n')
      tx.describe(`exploration auth-approaches: summary.md approved (SHA-256 ${content})`)
    }),
  )
  expect(await lab.refusal('exploration.complete', {})).toMatchObject(refused)
})

test('on another machine a person approves again with one command, and the project goes on', async () => {
  await using lab = await openLab()
  await using other = await openLab()
  withRemote(lab)
  withRemote(other)
  await finalizing(lab)
  const { branch } = await lab.call('exploration.status', {})
  git(other, 'switch', '-qc', branch)
  for (const file of [STATE, EVENTS, '.sow/project/summary.md']) other.write(file, lab.read(file))
  expect(await other.call('exploration.plan', {})).toMatchObject({
    reasons: expect.arrayContaining([expect.objectContaining({ code: 'approval_unlogged', fix: APPROVE })]),
  })
  expect(await other.refusal('exploration.finalize', { apply: true })).toMatchObject(refused)
  await other.call('artifact.approve', { path: 'summary.md' })
  const { steps } = await other.call('exploration.finalize', { apply: true })
  expect(steps.slice(0, 3).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  // Where nothing is to be given again, the state decides as ever.
  expect(await other.refusal('artifact.approve', { path: 'summary.md' })).toMatchObject({ code: 'blocked' })
})

test('a step that state.yaml calls done does not take another text past the approval', async () => {
  await using lab = await openLab()
  withRemote(lab)
  await finalizing(lab)
  const { target } = await lab.call('exploration.plan', {})
  const forged = '# Something else\n'
  lab.write(target, forged)
  const published = `published: [{ from: .sow/project/summary.md, path: ${target}, content: ${revisionOf(Buffer.from(forged))} }]`
  const text = lab.read(STATE).replace('published: []', published)
  lab.write(
    STATE,
    text.replace(
      /(action: publish\n(?: .*\n)*? +)status: pending|status: pending(\n(?: .*\n)*? +action: publish)/,
      (_, before, after) => (before === undefined ? `status: completed${after}` : `${before}status: completed`),
    ),
  )
  expect(await lab.refusal('exploration.finalize', { apply: true })).toMatchObject({
    code: 'blocked',
    details: { reasons: [expect.objectContaining({ code: 'not_as_approved', ids: [target] })] },
  })
  expect(git(lab, 'log', '--format=%s').trim()).toBe('first')
})

test('a yes to a request is for the text that was shown, and an older one of several is noticed too', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md', 'costs.md')
  const asked = { path: 'summary.md', also: ['costs.md'] }
  const { details } = await lab.refusal('artifact.approve', asked, agent)
  const id = String(details?.['request'])
  const { shown, about } = await lab.call('request.show', { id })
  const text = lab.read('.sow/project/costs.md')
  expect(about).toContain(text.trim().split('\n')[0])
  lab.write('.sow/project/costs.md', '# Another text\n\nNobody has seen it.\n')
  expect(await lab.refusal('request.confirm', { id, shown })).toMatchObject({
    code: 'conflict',
    fix: `furrow request show ${id}`,
  })
  expect(await lab.call('request.show', { id })).toMatchObject({ status: 'pending' })
  lab.write('.sow/project/costs.md', text)
  expect(await lab.call('request.confirm', { id, shown })).toMatchObject({ status: 'confirmed' })
})

test('each of several documents is approved as it was shown, or none of them', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md', 'costs.md')
  const both = { path: 'summary.md', also: ['costs.md'] }
  const { shown: revision } = await lab.call('artifact.show', both)
  lab.write('.sow/project/costs.md', '# Another text\n\nNobody has seen it.\n')
  expect(await lab.refusal('artifact.approve', { ...both, revision })).toMatchObject({
    code: 'stale_revision',
    target: 'costs.md',
  })
  const { artifacts } = await lab.call('exploration.status', {})
  expect(artifacts.map(({ approval }) => approval)).toEqual([undefined, undefined])
})

test('an older log that somebody puts back brings no decision back, and doctor names it', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  const { folder } = lab.app.store
  lab.app.store.makeWay()
  const [state, events] = [lab.read(STATE), lab.read(EVENTS)]
  const older = fs
    .readdirSync(folder)
    .filter(name => name.startsWith('state.db'))
    .map(name => [path.join(folder, name), fs.readFileSync(path.join(folder, name))] as const)
  await lab.call('artifact.reject', { path: 'summary.md', note: 'No costs.' })
  lab.app.store.makeWay()
  for (const [file, bytes] of older) fs.writeFileSync(file, bytes)
  lab.write(STATE, state)
  lab.write(EVENTS, events)
  expect(await lab.refusal('exploration.complete', {})).toMatchObject(refused)
  expect(lab.app.store.checkLog().damage).toEqual([expect.stringMatching(/^1 entry is missing at the end of the log/)])
})

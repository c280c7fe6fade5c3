import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../tests/lab.ts'

test('a damaged manifest is one error row, with its path, and hides nothing else', async () => {
  await using lab = await openLab()
  await lab.call('feature.create', { title: 'Sign-on' })
  lab.write('.sdlc/features/half/manifest.yaml', 'title: [\n')
  lab.write('.sdlc/ponders/half/manifest.yaml', 'title: 4\n')
  const { phases, problems } = await lab.call('board.list', {})
  expect(phases.flatMap(({ features }) => features.map(({ id }) => id))).toEqual(['sign-on'])
  expect(problems.map(({ path }) => path)).toEqual([
    '.sdlc/features/half/manifest.yaml',
    '.sdlc/ponders/half/manifest.yaml',
  ])
  expect((await lab.call('board.next', {})).feature).toBe('sign-on')
  const { needs } = await lab.call('workspace.status', {})
  expect(needs).toContainEqual(expect.objectContaining({ title: '.sdlc/features/half/manifest.yaml cannot be read' }))
})

test('a file in the place of a folder is a problem of the board and of its list, never an empty board', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/features', 'x\n')
  const problem = { kind: 'feature', path: '.sdlc/features', message: expect.stringContaining('.sdlc/features') }
  expect((await lab.call('board.list', {})).problems).toEqual([expect.objectContaining(problem)])
  const list = await lab.call('feature.list', {})
  expect(list.problems).toEqual([expect.objectContaining(problem)])
  const { needs } = await lab.call('workspace.status', {})
  expect(needs).toContainEqual(expect.objectContaining({ title: '.sdlc/features cannot be read' }))
})

test('the current feature is in the status, with its next action, until it is released or gone', async () => {
  await using lab = await openLab()
  await lab.call('feature.create', { title: 'Sign-on' })
  expect(await lab.call('workspace.status', {})).not.toHaveProperty('feature')
  await lab.call('feature.use', { id: 'sign-on' })
  const { feature } = await lab.call('workspace.status', {})
  expect(feature).toMatchObject({ id: 'sign-on', phase: 'draft', next: { says: 'Write spec of sign-on.' } })
  fs.rmSync(path.join(lab.root, '.sdlc/features/sign-on'), { recursive: true })
  expect(await lab.call('workspace.status', {})).not.toHaveProperty('feature')
})

test('the stages of a linked change stand for the artifacts of its feature, and are not written twice', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'feature', size: 'medium', description: 'Add sign-on' })
  await lab.call('feature.create', { title: 'Sign-on' })
  await lab.call('feature.link', { id: 'sign-on', change: 'add-sign-on' })
  const stateOf = async (name: string) =>
    (await lab.call('feature.show', { id: 'sign-on' })).artifacts.find(artifact => artifact.name === name)?.state
  expect(await stateOf('spec')).toBe('missing')
  for (let n = 0; n < 6 && (await stateOf('spec')) === 'missing'; n += 1) {
    await lab.call('context.check', {})
    await lab.call('change.advance', { content: `A text about signing on that says enough: ${n}.` })
  }
  expect(await stateOf('spec')).toBe('by_change')
  const again = { id: 'sign-on', artifact: 'spec', content: 'Twice.' }
  expect((await lab.refusal('feature.write', again, agent)).code).toBe('conflict')
  expect((await lab.call('feature.advance', { id: 'sign-on' })).phase).toBe('specified')
})

test('an approval is for the text that was seen', async () => {
  await using lab = await openLab()
  await lab.call('feature.create', { title: 'Sign-on', spec: 'One.' })
  const { revision } = await lab.call('feature.artifact', { id: 'sign-on', artifact: 'spec' })
  await lab.call('feature.write', { id: 'sign-on', artifact: 'spec', content: 'Two.' })
  const wish = { id: 'sign-on', artifact: 'spec', revision }
  expect((await lab.refusal('feature.approve', wish)).code).toBe('stale_revision')
  await lab.call('feature.approve', { id: 'sign-on', artifact: 'spec' })
  lab.write('.sdlc/features/sign-on/spec.md', 'Three.\n')
  const { artifacts } = await lab.call('feature.show', { id: 'sign-on' })
  expect(artifacts[0]).toMatchObject({ name: 'spec', state: 'void' })
})

test('what a phase needs is what the project says', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'phases:\n  required_artifacts:\n    specified: []\n')
  await lab.call('feature.create', { title: 'Sign-on' })
  expect((await lab.call('feature.advance', { id: 'sign-on' })).phase).toBe('specified')
  lab.write('.sdlc/config.yaml', 'phases:\n  required_artifacts:\n    nowhere: []\n')
  expect((await lab.refusal('feature.show', { id: 'sign-on' })).code).toBe('damaged')
})

test('an approval counts only as the last decision on that text in the log of this machine', async () => {
  await using lab = await openLab()
  const card = '.sdlc/features/sign-on/manifest.yaml'
  const spec = async () => (await lab.call('feature.show', { id: 'sign-on' })).artifacts[0]
  const wish = { id: 'sign-on', artifact: 'spec' as const }
  await lab.call('feature.create', { title: 'Sign-on', spec: 'One.' })
  await lab.call('feature.approve', wish)
  const approved = lab.read(card)
  expect(await spec()).toMatchObject({ state: 'approved' })
  await lab.call('feature.reject', { ...wish, reason: 'Too short.' })
  expect(await spec()).toMatchObject({ state: 'rejected' })
  lab.write(card, approved)
  expect(await spec()).toMatchObject({ state: 'unlogged' })
  const refusal = await lab.refusal('feature.advance', { id: 'sign-on' }, agent)
  expect(refusal).toMatchObject({ code: 'blocked', fix: 'furrow feature approve sign-on spec' })
  await lab.call('feature.approve', wish)
  expect((await lab.call('feature.advance', { id: 'sign-on' }, agent)).phase).toBe('specified')
})

test('a waiver that somebody wrote into the card, and one that rework took back, count for nothing', async () => {
  await using lab = await openLab()
  const card = '.sdlc/features/sign-on/manifest.yaml'
  const stateOf = async (name: string) =>
    (await lab.call('feature.show', { id: 'sign-on' })).artifacts.find(artifact => artifact.name === name)?.state
  await lab.call('feature.create', { title: 'Sign-on' })
  lab.write(card, lab.read(card).replace('artifacts: {}', 'artifacts: {spec: {status: waived, by: person}}'))
  expect(await stateOf('spec')).toBe('unlogged')
  expect((await lab.refusal('feature.advance', { id: 'sign-on' }, agent)).code).toBe('blocked')
  for (const artifact of ['spec', 'design', 'tasks', 'qa-plan', 'review'] as const)
    await lab.call('feature.waive', { id: 'sign-on', artifact, reason: 'Small.' })
  for (let n = 0; n < 5; n += 1) await lab.call('feature.advance', { id: 'sign-on' })
  const waived = lab.read(card)
  expect(await stateOf('review')).toBe('waived')
  await lab.call('feature.rework', { id: 'sign-on', phase: 'implementation', reason: 'Signing out fails.' })
  lab.write(card, waived)
  expect(await stateOf('review')).toBe('unlogged')
  expect(await stateOf('design')).toBe('waived')
})

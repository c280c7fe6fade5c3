import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { addSummaries, exploring, git, summarizing, withRemote } from '../../../tests/support/explorations.ts'

test('finish takes every step up to the approval, leaves one wish with the person, and then goes on to the archive', async () => {
  await using lab = await openLab()
  const bare = withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  await lab.call('exploration.start', { title: 'Which authentication?', name: 'auth-approaches' }, agent)
  await lab.call('exploration.task_create', { name: 'OAuth', also: ['Passkeys', 'SAML'] }, agent)
  for (const id of ['001', '002', '003'])
    await lab.call('exploration.task_update', { id, status: 'completed', outcome: 'It fits.' }, agent)
  for (const name of ['summary.md', 'costs.md']) lab.write(`.sow/project/${name}`, '# Text\n\n[c](costs.md)\n')
  await lab.call('artifact.add', { path: 'costs.md', kind: 'summary' }, agent)
  // What lies in the place of the overview is registered.
  await lab.call('artifact.add', { path: 'summary.md', kind: 'summary' }, agent)

  const stopped = await lab.call('exploration.finish', {}, agent)
  expect(stopped).toMatchObject({
    state: 'Summarizing',
    done: ['Active to Summarizing'],
    blocked: true,
    person: {
      says: 'A person reads costs.md, summary.md and approves them.',
      command: 'furrow agent artifact approve costs.md -- summary.md',
      request: expect.any(String),
    },
  })
  expect((await lab.call('exploration.finish', {}, agent)).person).toEqual(stopped.person)
  const requests = (await lab.call('request.list', {})).requests.filter(({ status }) => status === 'pending')
  expect(requests).toMatchObject([{ operation: 'artifact.approve', input: { path: 'costs.md', also: ['summary.md'] } }])

  const { id = '' } = requests[0] ?? {}
  const about = (await lab.call('request.show', { id })).about
  expect(about).toContain('**costs.md**')
  expect(about).toContain('**summary.md**')
  await lab.call('request.confirm', { id })
  expect((await lab.call('artifact.list', {})).artifacts.map(({ standing }) => standing)).toEqual([
    'approved',
    'approved',
  ])

  const end = await lab.call('exploration.finish', {}, agent)
  expect(end).toMatchObject({
    state: 'Completed',
    blocked: false,
    reasons: [],
    archive: '.sow/archive/auth-approaches',
  })
  expect(end.done[0]).toBe('Summarizing to Finalizing')
  expect(end.done.at(-1)).toBe('archived in .sow/archive/auth-approaches')
  expect(git({ root: bare }, 'log', '-1', '--format=%s', 'explore/auth-approaches').trim()).toBe(
    'docs: publish auth-approaches',
  )
  expect(lab.list('.sow')).toEqual(['archive', 'knowledge'])
})

test('3-58: finish begins the document that is missing, and asks nobody to approve an outline', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  const begun = await lab.call('exploration.finish', {}, agent)
  expect(begun).toMatchObject({ blocked: true, done: ['outline of a summary written to .sow/project/summary.md'] })
  expect(begun).not.toHaveProperty('person')
  expect(begun.reasons).toMatchObject([{ code: 'unwritten', ids: ['summary.md'] }])
  expect(begun.next).toMatchObject({ says: 'Fill in .sow/project/summary.md first.', command: 'furrow explore finish' })
  expect((await lab.call('request.list', {})).requests).toEqual([])
  lab.write('.sow/project/summary.md', '# Text\n\nWritten.\n')
  expect(await lab.call('exploration.finish', {}, agent)).toMatchObject({ person: { request: expect.any(String) } })
})

test('finish registers a summary that lies in its place, and says in Active what is open', async () => {
  await using lab = await openLab()
  await exploring(lab)
  const open = await lab.call('exploration.finish', {}, agent)
  expect(open).toMatchObject({ state: 'Active', done: [], blocked: true })
  expect(open.reasons[0]).toMatchObject({ code: 'tasks_unresolved', ids: ['001'] })
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  lab.write('.sow/project/summary.md', '# Text\n\nWritten.\n')
  expect(await lab.call('exploration.finish', {}, agent)).toMatchObject({
    done: ['Active to Summarizing', '.sow/project/summary.md registered as a summary'],
    person: { command: 'furrow agent artifact approve summary.md' },
  })
})

test('finish stops at a decision of a person during publishing, and names the command', async () => {
  await using lab = await openLab()
  withRemote(lab, 'ext::sh -c true')
  git(lab, 'remote', 'set-url', '--push', 'origin', 'ext::sh -c true')
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  const stopped = await lab.call('exploration.finish', {}, agent)
  expect(stopped).toMatchObject({ state: 'Finalizing', blocked: true })
  expect(stopped.person?.command).toMatch(/^furrow explore skip 005 --reason /)
  await lab.call('exploration.step_skip', { id: '005', reason: 'By hand.' })
  await lab.call('exploration.step_skip', { id: '006', reason: 'By hand.' })
  expect(await lab.call('exploration.finish', {}, agent)).toMatchObject({ state: 'Completed', blocked: false })
})

test('an exploration whose approved summary changed goes back before it is finished', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  lab.write('.sow/project/summary.md', '# Other\n')
  const stopped = await lab.call('exploration.finish', {}, agent)
  expect(stopped).toMatchObject({ state: 'Finalizing', blocked: true, done: [] })
  expect(stopped.next.command).toMatch(/^furrow agent revise /)
  expect(lab.list('.sow')).toEqual(['project'])
})

test('several documents are approved with one call, each as a decision of its own; one that cannot be stops all', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md', 'costs.md')
  lab.write('.sow/project/risks.md', '  \n')
  await lab.call('artifact.add', { path: 'risks.md' })
  const all = { path: 'summary.md', also: ['costs.md', 'risks.md'] }
  expect(await lab.refusal('artifact.approve', all)).toMatchObject({ code: 'blocked', message: 'risks.md is empty' })
  expect((await lab.call('artifact.list', {})).artifacts.map(({ standing }) => standing)).toEqual([
    'none',
    'none',
    'unwritten',
  ])
  lab.write('.sow/project/risks.md', '# Risks\n')
  await lab.call('artifact.approve', all)
  const { artifacts } = await lab.call('artifact.list', {})
  expect(artifacts.map(({ standing }) => standing)).toEqual(['approved', 'approved', 'approved'])
  const { events } = await lab.call('exploration.log', { limit: 3 })
  expect(events.map(({ summary }) => summary)).toEqual([
    'risks.md approved',
    'costs.md approved',
    'summary.md approved',
  ])
})

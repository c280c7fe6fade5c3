import { expect, test } from 'vitest'
import { isOver } from '../../src/runs/model.ts'
import { agent, openLab } from '../lab.ts'
import { ended, setUpAgent, until } from '../support/agents.ts'
import { exploring, git, withRemote } from '../support/explorations.ts'
import { proposes } from '../support/research.ts'

test('one agent per open topic is started, each in a worktree of its own with the brief of its topic', async () => {
  await using lab = await openLab()
  withRemote(lab)
  setUpAgent(lab)
  await exploring(lab, ['OAuth', 'SAML', 'Passkeys'])
  await lab.call('exploration.task_update', { id: '003', status: 'completed', outcome: 'Later.' })
  expect(await lab.refusal('exploration.research', {}, agent)).toMatchObject({ code: 'needs_person' })
  expect(await lab.refusal('exploration.research', { topics: ['009'] })).toMatchObject({ code: 'not_found' })
  const { started, project } = await lab.call('exploration.research', { unattended: true })
  expect(started.map(({ task }) => task)).toEqual(['001', '002'])
  expect(project.tasks.map(({ status }) => status)).toEqual(['in_progress', 'in_progress', 'completed'])
  const runs = await Promise.all(started.map(({ run }) => ended(lab, { id: run })))
  expect(new Set(runs.map(({ agent: part }) => part?.snapshot)).size).toBeGreaterThan(0)
  for (const [index, { agent: part }] of runs.entries()) {
    expect(part).toMatchObject({ profile: 'write', purpose: 'research', target: `auth-approaches/00${index + 1}` })
    expect(part?.prompt).toContain(`- Topic: 00${index + 1} ${['OAuth', 'SAML'][index]}`)
    expect(part?.prompt).toContain('# Exploration: auth-approaches')
  }
  const { proposals } = await until(async () => {
    const list = await lab.call('exploration.proposals', {})
    return list.proposals.every(({ standing }) => standing !== 'running') ? list : undefined
  }, 'the end of all runs')
  expect(proposals.map(({ task, standing }) => [task, standing])).toEqual([
    ['001', 'empty'],
    ['002', 'empty'],
  ])
  expect(runs.every(isOver)).toBe(true)
  expect(await lab.refusal('exploration.accept', { task: '001' })).toMatchObject({ code: 'invalid_state' })
})

test('findings come back as proposals; a person accepts each, and numbers of sources do not clash', async () => {
  await using lab = await openLab()
  withRemote(lab)
  await exploring(lab, ['OAuth', 'SAML'])
  lab.write('docs/a.md', 'one\ntwo\n')
  git(lab, 'add', 'docs')
  git(lab, 'commit', '-qm', 'docs')
  await proposes(lab, '001', 'docs/a.md:1', 'OAuth')
  await proposes(lab, '002', 'docs/a.md:2', 'SAML')
  const { proposals } = await lab.call('exploration.proposals', {}, agent)
  expect(proposals).toMatchObject([
    {
      task: '001',
      standing: 'ready',
      outcome: 'OAuth fits [s1].',
      confidence: 'medium',
      would_change: 'A cheaper one than [s1].',
      sources: [{ id: 's1', source: 'docs/a.md:1', standing: 'holds' }],
      findings: [{ path: 'findings/001-OAuth.md' }],
      warnings: [],
    },
    { task: '002', standing: 'ready', sources: [{ id: 's1', source: 'docs/a.md:2' }] },
  ])
  expect((await lab.call('exploration.status', {})).tasks.map(({ status }) => status)).toEqual(['pending', 'pending'])
  expect((await lab.call('flow.next', {})).next.command).toBe('furrow explore accept 001')
  expect(await lab.refusal('exploration.accept', { task: '001' }, agent)).toMatchObject({ code: 'needs_person' })
  await lab.call('exploration.accept', { task: '001' })
  const { project } = await lab.call('exploration.accept', { task: '002' })
  expect(project.tasks).toMatchObject([
    { status: 'completed', outcome: 'OAuth fits [s1].', sources: ['s1'], refs: ['findings/001-OAuth.md'] },
    { status: 'completed', outcome: 'SAML fits [s2].', sources: ['s2'], refs: ['findings/002-SAML.md'] },
  ])
  expect(project.tasks[1]?.would_change).toBe('A cheaper one than [s2].')
  expect(lab.read('.sow/project/findings/002-SAML.md')).toContain('- It fits. [s2]')
  expect(await lab.call('exploration.check', {})).toMatchObject({
    holds: true,
    sources: [
      { id: 's1', source: 'docs/a.md:1', standing: 'holds', task: '001' },
      { id: 's2', source: 'docs/a.md:2', standing: 'holds', task: '002' },
    ],
  })
  expect((await lab.call('exploration.proposals', {})).proposals.map(({ standing }) => standing)).toEqual([
    'accepted',
    'accepted',
  ])
  expect(await lab.refusal('exploration.accept', { task: '001' })).toMatchObject({ code: 'invalid_state' })
})

test('a proposal whose source has changed says so, and one that a person overwrote is not taken over', async () => {
  await using lab = await openLab()
  withRemote(lab)
  await exploring(lab, ['OAuth'])
  lab.write('docs/a.md', 'one\n')
  git(lab, 'add', 'docs')
  git(lab, 'commit', '-qm', 'docs')
  await proposes(lab, '001', 'docs/a.md:1', 'OAuth')
  lab.write('docs/a.md', 'other\n')
  const [proposal] = (await lab.call('exploration.proposals', { task: '001' })).proposals
  expect(proposal?.warnings).toEqual(['s1 (docs/a.md:1): docs/a.md does not say this any more.'])
  lab.write('.sow/project/findings/001-OAuth.md', 'My own words.\n')
  expect(await lab.refusal('exploration.accept', { task: '001' })).toMatchObject({ code: 'conflict' })
  expect(lab.read('.sow/project/findings/001-OAuth.md')).toBe('My own words.\n')
  expect((await lab.call('exploration.status', {})).tasks).toMatchObject([{ status: 'pending' }])
})

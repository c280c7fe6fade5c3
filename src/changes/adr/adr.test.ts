import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import { createApp } from '../../app/app.ts'
import { adrTitleKey } from './document.ts'

const ADR = {
  title: 'Use PostgreSQL over MongoDB',
  context: 'Orders have lines.',
  decision: 'PostgreSQL.',
  rationale: 'Joins.',
} as const

const start = (lab: Lab, description = 'New orders') =>
  lab.call('change.start', { type: 'feature', size: 'small', description })

test('seed 002 sdd_adr: with an active change the decision is in its folder, in change.json and in memory', async () => {
  await using lab = await openLab()
  await start(lab)
  const adr = await lab.call('adr.record', { ...ADR, alternatives_rejected: 'MongoDB: no joins.' })
  const file = 'sdd/changes/new-orders/adrs/ADR-001.md'
  expect(adr).toMatchObject({ id: 'ADR-001', status: 'accepted', path: file, change: 'new-orders', action: 'created' })
  expect(lab.read(file)).toContain('## Alternatives Rejected\n\nMongoDB: no joins.')
  expect(await lab.call('change.status', {})).toMatchObject({ adrs: ['ADR-001'] })
  expect(await lab.call('memory.get', { id: adr.memory.id ?? 0 })).toMatchObject({
    observation: { type: 'decision' },
  })
})

test('seed 002 Data Model: the file of a decision names every field of ADR', async () => {
  await using lab = await openLab({ clock: { now: () => Date.parse('2026-01-02T03:04:05Z') } })
  await start(lab)
  await lab.call('adr.record', { ...ADR, alternatives_rejected: 'MongoDB.' })
  expect(lab.read('sdd/changes/new-orders/adrs/ADR-001.md').split('\n')).toEqual([
    '# ADR-001: Use PostgreSQL over MongoDB',
    '',
    '- **Status:** accepted',
    '- **Change:** new-orders',
    '- **Created:** 2026-01-02T03:04:05.000Z',
    ...['Context', 'Orders have lines.', 'Decision', 'PostgreSQL.', 'Rationale', 'Joins.'].flatMap((text, index) =>
      index % 2 === 0 ? ['', `## ${text}`] : ['', text],
    ),
    '',
    '## Alternatives Rejected',
    '',
    'MongoDB.',
    '',
  ])
})

test('seed 002 sdd_adr: without an active change it is in memory only, and has no number', async () => {
  await using lab = await openLab()
  const adr = await lab.call('adr.record', ADR)
  expect(adr).toMatchObject({ action: 'created', memory: { topic_key: 'adr/workspace/use-postgresql-over-mongodb' } })
  expect([adr.id, adr.path]).toEqual([undefined, undefined])
  expect(lab.list('.').includes('sdd')).toBe(false)
})

test('adr.directory keeps decisions without a change, numbered on', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'adr:\n  directory: docs/adr/\n')
  lab.write('docs/adr/ADR-006.md', 'Somebody edited the heading away.\n')
  expect(await lab.call('adr.record', ADR)).toMatchObject({ id: 'ADR-007', path: 'docs/adr/ADR-007.md' })
  expect(lab.read('docs/adr/ADR-006.md')).toBe('Somebody edited the heading away.\n')
})

test('numbers go on across changes and the history', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', ADR)
  await lab.call('change.cancel', { id: 'new-orders' })
  await lab.call('change.archive', { id: 'new-orders' })
  await start(lab, 'Another')
  expect(await lab.call('adr.record', { ...ADR, title: 'Use Redis' })).toMatchObject({ id: 'ADR-002' })
})

test('seed 002 ADR-004: the same title with the same texts again changes the status', async () => {
  await using lab = await openLab()
  await start(lab)
  const first = await lab.call('adr.record', { ...ADR, status: 'proposed' })
  const second = await lab.call('adr.record', { ...ADR, title: 'use postgresql  over MongoDB!', status: 'accepted' })
  expect(second).toMatchObject({ id: 'ADR-001', action: 'updated', status: 'accepted', memory: first.memory })
  expect(lab.list('sdd/changes/new-orders/adrs')).toEqual(['ADR-001.md'])
})

test('an update keeps what it does not name, sections added by hand too', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', { ...ADR, alternatives_rejected: 'MongoDB: no joins.' })
  const file = 'sdd/changes/new-orders/adrs/ADR-001.md'
  lab.write(file, `${lab.read(file)}\n## Consequences\n\nOne more server.\n`)
  const before = lab.read(file)
  const updated = await lab.call('adr.record', { id: 'ADR-001', status: 'deprecated' })
  expect(updated).toMatchObject({ id: 'ADR-001', title: ADR.title, action: 'updated', status: 'deprecated' })
  expect(lab.read(file)).toBe(before.replace('**Status:** accepted', '**Status:** deprecated'))
})

test('a replaced decision says so in memory and ranks below its successor', async () => {
  await using lab = await openLab()
  await start(lab)
  const old = await lab.call('adr.record', ADR)
  const next = await lab.call('adr.record', { ...ADR, title: 'Use PostgreSQL 17', supersedes: 'ADR-001' })
  const { hits } = await lab.call('memory.search', { query: 'PostgreSQL over MongoDB', detail_level: 'full' })
  const found = hits.filter(({ type }) => type === 'decision')
  expect(found.map(({ id }) => id)).toEqual([next.memory.id, old.memory.id])
  expect(found[1]).toMatchObject({ marks: ['superseded'], content: expect.stringContaining('**Status:** superseded') })
})

test('decisions that are only in memory are listed, without a number, and update by their title', async () => {
  await using lab = await openLab()
  const first = await lab.call('adr.record', ADR)
  const again = await lab.call('adr.record', { title: ADR.title, status: 'deprecated' })
  expect(again).toMatchObject({ action: 'updated', status: 'deprecated', memory: first.memory })
  const { adrs, remembered } = await lab.call('adr.list', {})
  expect([adrs, remembered]).toEqual([[], [{ memory: first.memory.id, title: ADR.title, status: 'deprecated' }]])
  const { observation } = await lab.call('memory.get', { id: first.memory.id ?? 0 })
  expect(observation.content).toMatch(/^# Use PostgreSQL over MongoDB\n/)
})

test('two worktrees of one repository do not give the same number', async () => {
  await using lab = await openLab()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Lab', '-c', 'user.email=lab@localhost', ...args], { cwd: lab.root })
  git('commit', '--quiet', '--allow-empty', '--message=first')
  git('worktree', 'add', '--quiet', path.join(lab.root, '..', 'second'))
  await start(lab)
  await lab.call('adr.record', ADR)
  await using second = createApp({
    root: path.join(lab.root, '..', 'second'),
    env: lab.env,
    manifest: lab.app.manifest,
  })
  await second.call('change.start', { type: 'fix', size: 'small', description: 'Elsewhere' }, { actor: person })
  const outcome = await second.call('adr.record', { ...ADR, title: 'Another' }, { actor: person })
  expect(outcome).toMatchObject({ ok: true, value: { id: 'ADR-002' } })
})

test('the status of a change names its decisions', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', ADR)
  expect(await lab.call('change.status', {})).toMatchObject({
    decisions: [{ id: 'ADR-001', title: ADR.title, status: 'accepted' }],
  })
})

test('titles that differ only in what a slug loses are two decisions', async () => {
  await using lab = await openLab()
  await start(lab)
  const titles = [
    'Use C',
    'Use C++',
    'キャッシュを使う',
    'キューを使う',
    `${'Long '.repeat(20)}a`,
    `${'Long '.repeat(20)}b`,
  ]
  const ids = new Set<string | undefined>()
  const topics = new Set<string>()
  for (const title of titles) {
    const adr = await lab.call('adr.record', { ...ADR, title })
    ids.add(adr.id)
    topics.add(adr.memory.topic_key)
  }
  expect([ids.size, topics.size]).toEqual([titles.length, titles.length])
  expect(adrTitleKey('Use C')).toBe('use-c')
})

test('a decision that supersedes another is linked both ways, and stays so when either is updated', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', ADR)
  await lab.call('adr.record', { ...ADR, title: 'Use SQLite', supersedes: 'ADR-001' })
  await lab.call('adr.record', { id: 'ADR-002', rationale: 'One file.' })
  await lab.call('adr.record', { id: 'ADR-001', status: 'superseded', rationale: 'It was right then.' })
  const [old = '', young = ''] = ['ADR-001', 'ADR-002'].map(id => lab.read(`sdd/changes/new-orders/adrs/${id}.md`))
  expect(old).toContain('- **Status:** superseded\n')
  expect(old).toContain('- **Superseded by:** ADR-002')
  expect(young).toContain('- **Supersedes:** ADR-001')
})

test('superseding what is not there is refused, and nothing is written', async () => {
  await using lab = await openLab()
  await start(lab)
  expect(await lab.refusal('adr.record', { ...ADR, supersedes: 'ADR-009' })).toMatchObject({ code: 'not_found' })
  expect(lab.list('sdd/changes/new-orders')).toEqual(['change.json'])
})

test.each(['title', 'context', 'decision', 'rationale'] as const)('seed 002 sdd_adr: %s is required', async field => {
  await using lab = await openLab()
  const refused = await lab.refusal('adr.record', { ...ADR, [field]: ' ' })
  expect(refused).toMatchObject({ code: 'usage', target: field })
})

test('seed 002 sdd_adr: a status that is none is refused with those there are', async () => {
  await using lab = await openLab()
  const refused = await lab.refusal('adr.record', { ...ADR, status: 'maybe' })
  expect(refused.message).toContain('proposed, accepted, deprecated, superseded')
})

test('with neither a file nor memory the call fails', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'x', content: 'y' })
  const database = fs.readdirSync(lab.home, { recursive: true }).find(name => String(name).endsWith('memory/memory.db'))
  expect(database).toBeDefined()
  await lab.app[Symbol.asyncDispose]()
  for (const end of ['', '-wal', '-shm']) fs.rmSync(path.join(lab.home, `${database}${end}`), { force: true })
  fs.mkdirSync(path.join(lab.home, String(database)))
  await using again = await openLab({ root: lab.root, env: lab.env })
  expect(await again.refusal('adr.record', ADR)).toMatchObject({ code: 'memory_unavailable' })
})

test('decisions of adr.directory in a form of their own are listed, counted and never rewritten', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'adr:\n  directory: docs/adr\n')
  const own = '# 12. Use PostgreSQL over MongoDB\n\n## Status\n\nAccepted\n'
  lab.write('docs/adr/0012-use-postgresql.md', own)
  lab.write('docs/adr/README.md', '# Decisions\n')
  expect(await lab.call('adr.record', ADR)).toMatchObject({ id: 'ADR-013', action: 'created' })
  expect(lab.read('docs/adr/0012-use-postgresql.md')).toBe(own)
  const { adrs } = await lab.call('adr.list', {})
  expect(adrs).toMatchObject([
    { id: 'ADR-013', status: 'accepted' },
    { id: 'ADR-012', title: ADR.title, status: 'accepted', path: 'docs/adr/0012-use-postgresql.md' },
  ])
  expect(await lab.call('adr.show', { id: 'ADR-012' })).toMatchObject({ content: own })
  expect(await lab.refusal('adr.show', { id: 'ADR-099' })).toMatchObject({ code: 'not_found', fix: 'furrow adr list' })
})

test('the context check reads adr.directory, and a decision that changes there voids it', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'adr:\n  directory: docs/adr\n')
  lab.write('docs/adr/0001-orders.md', '# 1. Orders\n\n## Decision\n\nNew orders lie in one table.\n')
  await start(lab)
  await lab.call('change.advance', { content: 'x' })
  const report = await lab.call('context.check', {})
  expect(report.artifacts.map(({ path: file }) => file)).toEqual(['docs/adr/0001-orders.md'])
  expect(report.passages[0]).toMatchObject({ path: 'docs/adr/0001-orders.md' })
  lab.write('docs/adr/0001-orders.md', '# 1. Orders\n\nAnother text.\n')
  expect(await lab.refusal('change.advance', { content: 'y' })).toMatchObject({ fix: 'furrow context-check' })
  expect((await lab.call('change.status', {})).context?.voided[0]).toContain('docs/adr/0001-orders.md changed')
})

test.each(['../elsewhere', '/etc', 'a/../../b'])(
  'adr.directory %j is refused, and nothing there is read',
  async directory => {
    await using lab = await openLab()
    lab.write('.sdlc/config.yaml', `adr:\n  directory: ${directory}\n`)
    expect(await lab.refusal('adr.record', ADR)).toMatchObject({ code: 'damaged', target: '.sdlc/config.yaml' })
    expect(await lab.refusal('adr.list', {})).toMatchObject({ code: 'damaged' })
  },
)

test('a decision that gets another title keeps its record in memory', async () => {
  await using lab = await openLab()
  await start(lab)
  const first = await lab.call('adr.record', ADR)
  const renamed = await lab.call('adr.record', { id: 'ADR-001', title: 'Use PostgreSQL for orders' })
  expect(renamed).toMatchObject({ id: 'ADR-001', memory: { id: first.memory.id } })
  expect(await lab.call('adr.list', {})).toMatchObject({
    adrs: [{ title: 'Use PostgreSQL for orders' }],
    remembered: [],
  })
})

test('a title that another decision has, itself as predecessor and a cycle are refused', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', ADR)
  await lab.call('adr.record', { ...ADR, title: 'Use NATS', supersedes: 'ADR-001' })
  const refusals = [
    { id: 'ADR-001', title: 'Use NATS' },
    { id: 'ADR-002', supersedes: 'ADR-002' },
    { id: 'ADR-001', supersedes: 'ADR-002' },
  ]
  const codes = []
  for (const input of refusals) codes.push((await lab.refusal('adr.record', input)).code)
  expect(codes).toEqual(['conflict', 'usage', 'conflict'])
})

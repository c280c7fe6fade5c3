import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../../../tests/lab.ts'
import { createApp } from '../../app/app.ts'

const ADR = { title: 'Use PostgreSQL', context: 'Orders have lines.', decision: 'PostgreSQL.', rationale: 'Joins.' }
const start = (lab: Lab, description: string) =>
  lab.call('change.start', { type: 'feature', size: 'small', description })

test('a decision that is only in memory is updated while a change is active, and stays where it is', async () => {
  await using lab = await openLab()
  const first = await lab.call('adr.record', ADR)
  await start(lab, 'New orders')
  const updated = await lab.call('adr.record', { title: ADR.title, status: 'deprecated' })
  expect(updated).toMatchObject({ status: 'deprecated', action: 'updated', memory: { id: first.memory.id } })
  expect([updated.id, updated.path, lab.list('sdd/changes/new-orders')]).toEqual([
    undefined,
    undefined,
    ['change.json'],
  ])
  const { content } = (await lab.call('memory.get', { id: first.memory.id ?? 0 })).observation
  expect(content).not.toContain('New orders')
  expect(content).not.toContain('new-orders')
  expect((await lab.call('adr.list', {})).remembered).toMatchObject([{ title: ADR.title, status: 'deprecated' }])
})

test('with all its texts during a change it is filed there', async () => {
  await using lab = await openLab()
  await lab.call('adr.record', ADR)
  await start(lab, 'New orders')
  expect(await lab.call('adr.record', ADR)).toMatchObject({ id: 'ADR-001', change: 'new-orders' })
  expect(await lab.call('adr.list', {})).toMatchObject({ adrs: [{ id: 'ADR-001' }], remembered: [] })
})

test('a status alone, and a successor alone, are one short call', async () => {
  await using lab = await openLab()
  await start(lab, 'New orders')
  await lab.call('adr.record', ADR)
  await lab.call('adr.record', { ...ADR, title: 'Use SQLite' })
  const superseding = await lab.call('adr.record', { id: 'ADR-002', supersedes: 'ADR-001' })
  expect(superseding).toMatchObject({ title: 'Use SQLite', notices: ['It supersedes ADR-001: Use PostgreSQL.'] })
  expect(lab.read('sdd/changes/new-orders/adrs/ADR-001.md')).toContain('- **Superseded by:** ADR-002')
  expect(await lab.call('adr.record', { id: 'ADR-002', status: 'deprecated' })).toMatchObject({ status: 'deprecated' })
})

test('a decision that is only in memory can supersede one in a file', async () => {
  await using lab = await openLab()
  await start(lab, 'New orders')
  await lab.call('adr.record', ADR)
  await lab.call('change.pause', {})
  const later = await lab.call('adr.record', { ...ADR, title: 'Use SQLite', supersedes: 'ADR-001' })
  expect(later.notices).toContain('It supersedes ADR-001: Use PostgreSQL.')
  const file = lab.read('sdd/changes/new-orders/adrs/ADR-001.md')
  expect(file).toContain('- **Status:** superseded\n- **Superseded by:** Use SQLite')
})

test('a decision of another worktree is listed with its place, not as memory only, and updated there', async () => {
  await using lab = await openLab()
  lab.write('README.md', 'x\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: lab.root })
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  const second = path.join(lab.root, '..', 'second')
  git('worktree', 'add', '--quiet', second)
  await using other = createApp({ root: second, env: lab.env, manifest: lab.app.manifest })
  await other.call('change.start', { type: 'fix', size: 'small', description: 'There' }, { actor: person })
  const recorded = await other.call('adr.record', ADR, { actor: person })
  expect(recorded.ok).toBe(true)
  const listed = await lab.call('adr.list', {})
  expect(listed).toMatchObject({ adrs: [], remembered: [], elsewhere: [{ id: 'ADR-001', worktree: second }] })
  const refused = await lab.refusal('adr.record', { title: ADR.title, status: 'deprecated' })
  expect(refused).toMatchObject({ code: 'conflict', message: expect.stringContaining(`is ADR-001 in ${second}`) })
})

test('two files of one number after a merge are named, and repair gives the newer one the next number', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  await lab.call('adr.record', ADR)
  await lab.call('change.cancel', {})
  await start(lab, 'Second')
  await lab.call('adr.record', { ...ADR, title: 'Use SQLite' })
  await lab.call('adr.record', { ...ADR, title: 'Use DuckDB', supersedes: 'ADR-002' })
  const [from, to] = ['sdd/changes/second/adrs/ADR-003.md', 'sdd/changes/second/adrs/ADR-001.md']
  // What a merge of two branches brings: the newer decision has the number of the first, and its links say so.
  lab.write(to, lab.read(from).replace('# ADR-003', '# ADR-001'))
  execFileSync('rm', [from], { cwd: lab.root })
  for (const file of ['sdd/changes/second/change.json', 'sdd/changes/second/adrs/ADR-002.md'])
    lab.write(file, lab.read(file).replaceAll('ADR-003', 'ADR-001'))

  const list = await lab.app.call('adr.list', {}, { actor: agent })
  expect(list.ok && list.text()).toContain('ADR-001 is the number of 2 files')
  expect(list.ok && list.text()).toContain('`furrow doctor repair`')
  const problem = async () => (await lab.call('doctor.check', {})).findings.filter(({ check }) => check === 'decisions')
  expect(await problem()).toMatchObject([{ level: 'problem', target: 'ADR-001', fix: 'furrow doctor repair' }])
  const { repaired } = await lab.call('doctor.repair', {})
  expect(repaired.join('\n')).toContain('"Use DuckDB" was ADR-001 and is ADR-003 now')
  expect(await problem()).toEqual([])
  expect(lab.list('sdd/changes/second/adrs')).toEqual(['ADR-002.md', 'ADR-003.md'])
  expect(lab.read('sdd/changes/first/adrs/ADR-001.md')).toContain('# ADR-001: Use PostgreSQL')
  expect(lab.read('sdd/changes/second/adrs/ADR-003.md')).toContain('# ADR-003: Use DuckDB')
  expect(lab.read('sdd/changes/second/adrs/ADR-002.md')).toContain('- **Superseded by:** ADR-003')
  expect((await lab.call('change.status', {})).adrs).toEqual(['ADR-002', 'ADR-003'])
  const { hits } = await lab.call('memory.search', { query: 'DuckDB' })
  expect((await lab.call('memory.get', { id: hits[0]?.id ?? 0 })).observation.content).toContain(
    '# ADR-003: Use DuckDB',
  )
})

test('a decision whose file a merge brought is shown with its change, whatever change.json says', async () => {
  await using lab = await openLab()
  await start(lab, 'New orders')
  await lab.call('adr.record', ADR)
  const brought = lab
    .read('sdd/changes/new-orders/adrs/ADR-001.md')
    .replace('ADR-001: Use PostgreSQL', 'ADR-002: Use Kafka')
  lab.write('sdd/changes/new-orders/adrs/ADR-002.md', brought)
  lab.write('sdd/changes/new-orders/adrs/notes.md', 'Not a decision.')
  const { adrs, decisions } = await lab.call('change.status', {})
  expect(adrs).toEqual(['ADR-001', 'ADR-002'])
  expect(decisions?.map(({ title }) => title)).toEqual(['Use PostgreSQL', 'Use Kafka'])
})

test('two decisions that a merge left in one file of a folder of their own are parted, and undo brings the file back', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'adr:\n  directory: docs/decisions\n')
  const file = 'docs/decisions/ADR-001.md'
  await lab.call('adr.record', { ...ADR, title: 'Use Kafka' })
  const ours = lab.read(file)
  const theirs = ours
    .replace('Use Kafka', 'Use Redis')
    .replace(/Created:\*\* .*/, 'Created:** 2030-01-01T00:00:00.000Z')
  const both = `<<<<<<< HEAD\n${theirs}||||||| base\n=======\n${ours}>>>>>>> other\n`
  lab.write(file, both)
  const listed = await lab.call('adr.list', {})
  expect(listed.adrs.map(({ id, title }) => `${id} ${title}`).sort()).toEqual([
    'ADR-001 Use Kafka',
    'ADR-001 Use Redis',
  ])
  const { repaired } = await lab.call('doctor.repair', {})
  expect(repaired).toEqual([
    `"Use Redis" was ADR-001 and is ADR-002 now (docs/decisions/ADR-002.md). Look where ADR-001 is mentioned: \`grep -rsn ADR-001 sdd docs/decisions\``,
  ])
  expect(lab.read(file)).toBe(ours)
  expect(lab.read('docs/decisions/ADR-002.md')).toBe(theirs.replace('# ADR-001', '# ADR-002'))
  await lab.call('store.undo', {})
  expect([lab.read(file), lab.list('docs/decisions')]).toEqual([both, ['ADR-001.md']])
})

test('the decision that replaced a renumbered one names its new number, in its file and in memory', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  await lab.call('adr.record', { ...ADR, title: 'Use Kafka' })
  await lab.call('change.cancel', {})
  await start(lab, 'Second')
  await lab.call('adr.record', { ...ADR, title: 'Use Redis' })
  await lab.call('adr.record', { ...ADR, title: 'Use Valkey', supersedes: 'ADR-002' })
  const folder = 'sdd/changes/second/adrs'
  // What a merge of two branches brings: the second branch began with the number of the first one.
  lab.write(`${folder}/ADR-001.md`, lab.read(`${folder}/ADR-002.md`).replace('# ADR-002', '# ADR-001'))
  execFileSync('rm', [`${folder}/ADR-002.md`], { cwd: lab.root })
  for (const file of ['sdd/changes/second/change.json', `${folder}/ADR-003.md`])
    lab.write(file, lab.read(file).replaceAll('ADR-002', 'ADR-001'))

  await lab.call('doctor.repair', {})
  expect(lab.read(`${folder}/ADR-004.md`)).toContain('# ADR-004: Use Redis')
  expect(lab.read(`${folder}/ADR-003.md`)).toContain('- **Supersedes:** ADR-004')
  expect(lab.read('sdd/changes/first/adrs/ADR-001.md')).not.toContain('Superseded by')
  const { hits } = await lab.call('memory.search', { query: 'Valkey' })
  expect((await lab.call('memory.get', { id: hits[0]?.id ?? 0 })).observation.content).toContain(
    'Supersedes:** ADR-004',
  )
})

test('a decision and its successor on each of two branches keep to each other when a merge joins all four', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'adr:\n  directory: docs/decisions\n')
  const place = (number: number) => `docs/decisions/ADR-00${number}.md`
  const texts = async (first: string, second: string) => {
    await lab.call('adr.record', { ...ADR, title: first })
    await lab.call('adr.record', { ...ADR, title: second, supersedes: 'ADR-001' })
    const both = [lab.read(place(1)), lab.read(place(2))]
    execFileSync('rm', [place(1), place(2)], { cwd: lab.root })
    return both
  }
  const ours = await texts('Use Kafka', 'Use Pulsar')
  const theirs = (await texts('Use Redis', 'Use Valkey')).map((text, index) =>
    text.replace(/Created:\*\* .*/, `Created:** 203${index}-01-01T00:00:00.000Z`),
  )
  for (const [index, text] of ours.entries())
    lab.write(place(index + 1), `<<<<<<< HEAD\n${text}=======\n${theirs[index]}>>>>>>> other\n`)
  await lab.call('doctor.repair', {})
  expect([lab.read(place(1)), lab.read(place(2))]).toEqual(ours)
  expect(lab.read(place(3))).toMatch(/# ADR-003: Use Redis[\s\S]*Superseded by:\*\* ADR-004/)
  expect(lab.read(place(4))).toMatch(/# ADR-004: Use Valkey[\s\S]*Supersedes:\*\* ADR-003/)
})

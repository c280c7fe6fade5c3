import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'

const ADR = { title: 'Use PostgreSQL', context: 'Orders have lines.', decision: 'PostgreSQL.', rationale: 'Joins.' }
const OTHER = { ...ADR, title: 'use POSTGRESQL', context: 'Reports.', decision: 'One view.', rationale: 'Speed.' }
const start = (lab: Lab, description = 'New orders') =>
  lab.call('change.start', { type: 'feature', size: 'small', description })
const FILE = 'sdd/changes/new-orders/adrs/ADR-001.md'

test('a title that is taken is a conflict that names the decision and both ways on', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', ADR)
  const before = lab.read(FILE)
  for (const input of [OTHER, { title: ADR.title, rationale: 'Speed.' }, { title: ADR.title }]) {
    const refused = await lab.refusal('adr.record', input)
    expect(refused).toMatchObject({ code: 'conflict', target: 'ADR-001', fix: 'furrow adr show ADR-001' })
    expect(refused.message).toContain(`"Use PostgreSQL" is already recorded as ADR-001 (${FILE})`)
    expect(refused.message).toContain('`furrow adr record --id ADR-001`')
    expect(refused.message).toContain('choose another title')
  }
  expect(lab.read(FILE)).toBe(before)
})

test('a decision that is only in memory is not replaced by one of the same title either', async () => {
  await using lab = await openLab()
  const first = await lab.call('adr.record', { ...ADR, alternatives_rejected: 'MongoDB.' })
  const refused = await lab.refusal('adr.record', OTHER)
  expect(refused).toMatchObject({ code: 'conflict', fix: `furrow adr show '#${first.memory.id}'` })
  await start(lab)
  expect(await lab.refusal('adr.record', OTHER)).toMatchObject({ code: 'conflict' })
  const shown = await lab.call('adr.show', { id: `#${first.memory.id}` })
  expect(shown).toMatchObject({ memory: first.memory.id, title: ADR.title, status: 'accepted' })
  expect(shown.content).toContain('Orders have lines.')
  expect(shown.content).toContain('MongoDB.')
})

test('the same call twice is recognised, and nothing is written', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', ADR)
  const before = lab.read(FILE)
  const again = await lab.app.call('adr.record', ADR, { actor: agent })
  expect(again).toMatchObject({ ok: true, value: { id: 'ADR-001', action: 'unchanged' } })
  expect(again.ok && again.text()).toMatch(/^# ADR Unchanged\n/)
  expect(lab.read(FILE)).toBe(before)
})

test.each(['ADR-001', 'adr-1', '1', 'use postgresql', '#'])(
  'an update by %j keeps what it does not name',
  async name => {
    await using lab = await openLab()
    await start(lab)
    const first = await lab.call('adr.record', { ...ADR, alternatives_rejected: 'MongoDB.' })
    const id = name === '#' ? `#${first.memory.id}` : name
    const updated = await lab.app.call('adr.record', { id, rationale: 'Speed.' }, { actor: agent })
    expect(updated).toMatchObject({ ok: true, value: { id: 'ADR-001', action: 'updated', title: ADR.title } })
    expect(updated.ok && updated.text()).toMatch(/^# ADR Updated\n/)
    expect(lab.read(FILE)).toContain('## Rationale\n\nSpeed.\n\n## Alternatives Rejected\n\nMongoDB.')
    expect(await lab.call('adr.show', { id })).toMatchObject({ id: 'ADR-001', content: lab.read(FILE) })
  },
)

test('one that is only in memory keeps all its texts when a change files it', async () => {
  await using lab = await openLab()
  const first = await lab.call('adr.record', { ...ADR, alternatives_rejected: 'MongoDB.' })
  expect(first.notices).toEqual([expect.stringContaining('Record it with all its texts while a change is active')])
  await start(lab)
  expect(await lab.call('adr.record', ADR)).toMatchObject({ id: 'ADR-001', path: FILE, action: 'created' })
  expect(lab.read(FILE)).toContain('- **Change:** new-orders')
  expect(lab.read(FILE)).toContain('MongoDB.')
})

async function archived(lab: Lab): Promise<string> {
  await start(lab)
  await lab.call('adr.record', ADR)
  await lab.call('change.cancel', {})
  await lab.call('change.archive', {})
  return 'sdd/history/new-orders/adrs/ADR-001.md'
}

test('a decision of an archived change is not written, whatever a call says', async () => {
  await using lab = await openLab()
  const file = await archived(lab)
  const before = lab.read(file)
  const inputs = [
    OTHER,
    { id: 'ADR-001', status: 'deprecated' },
    { id: 'ADR-001', rationale: 'x' },
    { title: ADR.title, status: 'deprecated' },
  ] as const
  for (const input of inputs) expect(await lab.refusal('adr.record', input)).toMatchObject({ code: 'conflict' })
  const refused = await lab.refusal('adr.record', { id: 'ADR-001', status: 'deprecated' })
  expect(refused.message).toContain('`furrow adr record "<title>" --supersedes ADR-001`')
  expect(lab.read(file)).toBe(before)
})

test.each([true, false])('one that replaced it says so in its place (in a file: %s)', async inFile => {
  await using lab = await openLab()
  const file = await archived(lab)
  const before = lab.read(file)
  if (inFile) await start(lab, 'Another')
  await lab.call('adr.record', { ...ADR, title: 'Use SQLite', supersedes: 'ADR-001' })
  const superseded_by = inFile ? 'ADR-002' : 'Use SQLite'
  const { adrs } = await lab.call('adr.list', {})
  expect(adrs.find(({ id }) => id === 'ADR-001')).toMatchObject({ status: 'superseded', superseded_by })
  expect(lab.read(file)).toBe(before)
})

test('a decision that is only in memory can be superseded, by its title or its record', async () => {
  await using lab = await openLab()
  const first = await lab.call('adr.record', ADR)
  const second = await lab.call('adr.record', { ...ADR, title: 'Use DuckDB', supersedes: 'use postgresql' })
  expect(second.notices).toContain('It supersedes "Use PostgreSQL".')
  await start(lab)
  const third = await lab.call('adr.record', { ...ADR, title: 'Use SQLite', supersedes: `#${second.memory.id}` })
  expect(lab.read(third.path ?? '')).toContain('- **Supersedes:** Use DuckDB')
  const { remembered } = await lab.call('adr.list', {})
  expect(remembered.map(({ memory, status }) => [memory, status])).toEqual(
    expect.arrayContaining([
      [first.memory.id, 'superseded'],
      [second.memory.id, 'superseded'],
    ]),
  )
  expect(await lab.refusal('adr.record', { ...ADR, title: 'x', supersedes: 'Use Oracle' })).toMatchObject({
    code: 'not_found',
    message: 'There is no decision "Use Oracle" to supersede.',
    target: 'supersedes',
  })
})

test('accepting a superseded decision again names its successor, and both sides say so', async () => {
  await using lab = await openLab()
  await start(lab)
  const first = await lab.call('adr.record', ADR)
  const second = await lab.call('adr.record', { ...ADR, title: 'Use NATS', supersedes: 'ADR-001' })
  const again = await lab.call('adr.record', { id: 'ADR-001', status: 'accepted' })
  expect(again.notices).toEqual([
    'It was superseded by ADR-002: Use NATS, which is still accepted: both count now. To end the other one: `furrow adr record --id ADR-002 --status deprecated`.',
  ])
  expect(lab.read(FILE)).not.toContain('Superseded by')
  expect(lab.read('sdd/changes/new-orders/adrs/ADR-002.md')).not.toContain('Supersedes')
  const { relations } = await lab.call('memory.get', { id: first.memory.id ?? 0 })
  expect(relations).toEqual([])
  expect((await lab.call('memory.get', { id: second.memory.id ?? 0 })).observation.content).not.toContain('Supersedes')
})

test('accepting again a decision that is only in memory takes the link of its successor away', async () => {
  await using lab = await openLab()
  await lab.call('adr.record', { ...ADR, title: 'Use Redis cache' })
  const second = await lab.call('adr.record', { ...ADR, title: 'Use Postgres cache', supersedes: 'Use Redis cache' })
  const content = async () => (await lab.call('memory.get', { id: second.memory.id ?? 0 })).observation.content
  expect(await content()).toContain('- **Supersedes:** Use Redis cache')
  const again = await lab.call('adr.record', { id: 'Use Redis cache', status: 'accepted' })
  expect(again.notices.join()).toContain('It was superseded by "Use Postgres cache", which is still accepted')
  expect(await content()).not.toContain('Supersedes')
})

test('a name that nothing has is not found', async () => {
  await using lab = await openLab()
  for (const id of ['ADR-009', 'Use Oracle', '#99']) {
    expect(await lab.refusal('adr.show', { id })).toMatchObject({ code: 'not_found', fix: 'furrow adr list' })
    expect(await lab.refusal('adr.record', { id, status: 'accepted' })).toMatchObject({ code: 'not_found' })
  }
})

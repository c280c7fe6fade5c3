import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../tests/lab.ts'
import { allFlows, CHANGE_SIZES, CHANGE_STAGES, CHANGE_TYPES } from './flows.ts'
import { CHANGE_STATUSES } from './model.ts'

/**
 * The sections of seed 002 that no test beside the code names. In other files: the data model, the directory structure
 * and the error cases of the four tools (changes.test.ts, adr/adr.test.ts), the slugs of ADR-005 (ids.test.ts), the
 * state machine (model.test.ts), the flows (flows.test.ts), damaged files (shelf.test.ts). Its Go packages, tech stack,
 * binary size and release are not kept.
 */
const ADR = { context: 'c', decision: 'd', rationale: 'r' } as const

async function begin(lab: Lab, type = 'fix', size = 'small', description = 'Fix login') {
  return lab.call('change.start', { type, size, description })
}

async function write(lab: Lab, stage: string): Promise<void> {
  if (stage === 'context-check') await lab.call('context.check', {})
  await lab.call('change.advance', { content: `About ${stage}.`, stage })
}

test('seed 002 Key Design Principles 1: change tools never read the state of the project', async () => {
  await using lab = await openLab()
  lab.write('sdd/sdd.json', '{"half":')
  await begin(lab)
  for (const stage of ['describe', 'context-check', 'tasks', 'verify']) await write(lab, stage)
  expect(await lab.call('change.status', { change_id: 'fix-login' })).toMatchObject({ status: 'completed' })
  expect(lab.read('sdd/sdd.json')).toBe('{"half":')
})

test('seed 002 Key Design Principles 3: type and size alone choose the stages', async () => {
  await using lab = await openLab()
  expect(
    await lab.refusal('change.start', { type: 'fix', size: 'small', description: 'x', stages: ['tasks'] }),
  ).toMatchObject({ code: 'usage' })
  const { flows } = await lab.call('change.flows', {})
  expect(flows).toHaveLength(CHANGE_TYPES.length * CHANGE_SIZES.length)
})

test('seed 002 Key Design Principles 4: a decision is captured at any stage, and linked to the change', async () => {
  await using lab = await openLab()
  const { stages } = await begin(lab, 'feature', 'large')
  for (const [index, { name }] of stages.entries()) {
    await lab.call('adr.record', { ...ADR, title: `Decided at ${name}` })
    expect((await lab.call('change.status', {})).adrs).toHaveLength(index + 1)
    await write(lab, name)
  }
  expect(lab.list('sdd/changes/fix-login/adrs')).toHaveLength(stages.length)
})

test('seed 002 Components, ChangeStore: list gives every change, newest first', async () => {
  let now = Date.parse('2026-01-02T10:00:00Z')
  await using lab = await openLab({ clock: { now: () => now } })
  for (const description of ['One', 'Two', 'Three']) {
    now += 60_000
    await begin(lab, 'fix', 'small', description)
    await lab.call('change.cancel', { id: description.toLowerCase() })
  }
  const { changes } = await lab.call('change.list', {})
  expect(changes.map(({ id }) => id)).toEqual(['three', 'two', 'one'])
  expect((await lab.call('change.list', { text: 'tw' })).changes.map(({ id }) => id)).toEqual(['two'])
  expect((await lab.call('change.list', { type: 'feature' })).changes).toEqual([])
})

test('seed 002 Components, ChangeBridge: every stage that is done is remembered', async () => {
  await using lab = await openLab()
  await begin(lab)
  await lab.call('change.advance', { content: 'The greenhouse door sticks.' })
  const { hits } = await lab.call('memory.search', { query: 'greenhouse door' })
  expect(hits[0]).toMatchObject({ topic_key: expect.stringContaining('fix-login') })
})

/** The parameters of the seed's tables; `true` is required. Ours may offer more, all of it optional. */
const TOOLS = {
  sdd_change: { type: true, size: true, description: true },
  sdd_change_advance: { content: true, title: false },
  sdd_change_status: { change_id: false },
  sdd_adr: {
    title: false,
    context: false,
    decision: false,
    rationale: false,
    alternatives_rejected: false,
    status: false,
  },
} as const

test.each(Object.entries(TOOLS))(
  'seed 002 API Contracts: %s takes the parameters of its table',
  async (tool, params) => {
    await using lab = await openLab()
    const entry = lab.app.manifest.operations.find(
      ({ mcp }) => mcp?.tool === tool && (mcp.action === undefined || mcp.otherwise === true),
    )
    const { properties = {}, required = [] } = (entry?.input ?? {}) as {
      properties?: object
      required?: string[]
    }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(params)))
    expect([...required].sort()).toEqual(
      Object.entries(params)
        .flatMap(([name, needed]) => (needed ? [name] : []))
        .sort(),
    )
  },
)

test('seed 002 sdd_change, response: the flow that was chosen, its first stage in progress', async () => {
  await using lab = await openLab()
  const { stages, current_stage, next } = await begin(lab, 'refactor', 'medium')
  expect(stages.map(({ name, status }) => [name, status])).toEqual([
    ['scope', 'in_progress'],
    ['context-check', 'pending'],
    ['design', 'pending'],
    ['tasks', 'pending'],
    ['verify', 'pending'],
  ])
  expect([current_stage, next.stage]).toEqual(['scope', 'scope'])
})

test('seed 002 sdd_change_advance, response: the stage is done, and the next one is named', async () => {
  await using lab = await openLab()
  await begin(lab)
  const { stages, current_stage, next, context_report } = await lab.call('change.advance', { content: 'It breaks.' })
  expect(stages[0]).toMatchObject({ name: 'describe', status: 'completed', completed_at: expect.any(String) })
  expect([current_stage, next.stage, next.tool.name]).toEqual(['context-check', 'context-check', 'sdd_change_advance'])
  expect(context_report).toContain('nothing related was found')
})

test.each(allFlows())('seed 002 sdd_change_advance, behaviour by stage: $type $size saves <stage>.md', async flow => {
  await using lab = await openLab()
  await begin(lab, flow.type, flow.size)
  for (const stage of flow.stages) {
    await write(lab, stage)
    expect(lab.read(`sdd/changes/fix-login/${stage}.md`)).toContain(`About ${stage}.`)
  }
  expect(await lab.call('change.status', { change_id: 'fix-login' })).toMatchObject({ status: 'completed' })
})

test('seed 002 sdd_change_status, response: a table of the stages', async () => {
  await using lab = await openLab()
  await begin(lab)
  await write(lab, 'describe')
  const outcome = await lab.app.call('change.status', {}, { actor: { kind: 'person', id: 'p', door: 'cli' } })
  const text = outcome.ok ? outcome.text() : ''
  expect(text).toContain('## Stage Progress')
  expect(text).toMatch(/\| describe \| done \| describe\.md \(\d+ bytes\) \|/)
  expect(text).toContain('| context-check | now |')
})

test.each(['proposed', 'accepted', 'deprecated', 'superseded'] as const)(
  'seed 002 sdd_adr: a decision may be %s',
  async status => {
    await using lab = await openLab()
    await begin(lab)
    expect(await lab.call('adr.record', { ...ADR, title: 'Use one port', status })).toMatchObject({ status })
    expect(await lab.call('adr.show', { id: 'ADR-001' })).toMatchObject({ status, change: 'fix-login' })
  },
)

test('seed 002 Enums: types, sizes, stages and statuses are those of the seed, and what the spec adds', () => {
  expect([...CHANGE_TYPES].sort()).toEqual(['enhancement', 'feature', 'fix', 'refactor'])
  expect(CHANGE_SIZES).toEqual(['small', 'medium', 'large'])
  const stages = ['describe', 'scope', 'propose', 'spec', 'clarify', 'design', 'tasks', 'verify']
  expect([...CHANGE_STAGES].sort()).toEqual([...stages, 'context-check'].sort())
  expect([...CHANGE_STATUSES].sort()).toEqual(['active', 'completed', 'archived', 'paused', 'cancelled'].sort())
})

test('seed 002 Security: folders are 0755 and files 0644', async () => {
  await using lab = await openLab()
  await begin(lab)
  await lab.call('adr.record', { ...ADR, title: 'Use one port' })
  const mode = (file: string) => (fs.statSync(path.join(lab.root, file)).mode & 0o777).toString(8)
  const umask = process.umask()
  const expected = (full: number) => (full & ~umask).toString(8)
  expect(mode('sdd/changes/fix-login')).toBe(expected(0o755))
  expect(mode('sdd/changes/fix-login/change.json')).toBe(expected(0o644))
  expect(mode('sdd/changes/fix-login/adrs/ADR-001.md')).toBe(expected(0o644))
})

test.each(['../../etc/passwd', '/etc/shadow', 'a\u0000b', '..', '~root', 'C:\\Windows', '%2e%2e%2f'])(
  'seed 002 Security: the description %j leads nowhere',
  async description => {
    await using lab = await openLab()
    const { id } = await begin(lab, 'fix', 'small', description)
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(lab.list('sdd/changes')).toEqual([id])
  },
)

test('seed 002 Security: signs of the search language in a decision are words', async () => {
  await using lab = await openLab()
  await lab.call('adr.record', { ...ADR, title: 'NEAR("a" b) AND -c* OR col:x', context: '") OR 1=1 --' })
  const { hits } = await lab.call('memory.search', { query: 'NEAR("a" b) AND -c*' })
  expect(hits).toHaveLength(1)
})

test('seed 002 ADR-002: one tool advances every stage; no stage has a tool of its own', async () => {
  await using lab = await openLab()
  const tools = lab.app.manifest.operations.flatMap(({ mcp }) => mcp?.tool ?? [])
  expect(
    tools.filter(tool => CHANGE_STAGES.some(stage => tool === `sdd_change_${stage.replaceAll('-', '_')}`)),
  ).toEqual([])
})

test('seed 002 ADR-004: a decision is found by its words, under adr/<project>/<title>', async () => {
  await using lab = await openLab()
  await begin(lab)
  await lab.call('adr.record', { ...ADR, title: 'Water the seedlings at dawn' })
  const { hits } = await lab.call('memory.search', { query: 'when to water seedlings', type: 'decision' })
  expect(hits[0]).toMatchObject({ topic_key: 'adr/workspace/water-the-seedlings-at-dawn' })
})

test.each(['Größe: 大きさ 🚜', 'العربية', 'e\u0301tape', 'C++ & <b>C#</b>'])(
  'the title %j is kept as it was given',
  async title => {
    await using lab = await openLab()
    await begin(lab)
    await lab.call('change.advance', { content: 'x', title })
    expect(lab.read('sdd/changes/fix-login/describe.md')).toBe(`# ${title}\n\nx\n`)
    await lab.call('adr.record', { ...ADR, title })
    expect((await lab.call('adr.list', {})).adrs[0]).toMatchObject({ id: 'ADR-001', title, status: 'accepted' })
  },
)

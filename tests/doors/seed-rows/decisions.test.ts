import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../lab.ts'
import { connectAgent } from '../../support/told.ts'

const TEXTS = { context: 'Several processes write', decision: 'One database', rationale: 'The kernel frees its locks' }

test('2-19: sdd_adr names its statuses in the schema, and what is missing or wrong in its answers', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const { properties = {} } = await agent.schema('sdd_adr')
  expect(properties['status']).toMatchObject({ enum: ['proposed', 'accepted', 'deprecated', 'superseded'] })
  for (const field of ['title', 'context', 'decision', 'rationale']) {
    const refused = await agent.tell('sdd_adr', { title: 'Keep it', ...TEXTS, [field]: '' })
    expect([refused.failed, refused.text]).toEqual([true, expect.stringContaining(field)])
  }
  expect((await agent.tell('sdd_adr', { title: 'Keep it', ...TEXTS, status: 'maybe' })).failed).toBe(true)
})

test('2-21, 2-22, 2-26: without a change it is in memory, has no number, is listed, and its successor marks it', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const first = await agent.tell('sdd_adr', { title: 'Use Redis', ...TEXTS })
  expect(first.text).toContain('is accepted (created)')
  expect(first.text).toContain('adr/workspace/use-redis')
  expect(first.text).not.toContain('ADR-0')
  await agent.tell('sdd_adr', { title: 'Use Valkey for caching', ...TEXTS, supersedes: 'Use Redis' })
  const listed = await agent.tell('sdd_adr', { action: 'list' })
  expect(listed.text).toContain('Use Redis, superseded')
  expect(listed.text).toContain('Use Valkey for caching, accepted')
  const { hits } = await lab.call('memory.search', { query: 'one database for several processes', type: 'decision' })
  expect(hits.map(({ title, marks }) => [title, marks])).toEqual([
    [expect.stringContaining('Use Valkey'), []],
    [expect.stringContaining('Use Redis'), ['superseded']],
  ])
})

test('2-20, 2-23, 2-24: a title that is taken is named, an update keeps what it does not name, and other titles are other decisions', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await agent.tell('sdd_change', { type: 'fix', size: 'small', description: 'Cache' })
  const folder = 'sdd/changes/cache'
  await agent.tell('sdd_adr', { title: 'Cache in Redis', ...TEXTS, alternatives_rejected: 'Files were too slow' })
  const [file] = lab.list(`${folder}/adrs`)
  const read = () => fs.readFileSync(path.join(lab.root, folder, 'adrs', file ?? ''), 'utf8')
  const taken = await agent.tell('sdd_adr', { title: 'Cache in Redis', ...TEXTS, decision: 'Something else' })
  expect([taken.failed, taken.text]).toEqual([true, expect.stringContaining('ADR-001')])
  expect(read()).toContain('One database')
  expect((await agent.tell('sdd_adr', { id: 'ADR-001', status: 'deprecated' })).text).toContain('# ADR Updated')
  expect(read()).toContain('Files were too slow')
  const variant = await agent.tell('sdd_adr', { title: 'cache in REDIS!', ...TEXTS, decision: 'Loudly' })
  expect([variant.failed, variant.text]).toEqual([true, expect.stringContaining('ADR-001')])
  await agent.tell('sdd_adr', { title: 'Cache in C++', ...TEXTS })
  await agent.tell('sdd_adr', { title: 'Cache in C#', ...TEXTS })
  expect(lab.list(`${folder}/adrs`)).toHaveLength(3)
  const shown = await agent.tell('sdd_adr', { action: 'show', id: 'Cache in Redis' })
  expect(shown.text).toContain('One database')
})

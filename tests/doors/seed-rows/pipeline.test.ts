import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../lab.ts'
import { TEXTS } from '../../support/spec-texts.ts'
import { specifiedTo } from '../../support/specified.ts'
import { connectAgent } from '../../support/told.ts'

/** Rows of the black-box table about the pipeline of specifications, by their numbers, as an agent meets them. */
test('1-23: the rules are written to their file, lead to clarify, and are remembered', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'business-rules')
  await using agent = await connectAgent(lab)
  const { text } = await agent.tell('sdd_spec', { action: 'rules', ...TEXTS['business-rules'] })
  expect(text).toContain('clarify')
  expect(lab.read('sdd/business-rules.md')).toContain('A Reader has many Articles.')
  const found = await agent.tell('mem_search', { query: 'readers have many articles', detail_level: 'full' })
  expect(found.text).toContain('A Reader has many Articles.')
})

test('1-4: a question from a folder inside is about the whole workspace', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'business-rules')
  const inside = path.join(lab.root, 'src/page')
  fs.mkdirSync(inside, { recursive: true })
  await using agent = await connectAgent({ ...lab, root: inside })
  const { text } = await agent.tell('sdd_context_check', { change_description: 'List saved articles newest first' })
  expect(text).toContain('sdd/requirements.md')
})

test('1-32b, 1-32c: the guides name the eight dimensions with what they stand on, and where waves come from', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const clarify = await agent.tell('sdd_guide', { name: 'spec-clarify' })
  for (const part of ['target_users', 'scope_boundaries', 'ISO/IEC 25010', 'IREB', 'EARS'])
    expect(clarify.text).toContain(part)
  expect(clarify.text.match(/^\| [a-z_]+ \| \d+ \|/gm)).toHaveLength(8)
  expect((await agent.tell('sdd_guide', { name: 'spec-tasks' })).text).toMatch(/Waves[\s\S]*Kahn 1962/)
})

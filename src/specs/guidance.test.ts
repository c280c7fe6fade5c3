import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'
import { unmarkGuidance } from '../../tests/support/guided-files.ts'
import { specifiedTo } from '../../tests/support/specified.ts'

const EXAMPLE = 'manager approves order exceeding 500 EUR'

test('M-13: the examples of a guided specification are in its files, and never in memory', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  expect(lab.read('sdd/business-rules.md')).toContain('> **Guide:** ')
  expect(lab.read('sdd/business-rules.md')).toContain('a manager approves it')
  const { hits } = await lab.call('memory.search', { query: EXAMPLE })
  expect(hits.map(({ title }) => title)).not.toContain('Specification: business-rules')
  const own = await lab.call('memory.search', { query: 'article saved twice' })
  expect(own.hits[0]).toMatchObject({ title: 'Specification: business-rules' })
})

test.each([
  ['marked', false],
  ['of 0.1, without marks', true],
])('1-6: explanations %s are no passage of the context check and no source of an answer', async (_, unmarked) => {
  await using lab = await openLab()
  await specifiedTo(lab)
  if (unmarked) unmarkGuidance(lab)
  const description = 'premium customer discount when an account has many orders exceeding 500 EUR'
  const { passages } = await lab.call('context.check', { change_description: description, detail_level: 'full' })
  expect(passages.filter(({ text }) => /^>/m.test(text) || /Customer|EUR/.test(text))).toEqual([])
  const { sources } = await lab.call('ask.search', { question: `Who is a premium Customer, and which ${EXAMPLE}?` })
  expect(sources.filter(({ excerpt }) => /premium|500 EUR/.test(excerpt))).toEqual([])
  const asked = await lab.call('ask.search', { question: 'What happens when an Article is saved twice?' })
  expect(asked.sources.map(({ excerpt }) => excerpt).join('\n')).toContain('one is kept')
})

test.each([false, true])('lint and trace see no id of an explanation (without marks: %s)', async unmarked => {
  await using lab = await openLab()
  await specifiedTo(lab)
  if (unmarked) unmarkGuidance(lab)
  const { nodes, dangling } = await lab.call('spec.trace', {})
  expect([nodes.map(({ id }) => id), dangling]).toEqual([
    ['FR-001', 'FR-002', 'FR-003', 'NFR-001', 'BR-001', 'TASK-001', 'TASK-002'],
    [],
  ])
  const { findings } = await lab.call('spec.lint', {})
  expect(findings.filter(({ message }) => /Customer|Order|EUR/.test(message))).toEqual([])
})

test('a document that is sent back with its explanations, marked or not, is saved without them twice', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const before = lab.read('sdd/business-rules.md')
  await lab.call('spec.reopen', { stage: 'business-rules', reason: 'again' })
  await lab.call('spec.write', { stage: 'business-rules', document: before.replaceAll('> **Guide:** ', '> ') })
  expect(lab.read('sdd/business-rules.md')).toBe(before)
})

test('an explanation that was sent as the text of a section is no text', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'business-rules')
  const { document } = await lab.call('spec.template', { stage: 'business-rules' })
  const [facts = ''] = /^> \*\*Guide:\*\* Relations.*(?:\n>.*)*/m.exec(document) ?? []
  const refusal = await lab.refusal('spec.rules', {
    definitions: '- **A**: one',
    facts,
    constraints: '- When a Then b',
  })
  expect(refusal).toMatchObject({ code: 'usage', target: 'facts' })
})

test('the Clarity Gate shows requirements and rules without the explanations', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const { texts } = await lab.call('spec.clarify', {})
  expect(texts?.join('\n')).toContain('**BR-001**')
  expect(texts?.join('\n')).not.toMatch(/^>/m)
})

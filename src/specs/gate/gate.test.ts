import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab, person } from '../../../tests/lab.ts'
import { TEXTS } from '../../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../../tests/support/specified.ts'
import type { Spec } from '../model.ts'
import { clarityScore, DIMENSIONS, isEvidence, viewGate } from './gate.ts'
import { scoresFromText } from './scores.ts'

const scores = fc.record(Object.fromEntries(DIMENSIONS.map(({ name }) => [name, fc.nat(100)])), { requiredKeys: [] })

test('the weights sum up to 60, and the score is floor(sum of score x weight / 60)', () => {
  expect(DIMENSIONS.reduce((sum, { weight }) => sum + weight, 0)).toBe(60)
  const half = { target_users: 100, core_functionality: 100, data_model: 100, integrations: 100 }
  expect(clarityScore(half)).toBe(51)
  expect(clarityScore({})).toBe(0)
})

test('a dimension that gains what it lacks, as all the others do, opens the gate; nothing lacks once it is open', () => {
  fc.assert(
    fc.property(scores, fc.constantFrom('guided' as const, 'expert' as const), (given, mode) => {
      const round = { round: 1, at: '', by: '', scores: given, evidence: {}, unproven: [], score: clarityScore(given) }
      const gate = viewGate({ mode, clarity_score: round.score, clarity_rounds: [round] } as unknown as Spec)
      const raised = Object.fromEntries(gate.dimensions.map(({ name, score = 0, lacks }) => [name, score + lacks]))
      expect(clarityScore(raised)).toBeGreaterThanOrEqual(gate.threshold)
      expect(gate.passed).toBe(gate.dimensions.every(({ lacks }) => lacks === 0))
      expect(Math.max(...Object.values(raised))).toBeLessThanOrEqual(100)
    }),
  )
})

test.each([
  ['FR-001 says so', true],
  ['the text "it opens offline"', true],
  ['`article(id)`', true],
  ['we talked about it', false],
  [undefined, false],
])('evidence is an id or a quotation: %s', (text, expected) => {
  expect(isEvidence(text)).toBe(expected)
})

test.each([
  ['guided', 69, 'clarify'],
  ['guided', 70, 'design'],
  ['expert', 49, 'clarify'],
  ['expert', 50, 'design'],
] as const)('%s at %i leads to %s', async (mode, score, stage) => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify', mode)
  const all = Object.fromEntries(DIMENSIONS.map(({ name }) => [name, score]))
  const view = await lab.call('spec.clarify', { answers: 'Asked and answered.', dimension_scores: all })
  expect([view.gate.score, view.current_stage, view.gate.passed]).toEqual([score, stage, stage === 'design'])
})

test('without answers it returns the framework: requirements, rules, dimensions, findings; and writes nothing', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  await lab.call('spec.specify', { ...TEXTS.specify, must_have: '- The list shall be easy to read. Acceptance: x.' })
  await lab.call('spec.rules', TEXTS['business-rules'])
  const before = lab.read('sdd/sdd.json')
  const outcome = await lab.app.call('spec.clarify', {}, { actor: person })
  const text = outcome.ok ? outcome.text() : ''
  for (const part of ['target_users', 'FR-001', 'BR-001', '## Computed findings', 'smell_subjective'])
    expect(text).toContain(part)
  expect([lab.read('sdd/sdd.json'), lab.list('sdd').includes('clarifications.md')]).toEqual([before, false])
})

test('rounds are appended, earlier ones stay as they are, and scores that are not given again are kept', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const evidence = { edge_cases: 'FR-001' }
  await lab.call('spec.clarify', {
    answers: '## Gone?\n\nKept.',
    dimension_scores: 'edge_cases:80,security:10',
    evidence,
  })
  const first = lab.read('sdd/clarifications.md')
  const view = await lab.call('spec.clarify', { answers: 'Who? Me.', dimension_scores: { security: 40 } })
  expect(lab.read('sdd/clarifications.md').startsWith(first.trimEnd())).toBe(true)
  expect(lab.read('sdd/clarifications.md').match(/^## .*$/gm)).toEqual(['## Round 1', '## Round 2'])
  expect(view.gate.rounds.map(({ scores: given, score }) => [given, score])).toEqual([
    [{ edge_cases: 80, security: 10 }, 11],
    [{ edge_cases: 80, security: 40 }, 15],
  ])
  const byName = Object.fromEntries(view.gate.dimensions.map(each => [each.name, each]))
  expect(byName['edge_cases']).toMatchObject({ evidence: 'FR-001', unproven: false })
  expect(byName['security']).toMatchObject({ unproven: true })
  expect(view.notices.join('\n')).toContain('stays closed: 15 of 100, and 70 is needed')
})

test('evidence that names what is nowhere counts as none, and says what it is', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const view = await lab.call('spec.clarify', {
    answers: 'Other systems? "Only the browser takes part."',
    dimension_scores: 'security:70,data_model:70,integrations:70,edge_cases:70,scope_boundaries:70,target_users:70',
    evidence: {
      security: 'FR-099',
      data_model: 'FR-001 and "no such sentence"',
      integrations: '"none are needed"',
      edge_cases: '"it opens offline"',
      scope_boundaries: '“only the browser  takes part”',
    },
  })
  const unproven = view.gate.dimensions.filter(each => each.unproven).map(({ name }) => name)
  expect(unproven).toEqual(['target_users', 'integrations', 'security'])
  const notices = view.notices.join('\n')
  expect(notices).toContain('The evidence for security is not in the specification: FR-099.')
  expect(notices).toContain('The evidence for integrations is not in the specification: "none are needed".')
  expect(notices).toContain('Without ids or quotations as evidence: target_users.')
})

test('evidence that was not found in one round is not found in the next either', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const round = { answers: 'A.', dimension_scores: 'security:10', evidence: { security: '"none are needed"' } }
  await lab.call('spec.clarify', round)
  const { gate } = await lab.call('spec.clarify', round)
  expect(gate.rounds.map(({ unproven }) => unproven)).toEqual([['security'], ['security']])
})

test('what somebody added to the file between two rounds stays', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const round = { answers: 'A.', dimension_scores: 'security:10' }
  await lab.call('spec.clarify', round)
  lab.write('sdd/clarifications.md', `${lab.read('sdd/clarifications.md')}\nBy hand.\n`)
  await lab.call('spec.clarify', round)
  expect(lab.read('sdd/clarifications.md')).toMatch(/By hand\.[\s\S]*## Round 2/)
})

test.each([
  ['usability:80', 'there is no dimension "usability"'],
  ['target_user:80', 'Did you mean "target_users"?'],
  ['security', '"security" is not a pair such as target_users:80'],
  ['target_users=50', '"target_users=50" is not a pair such as target_users:80'],
  ['target_users:50,security=60', '"security=60" is not a pair'],
  ['security:high', 'security has "high", which is not a score from 0 to 100'],
  ['security:101', 'not a score from 0 to 100'],
  ['security:-1', 'not a score from 0 to 100'],
  ['security:10,security:20', 'security has two scores'],
  ['', 'it names no dimension'],
  [{ security: 1e9 }, 'not a score from 0 to 100'],
  [{ constructor: 5 }, 'there is no dimension "constructor"'],
])('scores %j are refused, and no round is written', async (dimension_scores, says) => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const refused = await lab.refusal('spec.clarify', { answers: 'A.', dimension_scores })
  expect(refused).toMatchObject({ code: 'usage', target: 'dimension_scores', fix: 'furrow spec clarify' })
  expect(refused.message).toContain(says)
  expect(lab.list('sdd')).not.toContain('clarifications.md')
})

test('answers without scores, and evidence for no dimension, are refused', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  expect(await lab.refusal('spec.clarify', { answers: 'A.' })).toMatchObject({ target: 'dimension_scores' })
  const odd = { answers: 'A.', dimension_scores: 'security:10', evidence: 'elegance: FR-001' }
  expect(await lab.refusal('spec.clarify', odd)).toMatchObject({ target: 'evidence' })
  expect(await lab.refusal('spec.clarify', { dimension_scores: 'security:10' })).toMatchObject({ target: 'answers' })
})

test('a closed gate cannot be confirmed away', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  await lab.call('spec.clarify', { answers: 'A.', dimension_scores: 'security:10' })
  expect(await lab.refusal('spec.confirm', { stage: 'clarify' })).toMatchObject({
    code: 'blocked',
    fix: 'furrow spec clarify',
  })
  expect(await lab.refusal('spec.design', TEXTS.design)).toMatchObject({ code: 'blocked' })
})

test('scores and their evidence are read from the section of a document', () => {
  expect(scoresFromText('- edge_cases: 80 FR-004 says so\n- `security`: 60\ntarget_users:90,data_model:50')).toEqual({
    dimension_scores: 'edge_cases:80,security: 60,target_users:90,data_model:50',
    evidence: { edge_cases: 'FR-004 says so' },
  })
})

import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import { TEXTS } from '../../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../../tests/support/specified.ts'

async function foundIn(lab: Lab, specify: object, rules: object = {}): Promise<string[]> {
  await specifiedTo(lab, 'specify')
  await lab.call('spec.specify', { ...TEXTS.specify, ...specify })
  await lab.call('spec.rules', { ...TEXTS['business-rules'], ...rules })
  const { findings } = await lab.call('spec.lint', {})
  return findings
    .filter(({ kind }) => !kind.startsWith('smell_'))
    .map(({ kind, path, line }) => `${kind} ${path}:${line}`)
}

test('a specification with nothing to say about has no findings that block', async () => {
  await using lab = await openLab()
  expect(await foundIn(lab, {})).toEqual([])
})

test.each([
  [{ must_have: '- The system shall store TBD. Acceptance: x.' }, 'placeholder'],
  [{ must_have: '- The system shall store articles.' }, 'no_acceptance'],
  [{ must_have: '- Articles can be read offline. Acceptance: x.' }, 'no_ears_form'],
  [{ non_functional: '- The list shall be shown within 200.' }, 'number_without_unit'],
])('requirements %j have a finding %s with its line', async (specify, kind) => {
  await using lab = await openLab()
  const found = await foundIn(lab, specify)
  expect(found.map(each => each.split(' ')[0])).toEqual([kind])
  expect(found[0]).toMatch(/ sdd\/requirements\.md:[1-9]\d*$/)
})

test('rules that are not When/Then, and terms that nothing defines, are told', async () => {
  await using lab = await openLab()
  const constraints = '- An Article is kept for ever.\n- When a Reader leaves, Then the Archive is emptied.'
  const found = await foundIn(lab, {}, { constraints })
  expect(found.map(each => each.split(' ')[0])).toEqual(['rule_form', 'undefined_term'])
})

test('an id that was doubled by hand blocks, with both lines', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  lab.write('sdd/requirements.md', lab.read('sdd/requirements.md').replace('**FR-002**: ', '**FR-001**: '))
  const { findings } = await lab.call('spec.lint', {})
  const lineOf = (words: string) =>
    lab
      .read('sdd/requirements.md')
      .split('\n')
      .findIndex(line => line.toLowerCase().includes(words)) + 1
  expect(findings.find(({ level }) => level === 'block')).toMatchObject({
    kind: 'duplicate_id',
    line: lineOf('list saved articles'),
    message: `FR-001 is there already, in line ${lineOf('- **fr-001**')} of sdd/requirements.md.`,
  })
})

test('an item that lost its id by hand blocks', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  lab.write('sdd/requirements.md', lab.read('sdd/requirements.md').replace('**FR-002**: ', ''))
  const { findings, blocking } = await lab.call('spec.lint', {})
  expect([blocking, findings.find(({ level }) => level === 'block')?.kind]).toEqual([1, 'missing_id'])
})

test('open questions are told until a round of the gate takes them up', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'propose')
  await lab.call('spec.propose', { ...TEXTS.propose, open_questions: '- Which devices are supported?' })
  await lab.call('spec.specify', TEXTS.specify)
  await lab.call('spec.rules', TEXTS['business-rules'])
  const open = async () =>
    (await lab.call('spec.lint', {})).findings.filter(({ kind }) => kind === 'unanswered_question').length
  expect(await open()).toBe(1)
  await lab.call('spec.clarify', { answers: 'Which devices? Supported are phones.', dimension_scores: 'security:1' })
  expect(await open()).toBe(0)
  await lab.call('spec.clarify', { answers: 'And at night?', dimension_scores: 'security:1' })
  expect(await open()).toBe(1)
})

test('as SARIF each finding is a result with its rule, level and line', async () => {
  await using lab = await openLab()
  await foundIn(lab, { must_have: '- The system shall store TBD. Acceptance: x.' })
  const outcome = await lab.app.call('spec.lint', { format: 'sarif' }, { actor: person })
  const sarif = JSON.parse(outcome.ok ? outcome.text() : '{}')
  expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'furrow' } } }] })
  expect(sarif.runs[0].results).toContainEqual(
    expect.objectContaining({
      ruleId: 'placeholder',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'sdd/requirements.md' }, region: { startLine: 11 } } },
      ],
    }),
  )
})

test('an id that nothing defines and tasks in a circle block, and are named when the stage is written', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'tasks')
  const tasks =
    '- TASK-001: The store. Covers: FR-001, FR-042. Depends on: TASK-002\n- TASK-002: The page. Covers: FR-002. Depends on: TASK-001'
  const view = await lab.call('spec.tasks', { ...TEXTS.tasks, tasks })
  expect(view.notices.join('\n')).toMatch(/sdd\/tasks\.md:\d+: FR-042 is named and nowhere defined/)
  expect(view.notices.join('\n')).toContain('wait for each other')
  const { findings } = await lab.call('spec.lint', {})
  const blocking = findings.filter(({ level }) => level === 'block').map(({ kind }) => kind)
  expect(blocking).toEqual(['dangling', 'cycle'])
})

test('a task that is named before the tasks are written is no finding', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'design')
  await lab.call('spec.design', { ...TEXTS.design, quality_analysis: 'TASK-001 comes first.' })
  const { findings } = await lab.call('spec.lint', {})
  expect(findings.filter(({ kind }) => kind === 'dangling')).toEqual([])
})

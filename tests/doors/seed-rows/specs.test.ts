import { expect, test } from 'vitest'
import { openLab } from '../../lab.ts'
import { furrow } from '../../support/furrow.ts'
import { TEXTS } from '../../support/spec-texts.ts'
import { specifiedTo } from '../../support/specified.ts'

/** Rows of the black-box table about specifications, by their numbers, through the built command line. */
function flags(fields: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)])
}

test('1-21 and 1-26: the three texts of the rules are required, blank optional ones are left out', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'business-rules')
  const { definitions, facts, constraints } = TEXTS['business-rules']
  for (const missing of ['definitions', 'facts', 'constraints'] as const) {
    const { [missing]: _, ...rest } = { definitions, facts, constraints }
    expect((await furrow(lab, 'spec', 'rules', ...flags(rest))).code).toBe(2)
  }
  const blank = await furrow(lab, 'spec', 'rules', ...flags({ definitions, facts, constraints: ' ' }))
  expect([blank.code, blank.stderr.includes('constraints')]).toEqual([2, true])
  const saved = await furrow(lab, 'spec', 'rules', ...flags({ definitions, facts, constraints, derivations: ' ' }))
  expect(saved.code).toBe(0)
  expect(lab.read('sdd/business-rules.md')).not.toMatch(/^## (?:Derivations|Glossary)/m)
})

test('1-24: with some ids given every other line gets its own, and the trace knows all of them', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify', 'expert')
  const must_have =
    'FR-001: The system shall store.\nThe system shall list.\n- FR-005: The system shall delete.\nThe system shall print.'
  await furrow(lab, 'spec', 'specify', ...flags({ ...TEXTS.specify, must_have }))
  const { stdout } = await furrow(lab, 'trace')
  for (const id of ['FR-001', 'FR-005', 'FR-006', 'FR-007']) expect(stdout).toContain(`| ${id} | must |`)
  expect(lab.read('sdd/requirements.md')).toMatch(/FR-00[67]\*{0,2}: The system shall list\./)
})

test('1-38: every id that is used twice is refused with both of its lines, and nothing is written', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify', 'expert')
  const must_have = '- FR-001: one\n- FR-001: two\n- FR-002: three\n- FR-002: four'
  const { code, stderr } = await furrow(lab, 'spec', 'specify', ...flags({ ...TEXTS.specify, must_have }))
  expect(code).toBe(2)
  expect(stderr).toContain('FR-001 is used twice: in line 1 of must_have ("one") and in line 2 of must_have ("two")')
  expect(stderr).toContain('FR-002 is used twice: in line 3 of must_have')
  expect(lab.list('sdd')).not.toContain('requirements.md')
})

test('1-40: of two inits at once one is refused by name, and two rounds of answers at once are both kept', async () => {
  await using lab = await openLab()
  const inits = await Promise.all(['One', 'Two'].map(name => furrow(lab, 'spec', 'init', name, 'A project.')))
  expect(inits.map(({ code }) => code).filter(code => code === 0)).toHaveLength(1)
  await using other = await openLab()
  await specifiedTo(other, 'clarify')
  const round = (answers: string) =>
    furrow(other, 'spec', 'clarify', '--answers', answers, '--dimension-scores', 'security:10')
  const rounds = await Promise.all([round('The first answer.'), round('The second answer.')])
  expect(rounds.map(({ code }) => code)).toEqual([0, 0])
  const text = other.read('sdd/clarifications.md')
  for (const part of ['The first answer.', 'The second answer.', '## Round 2']) expect(text).toContain(part)
})

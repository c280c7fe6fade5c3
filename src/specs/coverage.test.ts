import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'
import { TEXTS } from '../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../tests/support/specified.ts'

const WITHOUT_LIST = {
  ...TEXTS.tasks,
  total_tasks: 1,
  tasks: '- TASK-001: The store. Covers: FR-001. Files: src/store.ts',
}

test('a PASS that the computed coverage contradicts is refused with the ids, and nothing is written', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'tasks')
  await lab.call('spec.tasks', WITHOUT_LIST)
  const refused = await lab.refusal('spec.validate', TEXTS.validate)
  expect(refused).toMatchObject({ code: 'blocked', fix: 'furrow trace' })
  expect(refused.details?.['reasons']).toEqual([
    expect.objectContaining({ code: 'must_uncovered', ids: ['FR-002'] }),
    expect.objectContaining({ code: 'id_dangling', ids: ['TASK-002'] }),
  ])
  expect(lab.list('sdd')).not.toContain('validation.md')
})

test('with warnings a gap may stay when its id is named; the computed coverage stands below the claims', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'tasks')
  await lab.call('spec.tasks', WITHOUT_LIST)
  const claims = {
    requirements_coverage: 'FR-001 by TASK-001.',
    component_coverage: 'Store.',
    verdict: 'PASS_WITH_WARNINGS' as const,
  }
  expect(await lab.refusal('spec.validate', { ...TEXTS.validate, ...claims })).toMatchObject({ code: 'blocked' })
  const view = await lab.call('spec.validate', {
    ...TEXTS.validate,
    ...claims,
    consistency_issues: 'FR-002 has no task yet.',
  })
  expect(view).toMatchObject({ done: true, verdict: 'PASS_WITH_WARNINGS' })
  expect(lab.read('sdd/validation.md')).toContain(
    'Computed: 1 of 2 must-haves and 1 of 4 requirements are covered by tasks.',
  )
  expect(lab.read('sdd/validation.md')).toContain('| FR-002 | must | yes | none |')
})

test('a verdict that became untrue is not confirmed', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  await lab.call('spec.reopen', { stage: 'tasks', reason: 'Less' })
  await lab.call('spec.tasks', WITHOUT_LIST)
  expect(await lab.refusal('spec.confirm', { stage: 'validate' })).toMatchObject({
    code: 'blocked',
    fix: 'furrow trace',
  })
})

test('ids in code and tests are linked to their requirement, ids in documents are not', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  lab.write('src/store.ts', 'export const a = 1\n// FR-001: kept on the device\n')
  lab.write('src/store.test.ts', "test('FR-001 and FR-002', () => {})\n")
  lab.write('README.md', 'FR-001\n')
  lab.write('node_modules/x/a.js', '// FR-001\n')
  const { coverage } = await lab.call('spec.trace', { code: true })
  expect(Object.fromEntries(coverage.map(({ id, code }) => [id, code]))).toMatchObject({
    'FR-001': [
      { path: 'src/store.test.ts', line: 1 },
      { path: 'src/store.ts', line: 2 },
    ],
    'FR-002': [{ path: 'src/store.test.ts', line: 1 }],
    'FR-003': [],
  })
})

test('one id is shown with its neighbours; an id that nothing defines is refused', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  const { nodes, coverage } = await lab.call('spec.trace', { id: 'FR-002' })
  expect(nodes.map(({ id }) => id)).toEqual(['FR-002', 'TASK-002'])
  expect(coverage).toHaveLength(1)
  expect(await lab.refusal('spec.trace', { id: 'FR-404' })).toMatchObject({ code: 'not_found', target: 'FR-404' })
})

test('decisions of changes are part of the trace', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix' })
  await lab.call('adr.record', { title: 'One store', context: 'c', decision: 'd', rationale: 'r' })
  const { nodes } = await lab.call('spec.trace', {})
  expect(nodes).toContainEqual(
    expect.objectContaining({ id: 'ADR-001', title: 'One store', path: 'sdd/changes/fix/adrs/ADR-001.md' }),
  )
})

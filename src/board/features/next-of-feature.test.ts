import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FeatureSituation, whyNotForward } from './guards.ts'
import { ARTIFACT_STATES, FEATURE_TASK_STATUSES, type FeatureArtifactView, type Task } from './model.ts'
import { nextAction, waitsFor } from './next-of-feature.ts'
import { ARTIFACTS, PHASES, phaseAfter, REQUIRED } from './phases.ts'

const someTasks = fc
  .array(fc.record({ status: fc.constantFrom(...FEATURE_TASK_STATUSES), depends_on: fc.array(fc.nat(8)) }), {
    maxLength: 6,
  })
  .map(tasks =>
    tasks.map(
      ({ status, depends_on }, n): Task => ({
        id: `T${n + 1}`,
        title: 'a task',
        status,
        labels: [],
        // Ids that are later, its own, or nobody's: what people write by hand.
        depends_on: depends_on.map(other => `T${other}`),
        created_at: '',
      }),
    ),
  )

const someSituation: fc.Arbitrary<FeatureSituation> = fc
  .record({
    phase: fc.constantFrom(...PHASES),
    tasks: someTasks,
    states: fc.array(fc.constantFrom(...ARTIFACT_STATES), { minLength: 7, maxLength: 7 }),
    waitsFor: fc.subarray(['other']),
    escalations: fc.subarray(['e-001']),
  })
  .map(({ phase, tasks, states, waitsFor: others, escalations }) => ({
    id: 'x',
    feature: {
      schema_version: 1,
      title: 'x',
      created_at: '',
      updated_at: '',
      phase,
      phase_history: [],
      artifacts: {},
      tasks,
      next_task: 9,
      depends_on: [],
    },
    artifacts: ARTIFACTS.map(
      (name, n): FeatureArtifactView => ({ name, state: states[n] ?? 'missing', path: '', written: true }),
    ),
    required: REQUIRED,
    waitsFor: others,
    escalations,
  }))

/** Does what the next action says, as a person and an agent together would. */
function obey(situation: FeatureSituation): FeatureSituation {
  const { name: tool, arguments: given } = nextAction(situation).tool
  const { feature, artifacts } = situation
  const withTask = (status: Task['status']): FeatureSituation => ({
    ...situation,
    feature: { ...feature, tasks: feature.tasks.map(task => (task.id === given['task'] ? { ...task, status } : task)) },
  })
  if (tool === 'board_escalation') return { ...situation, escalations: [] }
  if (tool === 'board_task')
    return withTask(
      ({ start: 'in_progress', complete: 'completed', reopen: 'pending' } as const)[String(given['action'])] ??
        'pending',
    )
  if (given['action'] === 'advance') {
    expect(whyNotForward(situation)).toEqual([])
    return { ...situation, feature: { ...feature, phase: phaseAfter(feature.phase) ?? feature.phase } }
  }
  if (given['action'] === 'show' && given['id'] !== 'x') return { ...situation, waitsFor: [] }
  const open = new Set(['draft', 'void', 'unlogged', 'missing', 'rejected'])
  const next = phaseAfter(feature.phase)
  const first = artifacts.find(
    ({ name, state }) => open.has(state) && next !== undefined && REQUIRED[next]?.includes(name),
  )
  const state = given['action'] === 'write' ? 'draft' : 'approved'
  return { ...situation, artifacts: artifacts.map(each => (each === first ? { ...each, state } : each)) }
}

test('from every state, doing what is said next ends at released', () => {
  fc.assert(
    fc.property(someSituation, start => {
      let situation = start
      for (let n = 0; n < 80 && situation.feature.phase !== 'released'; n++) situation = obey(situation)
      expect(situation.feature.phase).toBe('released')
    }),
    { numRuns: 3000 },
  )
})

test('it is told to go on exactly when nothing holds it up', () => {
  fc.assert(
    fc.property(someSituation, situation => {
      const free = whyNotForward(situation).length === 0
      expect(nextAction(situation).tool.arguments['action'] === 'advance').toBe(free)
    }),
    { numRuns: 3000 },
  )
})

test('a waived artifact is as good as an approved one', () => {
  fc.assert(
    fc.property(someSituation, situation => {
      const as = (state: FeatureArtifactView['state']) => ({
        ...situation,
        artifacts: situation.artifacts.map(each => ({ ...each, state })),
      })
      expect(nextAction(as('waived'))).toEqual(nextAction(as('approved')))
    }),
  )
})

test('a blocked task is not finished, and no task is begun before those it depends on', () => {
  fc.assert(
    fc.property(someSituation, situation => {
      const { tasks, phase } = situation.feature
      const codes = whyNotForward(situation).map(({ code }) => code)
      const building = PHASES.indexOf(phase) >= PHASES.indexOf('implementation') && phase !== 'released'
      if (building && tasks.some(({ status }) => status === 'blocked')) expect(codes).toContain('task_open')
      const { task: id, action } = nextAction(situation).tool.arguments
      const begun = tasks.find(task => task.id === id && action === 'start')
      if (begun === undefined) return
      for (const other of waitsFor(begun, tasks)) expect(tasks.find(t => t.id === other)?.status).toBe('completed')
    }),
    { numRuns: 3000 },
  )
})

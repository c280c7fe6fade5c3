import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { exploration } from './exploration.ts'
import { BUILT_IN, hasPrompt } from './load.ts'
import { ProjectType } from './model.ts'
import { whyNotType } from './validate.ts'

const all = () => true

test.each(BUILT_IN.map(type => [type.name, type] as const))('%s is a type that can be lived by', async (_, type) => {
  await using lab = await openLab({ git: false })
  const { manifest, workspace } = lab.app
  expect(ProjectType.parse(type)).toEqual(type)
  expect(whyNotType(type, name => hasPrompt({ manifest, workspace, home: lab.app.home }, name))).toEqual([])
})

test('sow defect D1: a checklist that nobody can work through is refused', () => {
  const { Finalizing } = exploration.states
  const { checklist: _, ...without } = Finalizing ?? never()
  const found = whyNotType({ ...exploration, states: { ...exploration.states, Finalizing: without } }, all)
  expect(found).toEqual([
    'complete_finalization asks for steps_done in Finalizing, and nothing that Finalizing allows can satisfy it',
  ])
})

test.each([
  [{ initial: 'Nowhere' }, 'it begins in Nowhere, which is no state'],
  [{ phases: ['exploration'] }, 'Finalizing is in finalization, which is no phase'],
  [
    { transitions: exploration.transitions.filter(({ to }) => to !== 'Completed' && to !== 'Abandoned') },
    'no end is reached from Active',
  ],
  [{ transitions: exploration.transitions.filter(({ to }) => to !== 'Summarizing') }, 'Summarizing is never reached'],
  [{ kinds: { finding: { needs_approval: false } } }, 'Active adds summary, which is no kind'],
  [
    { transitions: [...exploration.transitions, { ...(exploration.transitions[0] ?? never()), to: 'Completed' }] },
    'Active is left by begin_summarizing twice',
  ],
  [
    {
      transitions: exploration.transitions.map(each => ({ ...each, guards: [{ guard: 'named' as const, name: 'x' }] })),
    },
    'begin_summarizing: named names x',
  ],
])('a type with %j is refused', (change, problem) => {
  expect(whyNotType({ ...exploration, ...change }, all)).toContain(problem)
})

test('a state without a prompt is refused, terminal ones too', () => {
  expect(whyNotType(exploration, name => name !== 'exploration-completed')).toEqual([
    'Completed has the prompt exploration-completed, which does not exist',
  ])
})

test('a guard about what an earlier state made is fine where every way in asked for it', () => {
  const weaker = exploration.transitions.map(each =>
    each.event === 'begin_summarizing' ? { ...each, guards: [] } : each,
  )
  expect(whyNotType({ ...exploration, transitions: weaker }, all)).toEqual([
    'complete_summarizing asks for tasks_resolved in Summarizing, and nothing that Summarizing allows can satisfy it',
  ])
})

function never(): never {
  throw new Error('the type has changed')
}

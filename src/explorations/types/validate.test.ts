import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { builtInType } from './built-in.ts'
import { hasPrompt } from './load.ts'
import { ProjectType } from './model.ts'
import { BUILT_IN_KINDS, BUILT_IN_TYPES } from './names.ts'
import { whyNotType } from './validate.ts'

const all = () => true
const exploration = builtInType('exploration')
const standard = builtInType('standard')
const breakdown = builtInType('breakdown')

test.each(BUILT_IN_TYPES.map(name => [name, builtInType(name)] as const))(
  '%s is a type that can be lived by',
  async (_, type) => {
    await using lab = await openLab({ git: false })
    const { manifest, workspace } = lab.app
    expect(ProjectType.parse(type)).toEqual(type)
    expect(whyNotType(type, name => hasPrompt({ manifest, workspace, home: lab.app.home }, name))).toEqual([])
  },
)

test('the kinds that every form offers are those of the types', () => {
  const kinds = BUILT_IN_TYPES.flatMap(name => Object.keys(builtInType(name).kinds))
  expect([...BUILT_IN_KINDS].sort()).toEqual([...new Set(kinds)].sort())
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
  [{ initial: 'Nowhere' }, 'it begins in Nowhere, which is not a state'],
  [{ phases: ['exploration'] }, 'Finalizing is in finalization, which is not a phase'],
  [
    { transitions: exploration.transitions.filter(({ to }) => to !== 'Completed' && to !== 'Abandoned') },
    'no end is reached from Active',
  ],
  [{ transitions: exploration.transitions.filter(({ to }) => to !== 'Summarizing') }, 'Summarizing is never reached'],
  [{ kinds: { finding: { needs_approval: false } } }, 'Active adds summary, which is not a kind'],
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

test.each([
  [
    standard,
    { kinds: { ...standard.kinds, review: { needs_approval: true } } },
    'pass: verdict names review, which has no verdict',
  ],
  [standard, { dependencies: undefined }, 'review: dependencies_met needs dependencies, and the type has none'],
  [
    standard,
    { kinds: { ...standard.kinds, review: { needs_approval: false, verdict: true } } },
    'review has a verdict and needs no approval',
  ],
  [
    breakdown,
    {
      states: {
        ...breakdown.states,
        Publishing: { ...(breakdown.states['Publishing'] ?? never()), checklist: [{ action: 'issue', name: 'x' }] },
      },
    },
    'Publishing opens an issue, and not for each task',
  ],
] as const)('%#: what the vocabulary of tasks and reviews needs is asked for', (type, change, problem) => {
  expect(whyNotType({ ...type, ...change } as ProjectType, all)).toContain(problem)
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

import { expect, test } from 'vitest'
import type { AgentEvent } from '../../agents/model.ts'
import { storyOf } from './story.ts'

function events(...list: Partial<AgentEvent>[]): AgentEvent[] {
  return list.map((event, index) => ({ n: index + 1, t: index, type: 'note', ...event }) as AgentEvent)
}

test('pieces of a sentence are one, and a thought is told apart from what was said', () => {
  const { chapters } = storyOf(
    events({ type: 'thought', text: 'Hm' }, { type: 'text', text: 'It ' }, { type: 'text', text: 'works' }),
  )
  expect(chapters.map(({ kind, ...rest }) => [kind, 'text' in rest && rest.text])).toEqual([
    ['thought', 'Hm'],
    ['text', 'It works'],
  ])
})

test('a tool stands where it was called, with what is known of it last', () => {
  const { chapters } = storyOf(
    events(
      { type: 'tool', call: 'a', title: 'Edit', tool: 'edit', status: 'pending', paths: ['x.ts'] },
      { type: 'text', text: 'Meanwhile' },
      { type: 'tool', call: 'a', title: 'Edit', tool: 'edit', status: 'completed', paths: ['x.ts'], output: '+1' },
    ),
  )
  expect(chapters).toMatchObject([{ kind: 'tool', n: 1, status: 'completed', output: '+1' }, { kind: 'text' }])
})

test('a question gets its answer, and the plan is the newest one', () => {
  const plan = (status: string) => [{ content: 'Look', status, priority: 'medium' }]
  const { chapters } = storyOf(
    events(
      { type: 'plan', entries: plan('pending') },
      { type: 'permission', permission: 'p1', title: 'Write x', tool: 'edit', answer: 'ask', by: 'default' },
      { type: 'plan', entries: plan('completed') },
      { type: 'answered', permission: 'p1', answer: 'allow', by: 'person' },
      { type: 'answered', permission: 'unknown', answer: 'allow', by: 'person' },
    ),
  )
  expect(chapters).toMatchObject([
    { kind: 'plan', entries: [{ status: 'completed' }] },
    { kind: 'permission', title: 'Write x', answer: 'allow', by: 'person' },
  ])
})

test('usage is no chapter; the last figures count', () => {
  const { chapters, usage } = storyOf(
    events(
      { type: 'usage', used: 10, size: 100 },
      { type: 'usage', cost: { amount: 0.2, currency: 'USD' } },
      { type: 'ended', stop_reason: 'end_turn' },
    ),
  )
  expect(chapters).toEqual([])
  expect(usage).toEqual({ used: 10, size: 100, cost: { amount: 0.2, currency: 'USD' } })
})

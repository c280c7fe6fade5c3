import { type Call, implement } from '../../workspace/call.ts'
import { change } from '../features/change-feature.ts'
import { requireCurrent } from '../features/current.ts'
import { renderFeature } from '../features/view-feature.ts'
import * as contracts from './contracts.ts'
import { withTask } from './make-task.ts'
import { movedTask, type TaskMove, taskOf } from './transitions.ts'

export const add = implement(() => contracts.add, {
  run: async (call, { id = requireCurrent(call), ...wish }) =>
    change(call, id, ({ situation: { feature }, at }) => {
      for (const other of wish.depends_on ?? []) taskOf(id, feature, other)
      const { task, card } = withTask(feature, at, wish)
      return { card, says: `added the task ${task.id} to ${feature.title}: ${task.title}` }
    }),
  render: renderFeature,
})

export const start = implement(() => contracts.start, {
  run: (call, input) => move(call, input, () => ({ to: 'in_progress' })),
  render: renderFeature,
})

export const complete = implement(() => contracts.complete, {
  run: (call, input) => move(call, input, at => ({ to: 'completed', at })),
  render: renderFeature,
})

export const reopen = implement(() => contracts.reopen, {
  run: (call, input) => move(call, input, () => ({ to: 'pending' })),
  render: renderFeature,
})

export const block = implement(() => contracts.block, {
  run: (call, { id, task, reason }) => move(call, { id, task }, () => ({ to: 'blocked', reason })),
  render: renderFeature,
})

function move(call: Call, { id, task }: { id: string; task: string }, to: (at: string) => TaskMove) {
  return change(call, id, ({ situation: { feature }, at }) => {
    const chosen = to(at)
    return {
      card: movedTask(id, feature, { ...chosen, task }),
      says: `the task ${task} of ${feature.title} is ${chosen.to.replace('_', ' ')}: ${taskOf(id, feature, task).title}`,
    }
  })
}

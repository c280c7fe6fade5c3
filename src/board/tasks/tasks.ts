import { guard } from '../../lifecycle/reason.ts'
import { refuse } from '../../operation/errors.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { change } from '../features/change.ts'
import { requireCurrent } from '../features/current.ts'
import type { Feature, Task } from '../features/model.ts'
import { waitsFor } from '../features/next.ts'
import { renderFeature } from '../features/view.ts'
import * as contracts from './contracts.ts'
import { withTask } from './make.ts'

export const add = implement(contracts.add, {
  run: async (call, { id = requireCurrent(call), ...wish }) =>
    change(call, id, ({ situation: { feature }, at }) => {
      for (const other of wish.depends_on ?? []) taskOf(feature, id, other)
      const { task, card } = withTask(feature, at, wish)
      return { card, says: `${task.id} of ${id}` }
    }),
  render: renderFeature,
})

export const start = implement(contracts.start, {
  run: (call, { id, task }) =>
    alter(call, { id, task }, (found, { tasks }) => {
      const open = waitsFor(found, tasks).filter(other => !tasks.some(t => t.id === other && t.status === 'completed'))
      guard(
        open.map(other => ({
          code: 'task_waits',
          ids: [other],
          message: `${task} waits for ${other}.`,
          fix: `furrow task complete ${id} ${other}`,
        })),
      )
      return { status: 'in_progress' }
    }),
  render: renderFeature,
})

export const complete = implement(contracts.complete, {
  run: (call, input) => alter(call, input, (_, __, at) => ({ status: 'completed', completed_at: at })),
  render: renderFeature,
})

export const reopen = implement(contracts.reopen, {
  run: (call, input) => alter(call, input, () => ({ status: 'pending' })),
  render: renderFeature,
})

export const block = implement(contracts.block, {
  run: (call, { id, task, reason }) => alter(call, { id, task }, () => ({ status: 'blocked', reason })),
  render: renderFeature,
})

type Alteration = Pick<Task, 'status'> & Partial<Pick<Task, 'reason' | 'completed_at'>>

/** A task in another state; what was said about the earlier state goes with it. */
function alter(
  call: Call,
  { id, task }: { id: string; task: string },
  to: (found: Task, feature: Feature, at: string) => Alteration,
) {
  return change(call, id, ({ situation: { feature }, at }) => {
    const found = taskOf(feature, id, task)
    const { reason: _, completed_at: __, ...rest } = found
    const next = { ...rest, ...to(found, feature, at) } as Task
    const tasks = feature.tasks.map(each => (each === found ? next : each))
    return { card: { ...feature, tasks }, says: `${task} of ${id} is ${next.status.replace('_', ' ')}` }
  })
}

function taskOf(feature: Feature, id: string, task: string): Task {
  const found = feature.tasks.find(each => each.id === task)
  if (found !== undefined) return found
  throw refuse('not_found', `${id} has no task ${task}.`, { target: task, fix: `furrow feature show ${id}` })
}

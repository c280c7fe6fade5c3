import { refuseFor } from '../../lifecycle/reason.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Feature, Task } from '../features/model.ts'
import { waitsFor } from '../features/next-of-feature.ts'

export type TaskMove =
  | { readonly to: 'in_progress' | 'pending' }
  | { readonly to: 'completed'; readonly at: string }
  | { readonly to: 'blocked'; readonly reason: string }

/** A task in another state; what was said about the earlier state goes with it. */
export function movedTask(id: string, feature: Feature, { task, ...move }: TaskMove & { task: string }): Feature {
  const found = taskOf(id, feature, task)
  if (move.to === 'in_progress') refuseFor(whyNotStart(id, feature, found))
  const { reason: _, completed_at: __, ...rest } = found
  const next = { ...rest, status: move.to, ...told(move) } as Task
  return { ...feature, tasks: feature.tasks.map(each => (each === found ? next : each)) }
}

export function taskOf(id: string, feature: Feature, task: string): Task {
  const found = feature.tasks.find(each => each.id === task)
  if (found !== undefined) return found
  throw refuse('not_found', `${id} has no task ${task}.`, { target: task, fix: shell`furrow feature show ${id}` })
}

function told(move: TaskMove): Partial<Task> {
  if (move.to === 'completed') return { completed_at: move.at }
  return move.to === 'blocked' ? { reason: move.reason } : {}
}

function whyNotStart(id: string, { tasks }: Feature, found: Task) {
  const done = (other: string) => tasks.some(task => task.id === other && task.status === 'completed')
  return waitsFor(found, tasks)
    .filter(other => !done(other))
    .map(other => ({
      code: 'task_waits',
      ids: [other],
      message: `${found.id} waits for ${other}.`,
      fix: shell`furrow task complete ${id} ${other}`,
    }))
}

import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { itemsIn } from './items.ts'
import { listLines } from './list-lines.ts'

/** The number of tasks is counted, not believed. */
export function tallyProblem(total: number, tasks: string): Refused | undefined {
  const count = countTasks(tasks)
  if (count === total || count === 0) return undefined
  return refuse('usage', `total_tasks is ${total}, but the list holds ${count} ${count === 1 ? 'task' : 'tasks'}.`, {
    target: 'total_tasks',
    fix: shell`furrow guide spec-tasks`,
  })
}

export function countTasks(tasks: string): number {
  const items = itemsIn(listLines(tasks, 'TASK'))
  const led = items.filter(({ id }) => id?.startsWith('TASK-'))
  return led.length > 0 && led.every(({ level }) => level !== undefined)
    ? led.length
    : items.filter(({ id }) => id === undefined || id.startsWith('TASK-')).length
}

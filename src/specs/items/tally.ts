import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { itemsIn } from './items.ts'
import { continuesAbove } from './line-words.ts'
import { listLines } from './list-lines.ts'

/** The number of tasks is counted, not believed. */
export function taskCountProblem(total: number, tasks: string): Refused | undefined {
  const count = countTasks(tasks)
  if (count === total || count === 0) return undefined
  const holds = `total_tasks is ${total}, but the list holds ${count} ${count === 1 ? 'task' : 'tasks'}.`
  return refuse('usage', [holds, ...(total > count ? uncounted(tasks) : [])].join(' '), {
    target: 'total_tasks',
    fix: shell`furrow guide spec-tasks`,
  })
}

/** The lines that were read as part of the line above, in case one of them was meant as a task. */
function uncounted(tasks: string): string[] {
  const listed = listLines(tasks, 'TASK').split('\n')
  const lines = tasks.split('\n').flatMap((line, index) => {
    const isPart = /^\S/.test(line) && /^ {2}\S/.test(listed[index] ?? '') && !continuesAbove(line)
    return isPart ? [`line ${index + 1} ("${line.slice(0, 60)}")`] : []
  })
  if (lines.length === 0) return []
  const [one, their] = lines.length === 1 ? ['is', 'a task of its own begins'] : ['are', 'tasks of their own begin']
  return [
    `Not counted ${one} ${lines.join(', ')}, which ${one === 'is' ? 'continues' : 'continue'} the line above; ${their} with "- ".`,
  ]
}

export function countTasks(tasks: string): number {
  const items = itemsIn(listLines(tasks, 'TASK'))
  const led = items.filter(({ id }) => id?.startsWith('TASK-'))
  return led.length > 0 && led.every(({ level }) => level !== undefined)
    ? led.length
    : items.filter(({ id }) => id === undefined || id.startsWith('TASK-')).length
}

import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { ProjectTask } from '../model.ts'

type Dependent = Pick<ProjectTask, 'id' | 'name' | 'status' | 'depends_on'>

export function isOpenTask({ status }: Pick<ProjectTask, 'status'>): boolean {
  return status === 'pending' || status === 'in_progress'
}

/** What a task still waits for. One that was given up holds nobody back. */
export function unmetDependencies({ depends_on = [] }: Dependent, tasks: readonly Dependent[]): Dependent[] {
  return tasks.filter(task => depends_on.includes(task.id) && isOpenTask(task))
}

/** The task to go on with: one that is begun, or the first that waits for nothing. */
export function nextReady<T extends Dependent>(tasks: readonly T[]): T | undefined {
  const ready = tasks.filter(task => isOpenTask(task) && unmetDependencies(task, tasks).length === 0)
  return ready.find(({ status }) => status === 'in_progress') ?? ready[0] ?? tasks.find(isOpenTask)
}

/** Each after those that it depends on, otherwise as they are; what is left of a cycle comes last. */
export function inDependencyOrder<T extends Dependent>(tasks: readonly T[]): T[] {
  const placed: T[] = []
  const isPlaced = (id: string) => placed.some(task => task.id === id) || tasks.every(task => task.id !== id)
  for (;;) {
    const next = tasks.find(task => !placed.includes(task) && (task.depends_on ?? []).every(isPlaced))
    if (next === undefined) return [...placed, ...tasks.filter(task => !placed.includes(task))]
    placed.push(next)
  }
}

/** The ids of a cycle that a task is in, from it back to it. */
export function cycleFrom(id: string, tasks: readonly Dependent[]): string[] | undefined {
  const ways: string[][] = [[id]]
  const seen = new Set<string>()
  for (const way of ways) {
    const last = tasks.find(task => task.id === way.at(-1))
    for (const next of last?.depends_on ?? []) {
      if (next === id) return [...way, id]
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}

interface DependencyChange {
  readonly id: string
  readonly depends_on: readonly string[]
  /** What its tasks are called, where the type has dependencies. */
  readonly noun: string
  readonly dependencies: 'order' | 'record' | undefined
}

/** Why a task cannot depend on these. */
export function whyNotDepend(
  tasks: readonly Dependent[],
  { id, depends_on, noun, dependencies }: DependencyChange,
): Reason[] {
  if (depends_on.length > 0 && dependencies === undefined)
    return [
      {
        code: 'no_dependencies',
        ids: [id],
        message: `a ${noun} of this type depends on no other`,
        fix: shell`furrow agent task show ${id}`,
      },
    ]
  const unknown = depends_on.filter(each => tasks.every(task => task.id !== each))
  if (unknown.length > 0)
    return unknown.map(each => ({
      code: 'unknown_task',
      ids: [each],
      message: `there is no ${noun} ${each} to depend on`,
      fix: shell`furrow agent task list`,
    }))
  const cycle = cycleFrom(
    id,
    tasks.map(task => (task.id === id ? { ...task, depends_on: [...depends_on] } : task)),
  )
  return cycle === undefined ? [] : [cycleReason(cycle, noun)]
}

function cycleReason(cycle: readonly string[], noun: string): Reason {
  const [id = ''] = cycle
  return {
    code: 'dependency_cycle',
    ids: [...new Set(cycle)],
    message: `${noun} ${id} would wait for itself: ${cycle.join(' waits for ')}`,
    fix: shell`furrow agent task show ${id}`,
  }
}

/** Why a task is not begun or completed yet, where the order counts. */
export function whyNotBegin(task: Dependent, tasks: readonly Dependent[]): Reason[] {
  return unmetDependencies(task, tasks).map(({ id, name, status }) => ({
    code: 'task_waits',
    ids: [task.id, id],
    message: `${task.id} (${task.name}) waits for ${id} (${name}), which is ${status}`,
    fix: shell`furrow agent task update ${id} --status completed`,
  }))
}

/** What of the dependencies does not hold at the end: a cycle, or a completed task without what it depends on. */
export function whyNotMet(tasks: readonly Dependent[], noun: string): Reason[] {
  const cycle = tasks.map(({ id }) => cycleFrom(id, tasks)).find(found => found !== undefined)
  if (cycle !== undefined) return [cycleReason(cycle, noun)]
  return tasks
    .filter(({ status }) => status === 'completed')
    .flatMap(task =>
      (task.depends_on ?? []).flatMap(id => {
        const other = tasks.find(each => each.id === id)
        if (other?.status === 'completed') return []
        const is = other === undefined ? 'does not exist' : `is ${other.status}`
        return [
          {
            code: 'dependency_unmet',
            ids: [task.id, id],
            message: `${task.id} (${task.name}) is completed and depends on ${id}, which ${is}`,
            fix: shell`furrow agent task update ${task.id} --depends-on ${remaining(task, id)}`,
          },
        ]
      }),
    )
}

function remaining({ depends_on = [] }: Dependent, without: string): string {
  return depends_on.find(id => id !== without) ?? NONE
}

/** On the command line a list cannot be empty. */
export const NONE = 'none'

import type { Reason } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import type { ProjectState, ProjectTask } from '../model.ts'
import { iterationOf, topicsOf } from '../record/project-parts.ts'
import { transitionsFrom } from '../rules/ways.ts'
import { counted } from '../show/words.ts'
import type { Guard, ProjectType } from '../types/model.ts'
import { inDependencyOrder, isOpenTask, nextReady } from './dependencies.ts'

interface TaskContext {
  readonly type: ProjectType
  readonly state: ProjectState
}

export function noTasks({ type, state }: TaskContext): Reason {
  return {
    code: 'no_tasks',
    ids: [],
    message: `${cannot(type, state)}there is no ${type.task} yet`,
    fix: shell`furrow agent task create --help`,
  }
}

/** The words that scripts know where `advance` leads on; elsewhere it would name another command. */
function cannot(type: ProjectType, state: ProjectState): string {
  return transitionsFrom(type, state).some(({ by }) => by === 'advance') ? 'cannot advance: ' : ''
}

/** There is something to do next. */
export function nothingOpen({ type, state }: TaskContext): Reason[] {
  const tasks = topicsOf(type, state)
  if (tasks.length === 0 || tasks.some(isOpenTask)) return []
  return [
    {
      code: 'no_open_task',
      ids: tasks.map(({ id }) => id),
      message: `every ${type.task} is resolved already: add one for what is to be done now, or set one back to pending`,
      fix: shell`furrow agent task create --help`,
    },
  ]
}

/** One reason for all of them, in the words that scripts know, and then by name. */
export function unresolved({ type, state }: TaskContext): Reason[] {
  const open = inDependencyOrder(topicsOf(type, state)).filter(isOpenTask)
  const [first] = open
  if (first === undefined) return []
  const noun = cannot(type, state) === '' ? type.task : 'task'
  const tasks = `${counted(open.length, noun)} ${open.length === 1 ? 'is' : 'are'}`
  const names = listNames(open.map(({ id, name, status }) => `${id} (${name}) is ${status.replace('_', ' ')}`))
  const message = `${cannot(type, state)}${tasks} not yet completed or abandoned - ${names}`
  return [
    {
      code: 'tasks_unresolved',
      ids: open.map(({ id }) => id),
      message,
      fix: completingTask({ type, state }, first.id),
    },
  ]
}

const MOST_LISTED = 5

export function listNames(names: readonly string[]): string {
  const more = names.length - MOST_LISTED
  return [...names.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

export function tooFewCompleted({ at_least = 1, this_iteration }: Guard, sight: TaskContext): Reason[] {
  const { type, state } = sight
  const topics = topicsOf(type, state)
  const isCounted = ({ status, iteration = 1 }: ProjectTask) =>
    status === 'completed' && (this_iteration !== true || iteration === iterationOf(state))
  const completed = topics.filter(isCounted).length
  if (completed >= at_least) return []
  if (topics.length === 0) return [noTasks(sight)]
  const open = nextReady(topics)
  const ids = topics.map(({ id }) => id)
  if (this_iteration === true && iterationOf(state) > 1)
    return [
      {
        code: 'nothing_changed',
        ids,
        message: `nothing was completed in iteration ${iterationOf(state)} yet: add a ${type.task} for the feedback, or complete one again`,
        fix: open === undefined ? shell`furrow agent task create --help` : completing(open.id),
      },
    ]
  if (open !== undefined || completed > 0)
    return [
      {
        code: 'too_few_completed',
        ids,
        message: `${completed} of at least ${at_least} are completed`,
        fix: open === undefined ? shell`furrow agent task create --help` : completingTask(sight, open.id),
      },
    ]
  return [
    {
      code: 'nothing_completed',
      ids,
      message: `every ${type.task} was abandoned, so there is nothing to go on with`,
      fix: shell`furrow agent abandon --reason ${`every ${type.task} was abandoned`}`,
    },
  ]
}

export function completing(id: string): ShellText {
  return shell`furrow agent task update ${id} --status completed`
}

/** With its outcome, written in place of the dots; where each task has its own document, that is the outcome. */
export function completingTask(standing: TaskContext, id: string): ShellText {
  const { outcome = '' } = topicsOf(standing.type, standing.state).find(task => task.id === id) ?? {}
  if (documentOfTasks(standing) !== undefined || outcome !== '') return completing(id)
  return shell`furrow agent task update ${id} --status completed --outcome ...`
}

/** The kind of document that each completed task needs, where the way from here asks for one. */
export function documentOfTasks({ type, state }: TaskContext): string | undefined {
  const guards = transitionsFrom(type, state).flatMap(({ guards: asked = [] }) => asked)
  return guards.find(({ guard }) => guard === 'task_artifacts_approved')?.kind
}

import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Task } from '../model.ts'

/** What `task update` may change. */
export interface TaskChange {
  readonly status?: Task['status'] | undefined
  readonly refs?: readonly string[] | undefined
  readonly unref?: readonly string[] | undefined
  readonly name?: string | undefined
  readonly question?: string | undefined
  readonly scope?: string | undefined
  readonly outcome?: string | undefined
  readonly reason?: string | undefined
  readonly meta?: Readonly<Record<string, string>> | undefined
}

const OF_TOPICS: readonly Task['status'][] = ['pending', 'in_progress', 'completed', 'abandoned']
const OF_STEPS: readonly Task['status'][] = ['pending', 'in_progress', 'completed']

/** Any status may follow any. Skipping a step is a decision of its own. */
export function whyNotStatus(
  { id }: Task,
  { step, noun }: { step: boolean; noun: string },
  { status }: TaskChange,
): Reason[] {
  if (status === undefined) return []
  const known = step ? OF_STEPS : OF_TOPICS
  if (known.includes(status)) return []
  if (step && status === 'skipped')
    return [
      {
        code: 'skip_by_person',
        ids: [id],
        message: `${id} is skipped by a person, with a reason`,
        fix: shell`furrow explore skip --help`,
      },
    ]
  return [
    {
      code: 'wrong_status',
      ids: [id],
      message: `a ${step ? 'finalization step' : noun} is ${known.join(', ')}; not ${status}`,
      fix: shell`furrow agent task show ${id}`,
    },
  ]
}

/** Only what the type calls optional may be left out. */
export function whyNotSkip({ id, name, optional, status }: Task, step: boolean): Reason[] {
  if (step && optional === true && status !== 'completed') return []
  const why = !step ? 'is not a finalization step' : optional === true ? 'is completed' : 'cannot be skipped'
  return [
    { code: 'step_needed', ids: [id], message: `${id} (${name}) ${why}`, fix: shell`furrow agent finalize --plan` },
  ]
}

export function whyNotDelete({ id, name, status, refs }: Task, step: boolean): Reason[] {
  if (!step && status === 'pending' && refs.length === 0) return []
  const says = step ? 'is a step of the plan' : status === 'pending' ? 'has findings' : `is ${status}`
  return [
    {
      code: 'task_used',
      ids: [id],
      message: `${id} (${name}) ${says}; only what is pending and has no links is deleted`,
      fix: step
        ? shell`furrow agent finalize --plan`
        : shell`furrow agent task update ${id} --status abandoned --reason 'not needed'`,
    },
  ]
}

/** A task after a change: what is not named stays; times follow the status. */
export function changed(task: Task, change: TaskChange, at: string): Task {
  const { status = task.status, refs = [], unref = [], meta, name, question, scope, outcome, reason } = change
  const texts = { name: name?.trim(), question, scope, outcome, reason }
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  const links = [...new Set([...task.refs, ...refs])].filter(path => !unref.includes(path))
  return timed(
    {
      ...task,
      ...Object.fromEntries(given),
      status,
      refs: links,
      ...(meta !== undefined && { metadata: { ...task.metadata, ...meta } }),
      updated_at: at,
    },
    at,
  )
}

function timed({ completed_at, ...task }: Task, at: string): Task {
  const begun = task.status === 'in_progress' || task.status === 'completed'
  const over = task.status === 'completed' || task.status === 'abandoned' || task.status === 'skipped'
  return {
    ...task,
    ...(begun && { started_at: task.started_at ?? at }),
    ...(over && { completed_at: completed_at ?? at }),
  } as Task
}

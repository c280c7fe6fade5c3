import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { ProjectTask } from '../model.ts'

/** What `task update` may change. */
export interface TaskChange {
  readonly status?: ProjectTask['status'] | undefined
  readonly refs?: readonly string[] | undefined
  readonly unref?: readonly string[] | undefined
  readonly name?: string | undefined
  readonly question?: string | undefined
  readonly scope?: string | undefined
  readonly outcome?: string | undefined
  readonly confidence?: ProjectTask['confidence']
  readonly would_change?: string | undefined
  /** In place of those that it names. */
  readonly sources?: readonly string[] | undefined
  readonly reason?: string | undefined
  readonly meta?: Readonly<Record<string, string>> | undefined
  readonly depends_on?: readonly string[] | undefined
  /** The round of the work that this happens in. */
  readonly iteration?: number | undefined
}

const OF_TOPICS: readonly ProjectTask['status'][] = ['pending', 'in_progress', 'completed', 'abandoned']
const OF_STEPS: readonly ProjectTask['status'][] = ['pending', 'in_progress', 'completed']

/** Any status may follow any. Skipping a step is a decision of its own. */
export function whyNotStatus(
  { id }: ProjectTask,
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
        message: `only a person skips ${id}, with a reason`,
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
export function whyNotSkip({ id, name, optional, status }: ProjectTask, step: boolean): Reason[] {
  if (step && optional === true && status !== 'completed') return []
  const why = !step ? 'is not a finalization step' : optional === true ? 'is completed' : 'cannot be skipped'
  return [
    { code: 'step_needed', ids: [id], message: `${id} (${name}) ${why}`, fix: shell`furrow agent finalize --plan` },
  ]
}

export function whyNotDelete(
  { id, name, status, refs }: ProjectTask,
  step: boolean,
  tasks: readonly ProjectTask[],
): Reason[] {
  const dependents = tasks.filter(({ depends_on = [] }) => depends_on.includes(id)).map(each => each.id)
  if (!step && status === 'pending' && refs.length === 0 && dependents.length === 0) return []
  const used = refs.length > 0 ? `is linked to ${refs.join(', ')}` : `is needed by ${dependents.join(', ')}`
  const says = step ? 'is a step of the plan' : status === 'pending' ? used : `is ${status}`
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
export function changed(task: ProjectTask, change: TaskChange, at: string): ProjectTask {
  const { status = task.status, refs = [], unref = [], meta, name, question, scope, outcome, reason } = change
  const { confidence, would_change, sources, depends_on, iteration } = change
  const texts = { name: name?.trim(), question, scope, outcome, confidence, would_change, reason, sources }
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  const links = [...new Set([...task.refs, ...refs])].filter(path => !unref.includes(path))
  return timed(
    {
      ...task,
      ...Object.fromEntries(given),
      status,
      refs: links,
      ...(depends_on !== undefined && { depends_on: [...new Set(depends_on)] }),
      ...(change.status === 'completed' && iteration !== undefined && { iteration }),
      ...(meta !== undefined && { metadata: { ...task.metadata, ...meta } }),
      updated_at: at,
    },
    at,
  )
}

function timed({ completed_at, ...task }: ProjectTask, at: string): ProjectTask {
  const begun = task.status === 'in_progress' || task.status === 'completed'
  const over = task.status === 'completed' || task.status === 'abandoned' || task.status === 'skipped'
  return {
    ...task,
    ...(begun && { started_at: task.started_at ?? at }),
    ...(over && { completed_at: completed_at ?? at }),
  } as ProjectTask
}

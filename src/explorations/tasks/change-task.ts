import { refuseFor } from '../../lifecycle/reason.ts'
import { blocked, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { entryWithId } from '../../store/journal/log.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { checkedFile, register } from '../artifacts/artifact-files.ts'
import { addSource, prepareSource } from '../evidence/cite.ts'
import { locateSource } from '../evidence/locate.ts'
import { findEffect, isOurs } from '../finalize/effects.ts'
import { type StepResult, settleFinalizeStep } from '../finalize/step.ts'
import type { ProjectTask, ProjectView } from '../model.ts'
import { isInFolder } from '../model.ts'
import { commitStep, guardContextOf, requireProject } from '../record/engine.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { currentState, isStep, iterationOf, mapTasks, topicsOf, withPhase } from '../record/project-parts.ts'
import { lastTaskId, taskId, whyNotAllowed } from '../rules/machine.ts'
import { renderProject, renderTask } from '../show/render-project.ts'
import { viewProject, viewTask } from '../show/view-project.ts'
import type { ProjectType } from '../types/model.ts'
import * as contracts from './contracts.ts'
import { NONE, whyNotBegin, whyNotDepend } from './dependencies.ts'
import { findTask } from './find-task.ts'
import { changed, type TaskChange, whyNotDelete, whyNotSkip, whyNotStatus } from './task-rules.ts'

export const create = implement(() => contracts.create, {
  async run(call, { name, question, scope, also = [], depends_on = [] }) {
    const order = { command: 'task create', ability: 'task.create' } as const
    const held = await commitStep(call, order, ({ held: { type, state }, at }) => {
      const first = lastTaskId(state) + 1
      const texts = { ...(question !== undefined && { question }), ...(scope !== undefined && { scope }) }
      const dependencies = depends_on.filter(id => id !== NONE)
      refuseFor(whyNotDepend(topicsOf(type, state), { ...wordsFor(type), id: taskId(first), depends_on: dependencies }))
      const tasks = [name, ...also].map<ProjectTask>((each, index) => ({
        id: taskId(first + index),
        name: each.trim(),
        status: 'pending',
        refs: [],
        ...(index === 0 && texts),
        ...(index === 0 && dependencies.length > 0 && { depends_on: dependencies }),
        created_at: at,
        updated_at: at,
      }))
      const { phase = type.phases[0] ?? '' } = currentState(type, state)
      const next = withPhase(state, phase, each => ({ ...each, tasks: [...each.tasks, ...tasks] }))
      const summary = tasks.map(task => `${task.id} added: ${task.name}`).join('; ')
      return { state: { ...next, last_task_id: first + also.length }, summary }
    })
    const [first = '', ...more] = [name, ...also].map((_, index, { length }) =>
      taskId((held.state.last_task_id ?? 0) - length + 1 + index),
    )
    const others = more.map(id => answer(call, held, id).task)
    return { ...answer(call, held, first), ...(others.length > 0 && { others }) }
  },
  render: renderTask,
})

export const update = implement(() => contracts.update, {
  async run(call, { id, ...change }) {
    if (Object.values(change).every(value => value === undefined))
      return refuse('usage', `Nothing is said that would change ${id}.`, {
        target: 'id',
        fix: shell`furrow agent task update --help`,
      })
    const seen = await effectOf(call, id, change)
    const cited = await Promise.all((change.cite ?? []).map(each => prepareSource(call, locateSource(each))))
    const refs = (change.refs ?? []).map(isInFolder)
    const unref = (change.unref ?? []).map(isInFolder)
    const held = await commitStep(call, { command: 'task update' }, ({ held: { type, state, folder }, tx, at, by }) => {
      const { phase, task } = findTask(state, id)
      const step = isStep(type, phase, task)
      refuseFor(whyNotAllowed(type, state, step ? 'step.update' : 'task.update'))
      refuseFor(whyNotStatus(task, { step, noun: type.task }, change))
      const depends_on = change.depends_on?.filter(each => each !== NONE)
      if (depends_on !== undefined)
        refuseFor(whyNotDepend(topicsOf(type, state), { ...wordsFor(type), id, depends_on }))
      const wanted = { ...change, depends_on, refs, unref, iteration: iterationOf(state) }
      if (isBegun(change) && !step && type.dependencies === 'order')
        refuseFor(whyNotBegin(changed(task, { depends_on }, at), topicsOf(type, state)))
      for (const file of refs) checkedFile(call.workspace.root, tx, file)
      const linked = refs.reduce((now, path) => register(now, type, { path, at }), state)
      const sourced = cited.reduce((now, prepared) => addSource(now, { prepared, task: id, tx, at, by }).state, linked)
      const next = mapTasks(sourced, each => (each.id === id ? changed(each, wanted, at) : each))
      const summary = said(task, { ...change, refs, unref })
      if (seen === undefined) return { state: next, summary }
      return { ...settleFinalizeStep({ type, state: next, folder }, task, { done: seen, at }), summary }
    })
    return answer(call, held, id)
  },
  render: renderTask,
})

function isBegun({ status }: TaskChange): boolean {
  return status === 'in_progress' || status === 'completed'
}

function wordsFor({ task, dependencies }: ProjectType) {
  return { noun: task, dependencies }
}

/** A step of Furrow's own is completed by its effect: what somebody did by hand is looked for, and noted when it is there. */
async function effectOf(call: Call, id: string, { status }: TaskChange): Promise<StepResult | undefined> {
  if (status !== 'completed') return undefined
  await call.store.settled()
  const held = requireProject(call, filesOf(call))
  const { phase, task } = findTask(held.state, id)
  if (!isStep(held.type, phase, task) || !isOurs(task)) return undefined
  refuseFor(whyNotAllowed(held.type, held.state, 'step.update'))
  const effect = await findEffect(call, held, task)
  if (effect.status === 'completed') return effect
  const fix = shell`furrow agent finalize --apply`
  throw blocked([{ code: 'step_undone', ids: [id], message: `${id} (${task.name}) is not done: ${effect.why}`, fix }])
}

export const skip = implement(() => contracts.skip, {
  /** Nobody is asked about a step that cannot be left out. */
  async possible(call, { id }) {
    if (entryWithId(call.store.state, call.operationId) !== undefined) return
    await call.store.settled()
    const { type, state } = requireProject(call, filesOf(call))
    const { phase, task } = findTask(state, id)
    refuseFor(whyNotSkip(task, isStep(type, phase, task)))
  },
  async run(call, { id, reason }) {
    const held = await commitStep(
      call,
      { command: 'skip', ability: 'step.update' },
      ({ held: { type, state }, at, by }) => {
        const { phase, task } = findTask(state, id)
        refuseFor(whyNotSkip(task, isStep(type, phase, task)))
        const next = mapTasks(state, each =>
          each.id === id ? { ...changed(each, { status: 'skipped', reason }, at), skipped_by: by } : each,
        )
        return { state: next, summary: `${task.name}: skipped`, reason }
      },
    )
    return answer(call, held, id)
  },
  render: renderTask,
})

export const remove = implement(() => contracts.remove, {
  async run(call, { id }) {
    const held = await commitStep(
      call,
      { command: 'task delete', ability: 'task.delete' },
      ({ held: { type, state } }) => {
        const { phase, task } = findTask(state, id)
        refuseFor(whyNotDelete(task, isStep(type, phase, task), topicsOf(type, state)))
        const highest = lastTaskId(state)
        const next = withPhase(state, phase, each => ({ ...each, tasks: each.tasks.filter(other => other.id !== id) }))
        return { state: { ...next, last_task_id: highest }, summary: `${id} deleted: ${task.name}` }
      },
    )
    return projectView(call, held)
  },
  render: renderProject,
})

function said({ id }: ProjectTask, { status, refs = [], unref = [], depends_on }: TaskChange): string {
  const parts = [
    status,
    refs.length > 0 && `linked ${refs.join(', ')}`,
    unref.length > 0 && `unlinked ${unref.join(', ')}`,
    depends_on !== undefined && `depends on ${depends_on.join(', ') || NONE}`,
  ].filter(part => typeof part === 'string')
  return `${id} ${parts.length === 0 ? 'changed' : parts.join(', ')}`
}

function answer(call: Call, held: LoadedProject, id: string) {
  const { phase, task } = findTask(held.state, id)
  const cited = (held.state.sources ?? []).filter(source => source.task === id).map(source => source.id)
  const sources = [...new Set([...(task.sources ?? []), ...cited])]
  const view = viewTask(phase, { ...task, sources }, topicsOf(held.type, held.state))
  return { task: view, project: projectView(call, held) }
}

function projectView(call: Call, held: LoadedProject): ProjectView {
  return viewProject(held, guardContextOf(call, held, filesOf(call)))
}

import { guard } from '../../lifecycle/reason.ts'
import { blocked, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { checkedFile, register } from '../artifacts/files.ts'
import { commit, hold, sightOf } from '../engine.ts'
import { findEffect, isOurs } from '../finalize/effects.ts'
import { type Done, settle } from '../finalize/step.ts'
import { lastTaskId, taskId, whyNotAllowed } from '../machine.ts'
import type { ProjectState, ProjectView, Task } from '../model.ts'
import { inFolder } from '../model.ts'
import { currentState, isStep, mapTasks, type Placed, placed, withPhase } from '../parts.ts'
import { renderProject, renderTask } from '../render.ts'
import type { Held } from '../shelf.ts'
import { viewProject, viewTask } from '../view.ts'
import * as contracts from './contracts.ts'
import { changed, type TaskChange, whyNotDelete, whyNotSkip, whyNotStatus } from './rules.ts'

export const create = implement(contracts.create, {
  async run(call, { name, question, scope, also = [] }) {
    const order = { command: 'task create', ability: 'task.create' } as const
    const held = await commit(call, order, ({ held: { type, state }, at }) => {
      const first = lastTaskId(state) + 1
      const texts = { ...(question !== undefined && { question }), ...(scope !== undefined && { scope }) }
      const tasks = [name, ...also].map<Task>((each, index) => ({
        id: taskId(first + index),
        name: each.trim(),
        status: 'pending',
        refs: [],
        ...(index === 0 && texts),
        created_at: at,
        updated_at: at,
      }))
      const { phase = type.phases[0] ?? '' } = currentState(type, state)
      const next = withPhase(state, phase, each => ({ ...each, tasks: [...each.tasks, ...tasks] }))
      const summary = tasks.map(task => `${task.id} added: ${task.name}`).join('; ')
      return { state: { ...next, last_task_id: first + also.length }, summary }
    })
    return answer(call, held, taskId((held.state.last_task_id ?? 0) - also.length))
  },
  render: renderTask,
})

export const update = implement(contracts.update, {
  async run(call, { id, ...change }) {
    if (Object.values(change).every(value => value === undefined))
      return refuse('usage', `Nothing is said that would change ${id}.`, {
        target: 'id',
        fix: shell`furrow agent task update --help`,
      })
    const seen = await effectOf(call, id, change)
    const refs = (change.refs ?? []).map(inFolder)
    const unref = (change.unref ?? []).map(inFolder)
    const held = await commit(call, { command: 'task update' }, ({ held: { type, state, folder }, tx, at }) => {
      const { phase, task } = find(state, id)
      const step = isStep(type, phase, task)
      guard(whyNotAllowed(type, state, step ? 'step.update' : 'task.update'))
      guard(whyNotStatus(task, { step, noun: type.task }, change))
      for (const file of refs) checkedFile(call.workspace.root, tx, file)
      const linked = refs.reduce((now, path) => register(now, type, { path, at }), state)
      const next = mapTasks(linked, each => (each.id === id ? changed(each, { ...change, refs, unref }, at) : each))
      const summary = said(task, { ...change, refs, unref })
      if (seen === undefined) return { state: next, summary }
      return { ...settle({ type, state: next, folder }, task, { done: seen, at }), summary }
    })
    return answer(call, held, id)
  },
  render: renderTask,
})

/** A step of Furrow's own is completed by its effect: what somebody did by hand is looked for, and noted when it is there. */
async function effectOf(call: Call, id: string, { status }: TaskChange): Promise<Done | undefined> {
  if (status !== 'completed') return undefined
  await call.store.settled()
  const held = hold(call, filesOf(call))
  const { phase, task } = find(held.state, id)
  if (!isStep(held.type, phase, task) || !isOurs(task)) return undefined
  guard(whyNotAllowed(held.type, held.state, 'step.update'))
  const effect = await findEffect(call, held, task)
  if (effect.status === 'completed') return effect
  const fix = shell`furrow agent finalize --apply`
  throw blocked([{ code: 'step_undone', ids: [id], message: `${id} (${task.name}) is not done: ${effect.why}`, fix }])
}

export const skip = implement(contracts.skip, {
  async run(call, { id, reason }) {
    const held = await commit(
      call,
      { command: 'skip', ability: 'step.update' },
      ({ held: { type, state }, at, by }) => {
        const { phase, task } = find(state, id)
        guard(whyNotSkip(task, isStep(type, phase, task)))
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

export const remove = implement(contracts.remove, {
  async run(call, { id }) {
    const held = await commit(call, { command: 'task delete', ability: 'task.delete' }, ({ held: { type, state } }) => {
      const { phase, task } = find(state, id)
      guard(whyNotDelete(task, isStep(type, phase, task)))
      const highest = lastTaskId(state)
      const next = withPhase(state, phase, each => ({ ...each, tasks: each.tasks.filter(other => other.id !== id) }))
      return { state: { ...next, last_task_id: highest }, summary: `${id} deleted: ${task.name}` }
    })
    return projectView(call, held)
  },
  render: renderProject,
})

export function find(state: ProjectState, id: string): Placed {
  const found = placed(state).find(({ task }) => task.id === id)
  if (found !== undefined) return found
  throw refuse('not_found', `There is no task ${id}.`, { target: id, fix: shell`furrow agent task list` })
}

function said({ id }: Task, { status, refs = [], unref = [] }: TaskChange): string {
  const parts = [
    status,
    refs.length > 0 && `linked ${refs.join(', ')}`,
    unref.length > 0 && `unlinked ${unref.join(', ')}`,
  ].filter(part => typeof part === 'string')
  return `${id} ${parts.length === 0 ? 'changed' : parts.join(', ')}`
}

function answer(call: Call, held: Held, id: string) {
  const { phase, task } = find(held.state, id)
  return { task: viewTask(phase, task), project: projectView(call, held) }
}

function projectView(call: Call, held: Held): ProjectView {
  return viewProject(held, sightOf(call, held, filesOf(call)))
}

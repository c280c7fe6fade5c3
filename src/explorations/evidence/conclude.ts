import { refuseFor } from '../../lifecycle/reason.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { ProjectState, ProjectView } from '../model.ts'
import { commitStep, guardContextOf } from '../record/engine.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { mapTasks, phaseTasksOf } from '../record/project-parts.ts'
import { whyNotAllowed } from '../rules/machine.ts'
import { renderProject } from '../show/render-project.ts'
import { viewProject } from '../show/view-project.ts'
import { changed } from '../tasks/task-rules.ts'
import { nextSourceNumber } from './collect.ts'
import * as contracts from './contracts.ts'
import type { Conclusion } from './model.ts'

export const conclude = implement(() => contracts.conclude, {
  async run(call, { id, text, confidence, would_change, sources = [] }) {
    const held = await commitStep(call, { command: 'conclude' }, ({ held: { type, state }, at, by }) => {
      requireSources(state, sources)
      const isTopic = id !== undefined && phaseTasksOf(state).some(({ task }) => task.id === id)
      refuseFor(whyNotAllowed(type, state, isTopic ? 'task.update' : 'artifact.add'))
      if (isTopic) {
        const outcome = { outcome: text, confidence, would_change, sources }
        const next = mapTasks(state, task => (task.id === id ? changed(task, outcome, at) : task))
        return { state: next, summary: `${id} concluded` }
      }
      const conclusion = { id: idFor(state, id), text, confidence, would_change, sources, at, by }
      return { state: withConclusion(state, conclusion), summary: `${conclusion.id} concluded` }
    })
    return viewOf(call, held)
  },
  render: renderProject,
})

export function requireSources({ sources = [] }: ProjectState, wanted: readonly string[]): void {
  const missing = wanted.find(id => !sources.some(source => source.id === id))
  if (missing === undefined) return
  throw refuse('not_found', `There is no source ${missing}.`, {
    target: 'sources',
    fix: shell`furrow explore check`,
  })
}

function idFor({ conclusions = [] }: ProjectState, id: string | undefined): string {
  if (id === undefined)
    return `c${nextSourceNumber(
      'c',
      conclusions.map(each => each.id),
    )}`
  if (conclusions.some(each => each.id === id)) return id
  throw unknown(id)
}

function withConclusion(state: ProjectState, conclusion: Conclusion): ProjectState {
  const { conclusions = [] } = state
  const isThere = conclusions.some(({ id }) => id === conclusion.id)
  const next = isThere
    ? conclusions.map(each => (each.id === conclusion.id ? conclusion : each))
    : [...conclusions, conclusion]
  return { ...state, conclusions: next }
}

export const withdraw = implement(() => contracts.withdraw, {
  async run(call, { id }) {
    const held = await commitStep(
      call,
      { command: 'withdraw', ability: 'artifact.remove' },
      ({ held: { state }, at }) => {
        const { sources = [], conclusions = [], inputs = [] } = state
        const source = sources.find(each => each.id === id)
        const what =
          source?.source ?? conclusions.find(each => each.id === id)?.text ?? inputs.find(each => each.id === id)?.path
        if (what === undefined) throw unknown(id)
        const without = <T extends { readonly id: string }>(list: readonly T[]) => list.filter(each => each.id !== id)
        const fewer: ProjectState = {
          ...state,
          ...(state.sources !== undefined && { sources: without(sources) }),
          ...(state.conclusions !== undefined && {
            conclusions: without(conclusions).map(each => unsourced(each, id)),
          }),
          ...(state.inputs !== undefined && { inputs: without(inputs) }),
        }
        const next = mapTasks(fewer, task =>
          task.sources?.includes(id) === true
            ? changed(task, { sources: task.sources.filter(each => each !== id) }, at)
            : task,
        )
        return { state: next, summary: `${id} withdrawn`, reason: what }
      },
    )
    return viewOf(call, held)
  },
  render: renderProject,
})

function unsourced(conclusion: Conclusion, id: string): Conclusion {
  return { ...conclusion, sources: (conclusion.sources ?? []).filter(each => each !== id) }
}

function unknown(id: string) {
  return refuse('not_found', `There is no source, conclusion or input document ${id}.`, {
    target: id,
    fix: shell`furrow explore check`,
  })
}

function viewOf(call: Call, held: LoadedProject): ProjectView {
  return viewProject(held, guardContextOf(call, held, filesOf(call)))
}

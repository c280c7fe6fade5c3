import { blocked, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { ProjectNote, ProjectState, ProjectView } from '../model.ts'
import { commitStep, guardContextOf } from '../record/engine.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { currentState } from '../record/project-parts.ts'
import { renderProject } from '../show/render-project.ts'
import { viewProject } from '../show/view-project.ts'
import * as contracts from './contracts.ts'

export const note = implement(() => contracts.note, {
  async run(call, { text, kind }) {
    const held = await commitStep(call, { command: 'note', ability: 'note' }, ({ held: { state }, at, by }) => {
      const notes = state.notes ?? []
      const id = `n${notes.length + 1}`
      const added = { id, kind, text, at, by }
      return { state: { ...state, notes: [...notes, added] }, summary: `${kind} noted`, reason: text }
    })
    return viewOf(call, held)
  },
  render: renderProject,
})

export const resolve = implement(() => contracts.resolve, {
  async run(call, { id, answer }) {
    const held = await commitStep(call, { command: 'resolve', ability: 'note' }, ({ held: { state }, at, by }) => {
      const question = questionIn(state, id)
      const resolved = { ...question, resolved: { answer, at, by } }
      const notes = (state.notes ?? []).map(each => (each.id === id ? resolved : each))
      return { state: { ...state, notes }, summary: `question ${id} resolved`, reason: answer }
    })
    return viewOf(call, held)
  },
  render: renderProject,
})

function questionIn({ notes = [] }: ProjectState, id: string): ProjectNote {
  const found = notes.find(each => each.id === id)
  if (found?.kind === 'question') return found
  const open = notes.filter(({ kind, resolved }) => kind === 'question' && resolved === undefined).map(each => each.id)
  const list = open.length === 0 ? 'There are no open questions.' : `Open: ${open.join(', ')}.`
  const message = found === undefined ? `No question has the id ${id}.` : `${id} is a ${found.kind}, not a question.`
  throw refuse('not_found', `${message} ${list}`, { target: id, fix: shell`furrow explore status` })
}

export const edit = implement(() => contracts.edit, {
  async run(call, { title }) {
    const held = await commitStep(call, { command: 'edit' }, ({ held: { type, state } }) => {
      if (currentState(type, state).terminal === true)
        throw blocked([
          {
            code: 'project_over',
            ids: [state.project.name],
            message: `${state.project.name} is over; its question stays as it was`,
            fix: shell`furrow explore start --help`,
          },
        ])
      const project = { ...state.project, description: title }
      return {
        state: { ...state, project },
        summary: 'question changed',
        reason: `it was: ${state.project.description}`,
      }
    })
    return viewOf(call, held)
  },
  render: renderProject,
})

function viewOf(call: Call, held: LoadedProject): ProjectView {
  return viewProject(held, guardContextOf(call, held, filesOf(call)))
}

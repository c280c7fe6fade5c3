import { blocked, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { commit, sightOf } from '../engine.ts'
import type { Note, ProjectState, ProjectView } from '../model.ts'
import { currentState } from '../parts.ts'
import { renderProject } from '../render.ts'
import type { Held } from '../shelf.ts'
import { viewProject } from '../view.ts'
import * as contracts from './contracts.ts'

export const note = implement(contracts.note, {
  async run(call, { text, kind }) {
    const held = await commit(call, { command: 'note', ability: 'note' }, ({ held: { state }, at, by }) => {
      const notes = state.notes ?? []
      const id = `n${notes.length + 1}`
      const added = { id, kind, text, at, by }
      return { state: { ...state, notes: [...notes, added] }, summary: `${kind} noted` }
    })
    return viewOf(call, held)
  },
  render: renderProject,
})

export const resolve = implement(contracts.resolve, {
  async run(call, { id, answer }) {
    const held = await commit(call, { command: 'resolve', ability: 'note' }, ({ held: { state }, at, by }) => {
      const question = questionIn(state, id)
      const resolved = { ...question, resolved: { answer, at, by } }
      const notes = (state.notes ?? []).map(each => (each.id === id ? resolved : each))
      return { state: { ...state, notes }, summary: `question ${id} resolved` }
    })
    return viewOf(call, held)
  },
  render: renderProject,
})

function questionIn({ notes = [] }: ProjectState, id: string): Note {
  const found = notes.find(each => each.id === id)
  if (found?.kind === 'question') return found
  const open = notes.filter(({ kind, resolved }) => kind === 'question' && resolved === undefined).map(each => each.id)
  const list = open.length === 0 ? 'There are no open questions.' : `Open: ${open.join(', ')}.`
  const message = found === undefined ? `No question has the id ${id}.` : `${id} is a ${found.kind}, not a question.`
  throw refuse('not_found', `${message} ${list}`, { target: id, fix: shell`furrow explore status` })
}

export const edit = implement(contracts.edit, {
  async run(call, { title }) {
    const held = await commit(call, { command: 'edit' }, ({ held: { type, state } }) => {
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

function viewOf(call: Call, held: Held): ProjectView {
  return viewProject(held, sightOf(call, held, filesOf(call)))
}

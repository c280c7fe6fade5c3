import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { commitStep, guardContextOf } from '../record/engine.ts'
import { renderAttached } from '../show/render-project.ts'
import { viewProject } from '../show/view-project.ts'
import { nextSourceNumber } from './collect.ts'
import * as contracts from './contracts.ts'
import { viewInput } from './standing.ts'

export const attach = implement(() => contracts.attach, {
  async run(call, { path, note }) {
    const held = await commitStep(
      call,
      { command: 'attach', ability: 'artifact.add' },
      ({ held: { state }, tx, at, by }) => {
        const bytes = tx.read(path)?.bytes
        if (bytes === undefined)
          throw refuse('not_found', `There is no file ${path}.`, {
            target: 'path',
            fix: shell`furrow explore attach --help`,
          })
        const { inputs = [] } = state
        const known = inputs.find(each => each.path === path)
        const id =
          known?.id ??
          `i${nextSourceNumber(
            'i',
            inputs.map(each => each.id),
          )}`
        const input = { id, path, content: revisionOf(bytes), ...(note !== undefined && { note }), at, by }
        const next = known === undefined ? [...inputs, input] : inputs.map(each => (each.id === id ? input : each))
        return { state: { ...state, inputs: next }, summary: `${id} attached: ${path}` }
      },
    )
    const sight = guardContextOf(call, held, filesOf(call))
    const found = (held.state.inputs ?? []).find(each => each.path === path)
    if (found === undefined) throw new Error('the input document that was just attached is missing')
    return { input: viewInput(found, sight.look), project: viewProject(held, sight) }
  },
  render: renderAttached,
})

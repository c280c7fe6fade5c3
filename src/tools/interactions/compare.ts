import { implement } from '../../workspace/call.ts'
import type { Difference } from '../model.ts'
import * as contracts from './contracts.ts'
import { differences } from './differences.ts'
import { toolRun } from './read.ts'
import { interactionOf } from './view.ts'

export const compare = implement(contracts.compare, {
  async run(call, { id, other_id: other }) {
    const before = interactionOf(await toolRun(call, id))
    const after = interactionOf(await toolRun(call, other, before.tool_name))
    return {
      before,
      after,
      input: differences(before.input, after.input),
      result: differences(before.result, after.result),
    }
  },
  render({ before, after, input, result }) {
    const shown = (title: string, list: Difference[]) =>
      list.length === 0
        ? []
        : ['', `${title}:`, ...list.map(each => `- ${each.path}: ${said(each.before)} → ${said(each.after)}`)]
    return [
      `${before.id} (${before.status}) and ${after.id} (${after.status})`,
      ...shown('Input', input),
      ...shown('Result', result),
      ...(input.length + result.length === 0 ? ['', 'They took and gave the same.'] : []),
    ].join('\n')
  },
})

function said(value: unknown): string {
  return value === undefined ? 'nothing' : `\`${JSON.stringify(value)?.slice(0, 200)}\``
}

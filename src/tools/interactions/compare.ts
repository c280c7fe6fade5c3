import type { Run } from '../../runs/model.ts'
import { resultFile } from '../../runs/result/locate.ts'
import { type Call, implement } from '../../workspace/call.ts'
import type { Difference } from '../model.ts'
import { compareSources } from './compare-large.ts'
import * as contracts from './contracts.ts'
import { differences } from './differences.ts'
import { toolRun } from './read-interactions.ts'
import { interactionOf } from './view-interaction.ts'

export const compare = implement(() => contracts.compare, {
  async run(call, { id, other_id: other }) {
    const one = await toolRun(call, id)
    const two = await toolRun(call, other, one.tool?.name)
    const [before, after] = [interactionOf(one), interactionOf(two)]
    return {
      before,
      after,
      input: differences(before.input, after.input),
      result: await resultDifferences(call, one, two),
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

/** Of the whole results, wherever they are. */
async function resultDifferences(call: Call, before: Run, after: Run): Promise<Difference[]> {
  const [left, right] = [resultFile(call, before), resultFile(call, after)]
  if (left === undefined && right === undefined) return differences(before.tool?.result, after.tool?.result)
  return compareSources(left ?? printed(before), right ?? printed(after))
}

function printed({ tool }: Run): Buffer {
  return Buffer.from(JSON.stringify(tool?.result ?? null))
}

function said(value: unknown): string {
  return value === undefined ? 'nothing' : `\`${JSON.stringify(value)?.slice(0, 200)}\``
}

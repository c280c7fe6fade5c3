import type { Manifest } from '../../operation/manifest.ts'
import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import type { GuideSummary } from './model.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    return { guides: summaries(call.manifest) }
  },
})

/** All but the text that every MCP client is given at the start. */
export function summaries({ guides }: Manifest): GuideSummary[] {
  return guides
    .filter(({ name }) => name !== 'instructions')
    .map(({ name, title, summary }) => ({ name, title, summary }))
}

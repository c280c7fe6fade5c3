import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { viewEntry } from './view.ts'

export const undo = implement(contracts.undo, {
  async run(call, { id }) {
    return viewEntry(call.store, await call.store.undo(call, id))
  },
  render: ({ operation, files, id }) =>
    [`Undone: ${operation} (${id}).`, ...files.map(({ path }) => `- ${path} is as it was before`)].join('\n'),
})

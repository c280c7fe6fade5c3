import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { renderRun } from './render-run.ts'
import { withAttachmentsThatFit } from './rows-that-fit.ts'
import { viewRun } from './view-run.ts'

export const show = implement(() => contracts.show, {
  run: async (call, { id }) => withAttachmentsThatFit(await viewRun(call, id), call.traits.mostResultCharacters),
  render: renderRun,
})

/** What follows it is the door's: the command line shows its lines from the first to the last. */
export const watch = implement(() => contracts.watch, {
  run: (call, { id }) => viewRun(call, id),
  render: renderRun,
})

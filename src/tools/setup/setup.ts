import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { renderAnswer } from '../render-tool.ts'
import { runTool } from '../run/run.ts'

export const setup = implement(() => contracts.setup, {
  run: (call, { name, wait }) => runTool(call, { name, input: {}, mode: 'setup', wait }),
  render: renderAnswer,
})

import { startRun } from '../../runs/start.ts'
import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { renderAnswer } from '../render.ts'
import { answerOf } from '../run/answer.ts'
import { planRun } from '../run/plan.ts'
import { waited } from '../run/run.ts'

export const setup = implement(contracts.setup, {
  async run(call, { name }) {
    const { plan } = await planRun(call, { name, input: {}, mode: 'setup' })
    return answerOf(call, await waited(call, await startRun(call, plan), true))
  },
  render: renderAnswer,
})

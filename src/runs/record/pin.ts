import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { forgetAccounts } from '../budget/accounts.ts'
import * as contracts from '../contracts.ts'
import { isOver } from '../model.ts'
import { renderRun } from '../show/render-run.ts'
import { viewRun } from '../show/view-run.ts'
import { publishRunEvent } from '../watch/announce-run.ts'
import { changeRun, readRun } from './records.ts'
import { removeRun } from './retention.ts'

export const pin = implement(() => contracts.pin, {
  async run(call, { id, pinned }) {
    const run = await call.store.exclusively(() => changeRun(call, readRun(call, id).id, now => ({ ...now, pinned })))
    publishRunEvent(call, id)
    return run ?? readRun(call, id)
  },
  render: renderRun,
})

export const remove = implement(() => contracts.remove, {
  async run(call, { id }) {
    await viewRun(call, id)
    return call.store.exclusively(() => {
      const { agent, ...run } = readRun(call, id)
      if (agent?.changes === 'open')
        throw refuse('blocked', `What the run ${id} changed is neither merged nor discarded.`, {
          target: id,
          fix: shell`furrow runs diff ${id}`,
        })
      if (!isOver(run))
        throw refuse('blocked', `The run ${id} is under way.`, { target: id, fix: shell`furrow runs cancel ${id}` })
      removeRun(call, id)
      if (agent !== undefined) forgetAccounts(call.store.state, id)
      publishRunEvent(call, id)
      return { id, deleted: true as const }
    })
  },
  render: ({ id }) => `The run ${id} and its log are gone.`,
})

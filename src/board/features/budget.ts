import { refuse } from '../../operation/errors.ts'
import { readAccount, setLimits } from '../../runs/budget/accounts.ts'
import { renderUse } from '../../runs/budget/measure.ts'
import { viewAccount } from '../../runs/budget/over.ts'
import { shell } from '../../shared/shell/shell.ts'
import { immediateTransaction } from '../../store/database/sqlite.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { findCard } from '../entities.ts'
import * as contracts from './contracts.ts'
import { features } from './model.ts'

/** It is kept in the person's home: no repository says what its features may cost. */
export const budget = implement(() => contracts.budget, {
  async run(call, { id, clear = false, ...given }) {
    findCard(filesOf(call), features, id)
    const limits = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (!clear && Object.keys(limits).length === 0)
      throw refuse('usage', 'Say what the feature may use, or that its own budget is to be cleared.', {
        target: 'cost',
        fix: shell`furrow budget --feature ${id}`,
      })
    const { state } = call.store
    const name = `feature:${id}` as const
    await call.store.exclusively(() =>
      immediateTransaction(state, () =>
        setLimits(state, name, { ...(clear ? {} : readAccount(state, name).limits), ...limits }),
      ),
    )
    const { store, actor, clock } = call
    store.events.publish({ worktree: store.worktree, kind: 'feature', id, actor, at: clock.now() })
    return viewAccount(call, readAccount(state, name))
  },
  render: account => `${account.id}: ${renderUse(account)}`,
})

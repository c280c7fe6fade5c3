import type { Transaction } from '../../store/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { find, put } from '../entities.ts'
import type { Situation } from './guards.ts'
import { type Feature, type FeatureView, features } from './model.ts'
import { lookerFor } from './situation.ts'
import { viewFeature } from './view.ts'

/** What a move is given: the feature as everybody sees it now, the files, and the time. */
export interface Moving {
  readonly situation: Situation
  readonly tx: Transaction
  readonly at: string
}

/** One move of a feature: read, judged and written under the lock; the move gives the new card and one line for the log. */
export async function change(
  call: Call,
  id: string,
  move: (moving: Moving) => { card: Feature; says: string },
): Promise<FeatureView> {
  const looker = await lookerFor(call)
  const at = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, tx => {
    const { card, says } = move({ situation: looker.at(tx, find(tx, features, id)), tx, at })
    const kept = put(tx, features, { id, card: { ...card, updated_at: at } })
    tx.describe(says)
    return viewFeature(call, looker.at(tx, kept))
  })
}

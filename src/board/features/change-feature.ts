import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { findCard, writeCard } from '../entities.ts'
import type { FeatureSituation } from './guards.ts'
import { type Feature, type FeatureView, features } from './model.ts'
import { situationReaderFor } from './situation.ts'
import { viewFeature } from './view-feature.ts'

/** What a move is given: the feature as everybody sees it now, the files, and the time. */
export interface FeatureMove {
  readonly situation: FeatureSituation
  readonly tx: Transaction
  readonly at: string
}

/** One move of a feature: read, judged and written under the lock; the move gives the new card and one line for the log. */
export async function change(
  call: Call,
  id: string,
  move: (moving: FeatureMove) => { card: Feature; says: string },
): Promise<FeatureView> {
  const before = await situationReaderFor(call)
  const at = new Date(call.clock.now()).toISOString()
  const kept = await call.store.transact(call, tx => {
    const { card, says } = move({ situation: before.at(tx, findCard(tx, features, id)), tx, at })
    tx.describe(says)
    return writeCard(tx, features, { id, card: { ...card, updated_at: at } })
  })
  // What was decided just now is in the log only after the transaction.
  return viewFeature(call, (await situationReaderFor(call)).at(filesOf(call), kept))
}

import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { newCard, withFinalNewline } from '../cards.ts'
import { type CardEntry, findCard, freeSlug, writeCard } from '../entities.ts'
import { features } from './model.ts'
import { artifactPath } from './situation.ts'

export interface NewFeature {
  readonly title: string
  readonly description?: string | undefined
  readonly spec?: string | undefined
  readonly depends_on?: string[] | undefined
  readonly origin?: string | undefined
}

/** A card in draft; a text is the draft of its spec. */
export function makeFeature(
  call: Pick<Call, 'clock'>,
  tx: Transaction,
  { title, description, spec, depends_on = [], origin }: NewFeature,
): CardEntry<typeof features> {
  for (const other of depends_on) findCard(tx, features, other)
  const id = freeSlug(tx, features, title)
  if (spec !== undefined) tx.create(artifactPath(id, 'spec'), withFinalNewline(spec))
  const base = newCard(call, title, origin)
  const card = {
    ...base,
    ...(description !== undefined && { description }),
    phase: 'draft' as const,
    phase_history: [{ phase: 'draft' as const, at: base.created_at }],
    artifacts: {},
    tasks: [],
    next_task: 1,
    depends_on,
  }
  return writeCard(tx, features, { id, card })
}

import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { newCard } from '../cards.ts'
import { type CardEntry, nextCardNumber, writeCard } from '../entities.ts'
import { feedback } from './model.ts'

export interface NewFeedback {
  readonly text: string
  readonly origin?: string | undefined
}

export function makeFeedback(
  call: Pick<Call, 'clock'>,
  tx: Transaction,
  { text, origin }: NewFeedback,
): CardEntry<typeof feedback> {
  const id = nextCardNumber(tx, feedback, 'f')
  const card = { ...newCard(call, text, origin), status: 'open' as const, enrichments: [] }
  return writeCard(tx, feedback, { id, card })
}

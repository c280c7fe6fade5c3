import type { Transaction } from '../../store/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { newCard } from '../cards.ts'
import { type Entry, nextNumber, put } from '../entities.ts'
import { feedback } from './model.ts'

export interface NewFeedback {
  readonly text: string
  readonly origin?: string | undefined
}

export function makeFeedback(
  call: Pick<Call, 'clock'>,
  tx: Transaction,
  { text, origin }: NewFeedback,
): Entry<typeof feedback> {
  const id = nextNumber(tx, feedback, 'f')
  const card = { ...newCard(call, text, origin), status: 'open' as const, enrichments: [] }
  return put(tx, feedback, { id, card })
}

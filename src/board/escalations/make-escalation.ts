import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { newCard } from '../cards.ts'
import { type CardEntry, findCard, nextCardNumber, writeCard } from '../entities.ts'
import { features } from '../features/model.ts'
import { type ESCALATION_KINDS, escalations } from './model.ts'

export interface NewEscalation {
  readonly title: string
  readonly kind: (typeof ESCALATION_KINDS)[number]
  readonly context?: string | undefined
  readonly feature?: string | undefined
}

export function makeEscalation(
  call: Pick<Call, 'clock'>,
  tx: Transaction,
  { title, kind, context, feature }: NewEscalation,
): CardEntry<typeof escalations> {
  if (feature !== undefined) findCard(tx, features, feature)
  const id = nextCardNumber(tx, escalations, 'e')
  tx.describe(`asked: ${title}`)
  const told = { ...(context !== undefined && { context }), ...(feature !== undefined && { feature }) }
  return writeCard(tx, escalations, { id, card: { ...newCard(call, title), kind, ...told, status: 'open' } })
}

import type { Transaction } from '../../store/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { newCard } from '../cards.ts'
import { type Entry, find, nextNumber, put } from '../entities.ts'
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
): Entry<typeof escalations> {
  if (feature !== undefined) find(tx, features, feature)
  const id = nextNumber(tx, escalations, 'e')
  tx.describe(`asked: ${title}`)
  const told = { ...(context !== undefined && { context }), ...(feature !== undefined && { feature }) }
  return put(tx, escalations, { id, card: { ...newCard(call, title), kind, ...told, status: 'open' } })
}

import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { newCard, withFinalNewline } from '../cards.ts'
import { type CardEntry, freeSlug, writeCard } from '../entities.ts'
import { type InvestigationKind, investigations, STEPS } from './model.ts'

export interface NewInvestigation {
  readonly title: string
  readonly kind?: InvestigationKind | undefined
  readonly context?: string | undefined
  readonly origin?: string | undefined
}

export function makeInvestigation(
  call: Pick<Call, 'clock'>,
  tx: Transaction,
  { title, kind = 'root_cause', context, origin }: NewInvestigation,
): CardEntry<typeof investigations> {
  const id = freeSlug(tx, investigations, title)
  if (context !== undefined) tx.create(contextOf(id), withFinalNewline(context))
  const [first] = STEPS[kind]
  const card = { ...newCard(call, title, origin), kind, step: first?.step ?? '', status: 'in_progress' as const }
  return writeCard(tx, investigations, { id, card })
}

export function contextOf(id: string): string {
  return `${investigations.folder}/${id}/context.md`
}

import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { newCard, withFinalNewline } from '../cards.ts'
import { type CardEntry, freeSlug, writeCard } from '../entities.ts'
import { ponders } from './model.ts'

export interface NewPonder {
  readonly title: string
  readonly brief?: string | undefined
  readonly tags?: string[] | undefined
  readonly origin?: string | undefined
  readonly captured?: { readonly name: string; readonly text: string } | undefined
}

export function makePonder(
  call: Pick<Call, 'clock'>,
  tx: Transaction,
  { title, brief, tags = [], origin, captured }: NewPonder,
): CardEntry<typeof ponders> {
  const id = freeSlug(tx, ponders, title)
  if (brief !== undefined) tx.create(briefOf(id), withFinalNewline(brief))
  if (captured !== undefined) tx.create(capturedAt(id, captured.name), withFinalNewline(captured.text))
  const card = { ...newCard(call, title, origin), status: 'exploring' as const, tags, committed_to: [] }
  return writeCard(tx, ponders, { id, card })
}

export function capturedAt(id: string, name: string): string {
  return `${ponders.folder}/${id}/artifacts/${name}.md`
}

export function briefOf(id: string): string {
  return `${ponders.folder}/${id}/brief.md`
}

import type { Transaction } from '../store/journal/transaction.ts'
import type { Call } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import {
  type Card,
  type CardEntry,
  type CardFolder,
  type CardKind,
  findCard,
  readCardFolder,
  SCHEMA,
  writeCard,
} from './entities.ts'
import { cardOrigin } from './origin.ts'

/** The fields that every new card begins with. */
export function newCard(call: Pick<Call, 'clock'>, title: string, origin?: string) {
  const at = new Date(call.clock.now()).toISOString()
  return { schema_version: SCHEMA, title, created_at: at, updated_at: at, ...cardOrigin(origin) }
}

export interface CardChange<K extends CardKind> {
  readonly card: Card<K>
  readonly tx: Transaction
  readonly at: string
}

/** One change of a card under the lock; the change gives the new card and one line for the log. */
export function changeCard<K extends CardKind>(
  call: Call,
  { kind, id }: { kind: K; id: string },
  change: (changing: CardChange<K>) => { card: Card<K>; says: string },
): Promise<CardEntry<K>> {
  const at = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, tx => {
    const { card, says } = change({ card: findCard(tx, kind, id).card, tx, at })
    tx.describe(says)
    return writeCard(tx, kind, { id, card: { ...(card as object), updated_at: at } as Card<K> })
  })
}

export async function readCard<K extends CardKind>(call: Call, kind: K, id: string): Promise<CardEntry<K>> {
  await call.store.settled()
  return findCard(filesOf(call), kind, id)
}

export async function readCards<K extends CardKind>(call: Call, kind: K): Promise<CardFolder<K>> {
  await call.store.settled()
  return readCardFolder(filesOf(call), kind)
}

export function renderProblems(problems: CardFolder<CardKind>['problems']): string[] {
  return problems.map(({ path, message }) => `- cannot be read: ${path}: ${message}`)
}

/** A text as it is kept: with the line end that editors expect. */
export function withFinalNewline(content: string): string {
  return content.endsWith('\n') ? content : `${content}\n`
}

import type { Transaction } from '../store/transaction.ts'
import type { Call } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import { type Card, type Entry, find, type Kind, put, readAll, SCHEMA, type Shelf } from './entities.ts'
import { originOf } from './origin.ts'

/** The fields that every new card begins with. */
export function newCard(call: Pick<Call, 'clock'>, title: string, origin?: string) {
  const at = new Date(call.clock.now()).toISOString()
  return { schema_version: SCHEMA, title, created_at: at, updated_at: at, ...originOf(origin) }
}

export interface Changing<K extends Kind> {
  readonly card: Card<K>
  readonly tx: Transaction
  readonly at: string
}

/** One change of a card under the lock; the change gives the new card and one line for the log. */
export function alter<K extends Kind>(
  call: Call,
  { kind, id }: { kind: K; id: string },
  change: (changing: Changing<K>) => { card: Card<K>; says: string },
): Promise<Entry<K>> {
  const at = new Date(call.clock.now()).toISOString()
  return call.store.transact(call, tx => {
    const { card, says } = change({ card: find(tx, kind, id).card, tx, at })
    tx.describe(says)
    return put(tx, kind, { id, card: { ...(card as object), updated_at: at } as Card<K> })
  })
}

export async function look<K extends Kind>(call: Call, kind: K, id: string): Promise<Entry<K>> {
  await call.store.settled()
  return find(filesOf(call), kind, id)
}

export async function lookAtAll<K extends Kind>(call: Call, kind: K): Promise<Shelf<K>> {
  await call.store.settled()
  return readAll(filesOf(call), kind)
}

export function renderProblems(problems: Shelf<Kind>['problems']): string[] {
  return problems.map(({ path, message }) => `- cannot be read: ${path}: ${message}`)
}

/** A text as it is kept: with the line end that editors expect. */
export function asText(content: string): string {
  return content.endsWith('\n') ? content : `${content}\n`
}

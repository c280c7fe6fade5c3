import type { Actor } from '../../operation/actor.ts'
import type { Database } from '../database/sqlite.ts'
import { typedStatement } from '../database/sqlite.ts'

export interface MailboxMessage {
  readonly id: number
  readonly recipient: string
  readonly kind: string
  readonly payload: unknown
  readonly actor: Actor
  readonly at: number
}

/** Requests to the owner of a run (cancel, answers): nobody signals foreign processes. */
export class Mailbox {
  readonly #state: Database

  constructor(state: Database) {
    this.#state = state
  }

  send(letter: Omit<MailboxMessage, 'id'>): void {
    this.#state
      .prepare('INSERT INTO mailbox (recipient, kind, payload, actor, at) VALUES (?, ?, ?, ?, ?)')
      .run(letter.recipient, letter.kind, JSON.stringify(letter.payload), JSON.stringify(letter.actor), letter.at)
  }

  /** Hands out the recipient's letters and removes them. */
  collect(recipient: string): MailboxMessage[] {
    const rows = typedStatement<{
      id: number
      recipient: string
      kind: string
      payload: string
      actor: string
      at: number
    }>(this.#state, 'DELETE FROM mailbox WHERE recipient = ? RETURNING *').all(recipient)
    return rows
      .map(row => ({ ...row, payload: JSON.parse(row.payload) as unknown, actor: JSON.parse(row.actor) as Actor }))
      .sort((a, b) => a.id - b.id)
  }
}

import { type Database, immediateTransaction, isSqliteError, prepared, typedStatement } from '../database/sqlite.ts'

export interface OutboxEffect {
  readonly id: number
  readonly kind: string
  readonly payload: unknown
}

/** Carries out one effect; it may be called again for the same id, so it must not add up. */
export type EffectHandler = (effect: OutboxEffect) => Promise<void>

const MOST_ATTEMPTS = 20

export class Outbox {
  readonly #state: Database

  constructor(state: Database) {
    this.#state = state
  }

  /** Effects of committed operations on other domains. One that fails stays and is tried again by the next drain. */
  async drain(handlers: Readonly<Record<string, EffectHandler>>): Promise<void> {
    for (const effect of this.pending()) {
      const handler = handlers[effect.kind]
      if (handler === undefined) continue
      try {
        await handler(effect)
        this.#state.prepare('DELETE FROM outbox WHERE id = ?').run(effect.id)
      } catch (error) {
        this.#noteFailure(effect.id, error)
      }
    }
  }

  /** On a full disk not even this can be noted; the effect stays as it is and is tried again. */
  #noteFailure(id: number, error: unknown): void {
    try {
      this.#state
        .prepare('UPDATE outbox SET attempts = attempts + 1, last_error = ? WHERE id = ?')
        .run(error instanceof Error ? error.message : String(error), id)
    } catch (failure) {
      if (!isSqliteError(failure)) throw failure
    }
  }

  pending(): OutboxEffect[] {
    const sql = 'SELECT id, kind, payload FROM outbox WHERE attempts < ? ORDER BY id LIMIT 100'
    const rows = prepared<{
      id: number
      kind: string
      payload: string
    }>(this.#state, sql).all(MOST_ATTEMPTS)
    return rows.map(row => ({ ...row, payload: JSON.parse(row.payload) as unknown }))
  }

  /** Effects that were given up; doctor shows them and offers another try. */
  stuck(): { id: number; kind: string; last_error: string }[] {
    return typedStatement<{ id: number; kind: string; last_error: string }>(
      this.#state,
      'SELECT id, kind, last_error FROM outbox WHERE attempts >= ? ORDER BY id',
    ).all(MOST_ATTEMPTS)
  }

  retryStuck(): void {
    immediateTransaction(this.#state, () => this.#state.exec('UPDATE outbox SET attempts = 0'))
  }
}

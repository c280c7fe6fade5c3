import { type Database, immediateTransaction, typedStatement } from '../database/sqlite.ts'
import { livenessOf, type ProcessMark, thisProcess } from './processes.ts'

export interface Lease extends ProcessMark {
  readonly id: string
  readonly kind: string
  readonly heartbeat: number
  readonly detail: Readonly<Record<string, unknown>>
}

/** Longer than an owner may be held up; owners beat every few seconds. */
const SILENCE_MS = 30_000
const LONG_SILENCE_MS = 600_000

const claimedHere = new Set<string>()

/**
 * Who is at work on this repository. A lease is alive while its process is, whatever the clock says; where the process
 * cannot be seen (it is in another PID namespace), its heartbeat has to do.
 */
export class Leases {
  readonly #state: Database

  constructor(state: Database) {
    this.#state = state
  }

  take(id: string, kind: string, { detail = {}, now }: { detail?: Record<string, unknown>; now: number }): void {
    const { pid, startTime } = thisProcess()
    this.#state
      .prepare(
        `INSERT INTO leases (id, kind, pid, start_time, heartbeat, detail) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, pid = excluded.pid, start_time = excluded.start_time,
           heartbeat = excluded.heartbeat, detail = excluded.detail`,
      )
      .run(id, kind, pid, startTime, now, JSON.stringify(detail))
  }

  /** Takes what nobody alive holds; false when somebody does. */
  claim(id: string, kind: string, { now }: { now: number }): boolean {
    const claimed = immediateTransaction(this.#state, () => {
      const holder = this.find(id)
      if (holder !== undefined && this.isAlive(holder) && !this.#isForgotten(holder)) return false
      this.take(id, kind, { now })
      return true
    })
    if (claimed) claimedHere.add(this.#keyOf(id))
    return claimed
  }

  renew(id: string, now: number): void {
    this.#state.prepare('UPDATE leases SET heartbeat = ? WHERE id = ?').run(now, id)
  }

  release(id: string): void {
    claimedHere.delete(this.#keyOf(id))
    this.#state.prepare('DELETE FROM leases WHERE id = ?').run(id)
  }

  find(id: string): Lease | undefined {
    return this.#rows('WHERE id = ?', id)[0]
  }

  /** Leases whose process is alive; those of dead processes stay for whoever reaps them. */
  alive(kind?: string): Lease[] {
    return this.all(kind).filter(lease => this.isAlive(lease))
  }

  dead(kind?: string): Lease[] {
    return this.all(kind).filter(lease => this.isDead(lease))
  }

  /** Surely gone. A process elsewhere that is silent for a while may only have been asleep with its machine. */
  isDead(lease: Lease): boolean {
    const liveness = livenessOf(lease)
    return liveness === 'dead' || (liveness === 'elsewhere' && Date.now() - lease.heartbeat > LONG_SILENCE_MS)
  }

  isAlive(lease: Lease): boolean {
    const liveness = livenessOf(lease)
    return liveness === 'alive' || (liveness === 'elsewhere' && Date.now() - lease.heartbeat < SILENCE_MS)
  }

  all(kind?: string): Lease[] {
    return kind === undefined ? this.#rows('') : this.#rows('WHERE kind = ?', kind)
  }

  /** Ours, and given back when the disk was too full to say so. */
  #isForgotten({ id, pid }: Lease): boolean {
    return pid === process.pid && !claimedHere.has(this.#keyOf(id))
  }

  #keyOf(id: string): string {
    return `${this.#state.location()}\0${id}`
  }

  #rows(where: string, ...values: string[]): Lease[] {
    const rows = typedStatement<LeaseRow>(this.#state, `SELECT * FROM leases ${where} ORDER BY id`).all(...values)
    return rows.map(({ start_time, detail, ...row }) => ({
      ...row,
      startTime: start_time,
      detail: JSON.parse(detail) as Record<string, unknown>,
    }))
  }
}

interface LeaseRow {
  readonly id: string
  readonly kind: string
  readonly pid: number
  readonly start_time: string
  readonly heartbeat: number
  readonly detail: string
}

import fs from 'node:fs'
import type { Actor } from '../operation/actor.ts'
import { type Database, ignoreDiskFull, prepared, typedStatement, withoutSync } from './database/sqlite.ts'
import type { Revision } from './files/files.ts'
import { hasCode } from './files/io-refusal.ts'

/** A hint that something changed; whoever shows it reads the truth again. */
export interface StoreEvent {
  readonly seq: number
  readonly worktree: string
  readonly kind: string
  readonly id: string
  readonly revision?: Revision
  readonly actor: Actor
  readonly at: number
}

export type EventPage = { readonly kind: 'events'; readonly events: StoreEvent[] } | { readonly kind: 'reset' }

const KEPT_EVENTS = 10_000
/** The `-wal` file changes before the commit can be read; these looks after a wake-up catch it. */
const SECOND_LOOKS_MS = [2, 20]
const POLL_MS = 1000

export class Events {
  readonly #state: Database
  readonly #file: string
  readonly #watches = new Set<Disposable>()

  constructor(state: Database, file: string) {
    this.#state = state
    this.#file = file
  }

  last(): number {
    const row = this.#state.prepare('SELECT max(seq) AS seq FROM events').get() as { seq: number | null }
    return row.seq ?? 0
  }

  /** Everything after `seq`, or `reset` when part of it has been trimmed. */
  since(seq: number, limit = 1000): EventPage {
    const oldest = (this.#state.prepare('SELECT min(seq) AS seq FROM events').get() as { seq: number | null }).seq
    if (seq > this.last() || (oldest !== null && seq < oldest - 1)) return { kind: 'reset' }
    const rows = typedStatement<EventRow>(this.#state, 'SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?').all(
      seq,
      limit,
    )
    return { kind: 'events', events: rows.map(toEvent) }
  }

  /** Says something that no file carries (a run's state, a lease). */
  publish(event: Omit<StoreEvent, 'seq'>): void {
    const sql = 'INSERT INTO events (worktree, kind, id, revision, actor, at) VALUES (?, ?, ?, ?, ?, ?)'
    const actor = JSON.stringify(event.actor)
    ignoreDiskFull(this.#file, () =>
      withoutSync(this.#state, () =>
        prepared(this.#state, sql).run(event.worktree, event.kind, event.id, event.revision ?? null, actor, event.at),
      ),
    )
  }

  trim(): void {
    this.#state.prepare('DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ?').run(KEPT_EVENTS)
  }

  /** Calls back whenever any process has committed to this database; also right after this call. */
  watch(wake: () => void): Disposable {
    const looks = new Set<NodeJS.Timeout>()
    let seen = this.#mark()
    const look = () => {
      if (!this.#state.isOpen) return
      const now = this.#mark()
      if (now === seen || !this.#watches.has(watch)) return
      seen = now
      wake()
    }
    const lookAgain = () => {
      look()
      for (const pause of this.#watches.has(watch) ? SECOND_LOOKS_MS : []) {
        const timer = setTimeout(() => {
          looks.delete(timer)
          look()
        }, pause)
        looks.add(timer)
      }
    }
    const watcher = watchFile(`${this.#file}-wal`, lookAgain)
    const poll = setInterval(look, POLL_MS)
    poll.unref()
    const watch: Disposable = {
      [Symbol.dispose]: () => {
        this.#watches.delete(watch)
        watcher?.close()
        clearInterval(poll)
        looks.forEach(clearTimeout)
      },
    }
    this.#watches.add(watch)
    wake()
    return watch
  }

  close(): void {
    for (const watch of this.#watches) watch[Symbol.dispose]()
  }

  /** Changes when any process commits: `data_version` tells of the others, the last event of ourselves. */
  #mark(): string {
    if (!this.#state.isOpen) return ''
    const { data_version } = this.#state.prepare('PRAGMA data_version').get() as { data_version: number }
    return `${data_version}:${this.last()}`
  }
}

/** Where the system has no watch left to give, the poll has to do. */
function watchFile(file: string, listener: () => void): fs.FSWatcher | undefined {
  try {
    return fs.watch(file, { persistent: false }, listener).on('error', () => undefined)
  } catch (error) {
    if (['ENOSPC', 'EMFILE', 'ENFILE', 'ENOENT'].some(code => hasCode(error, code))) return undefined
    throw error
  }
}

interface EventRow {
  readonly seq: number
  readonly worktree: string
  readonly kind: string
  readonly id: string
  readonly revision: string | null
  readonly actor: string
  readonly at: number
}

function toEvent({ revision, actor, ...row }: EventRow): StoreEvent {
  return { ...row, actor: JSON.parse(actor) as Actor, ...(revision !== null && { revision }) }
}

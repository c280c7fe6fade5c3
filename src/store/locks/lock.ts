import { setTimeout as delay } from 'node:timers/promises'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Database, isBusy, openLockFile, translateSqliteErrors } from '../database/sqlite.ts'

const LONGEST_PAUSE_MS = 20
/** Behind others that get on with their work one waits longer than behind one that is stuck: so many times. */
const QUEUES = 12

interface LockOptions {
  readonly patienceMs?: number | undefined
  /** Changes whenever somebody has finished something under the lock. */
  readonly pulse?: () => unknown
}

/**
 * The one mutex of a repository. Callers of this process queue up here; against other processes the kernel decides,
 * through SQLite's lock on `lock.db`, and frees it when a holder is killed. Waiting never blocks the event loop.
 */
export class RepositoryLock {
  readonly #file: string
  readonly #patienceMs: number
  readonly #pulse: () => unknown
  #database: Database | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(file: string, { patienceMs = 5000, pulse = () => undefined }: LockOptions = {}) {
    this.#file = file
    this.#patienceMs = patienceMs
    this.#pulse = pulse
  }

  /** Runs one synchronous section alone; git, processes, network and people have no place in it. */
  hold<T>(section: () => T, signal?: AbortSignal): Promise<T> {
    const turn = this.#last.then(async () => {
      await this.#acquire(signal)
      try {
        return section()
      } finally {
        this.#release()
      }
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  close(): void {
    this.#database?.close()
    this.#database = undefined
  }

  async #acquire(signal: AbortSignal | undefined): Promise<void> {
    if (this.#tryAcquire()) return
    const isTooLong = this.#patience()
    for (let pause = 1; !this.#tryAcquire(); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      if (isTooLong()) throw this.#busy()
      // Jitter, because SQLite's lock is not fair and equal pauses would starve the same process again and again.
      await delay(pause * (0.5 + Math.random()), undefined, signal === undefined ? {} : { signal })
    }
  }

  #patience(): () => boolean {
    const start = performance.now()
    let [since, seen] = [start, this.#pulse()]
    return () => {
      const now = performance.now()
      if (now < since + this.#patienceMs) return false
      const last = seen
      ;[since, seen] = [now, this.#pulse()]
      return seen === last || now > start + QUEUES * this.#patienceMs
    }
  }

  #tryAcquire(): boolean {
    this.#database ??= openLockFile(this.#file)
    const database = this.#database
    try {
      database.exec('BEGIN IMMEDIATE')
      return true
    } catch (error) {
      if (isBusy(error)) return false
      return translateSqliteErrors(this.#file, () => {
        throw error
      })
    }
  }

  #release(): void {
    if (this.#database?.isTransaction === true) this.#database.exec('ROLLBACK')
  }

  #busy() {
    return refuse('busy', `Another process has been writing to this repository for ${this.#patienceMs / 1000} s.`, {
      target: this.#file,
      fix: shell`furrow doctor`,
    })
  }
}

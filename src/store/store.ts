import fs from 'node:fs'
import path from 'node:path'
import type { Actor } from '../operation/actor.ts'
import { type Clock, systemClock } from '../operation/capabilities.ts'
import { type Code, isRefused, type Refused, refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { checkpointDatabase, type DatabaseInodes, inodesOf, isReplaced } from './database/replaced-database.ts'
import { Seals } from './database/seal.ts'
import { closeDatabase, type Database, requireSoundDatabase, translateSqliteErrors } from './database/sqlite.ts'
import { openState } from './database/state.ts'
import { trimOnceADay } from './database/trim.ts'
import { Events } from './events.ts'
import { keepConflictCopy } from './files/conflict-copies.ts'
import { type Revision, revisionOf, sweepTemps } from './files/files.ts'
import { readInside } from './files/safe-open.ts'
import { forgetSetAside, listSetAside, type SetAside } from './files/set-aside.ts'
import { GIT_FOLDER } from './git/config/config-files.ts'
import { excludesOf } from './git/git-exclude.ts'
import type { Repository } from './git/repository.ts'
import { needsSeal, type UnsealedScope } from './journal/foreign-steps.ts'
import { commit, imageOf } from './journal/journal.ts'
import {
  type DecisionQuery,
  entryWithId,
  findEntry,
  type LogEntry,
  type LoggedDecision,
  type LogQuery,
  newestUndoable,
  readDecisions,
  readOperationLog,
} from './journal/log.ts'
import { Outbox } from './journal/outbox.ts'
import { hasOpen, recover } from './journal/recover.ts'
import { type FileView, Transaction, type TransactionPlan, withConflictCopy } from './journal/transaction.ts'
import { type MayTouch, planUndo, whyNotUndoable } from './journal/undo.ts'
import { Leases } from './locks/leases.ts'
import { RepositoryLock } from './locks/lock.ts'
import { Mailbox } from './locks/mailbox.ts'
import { claim, ownerFile } from './locks/ownership.ts'
import { checkLog, type LogCheck } from './log-chain/check.ts'
import { advanceHead, holdsGuardedHead } from './log-chain/head.ts'
import { restartChain } from './log-chain/restart.ts'
import { notePlace } from './moved/relocate.ts'

/** Who writes, for the journal; an operation's `Call` is one. */
export interface Writer {
  readonly operation: string
  readonly operationId: string
  readonly actor: Actor
  readonly signal?: AbortSignal
}

export interface StoreOptions {
  readonly repository: Repository
  /** FURROW_HOME */
  readonly home: string
  readonly clock?: Clock
  readonly patienceMs?: number
  /** More folders in which a killed process may have left files that it had only begun. */
  readonly sweeps?: readonly string[]
}

const UNWRITTEN: ReadonlySet<Code> = new Set(['disk_full', 'io_error', 'damaged'])

/** The one way to write to a repository, and the way to read what others may be writing. */
export class Store {
  readonly folder: string
  readonly events: Events
  readonly leases: Leases
  readonly mailbox: Mailbox
  readonly outbox: Outbox
  readonly seals: Seals
  readonly state: Database
  /** Why this store can only be read; a new one may be able to write again. */
  readonly frozen: Refused | undefined
  isReplaced = false
  readonly #options: StoreOptions
  readonly #clock: Clock
  readonly #lock: RepositoryLock
  readonly #opened: DatabaseInodes

  constructor(options: StoreOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.folder = path.join(options.home, 'repos', options.repository.id)
    sweep(options, this.folder)
    const { database, frozen } = openState(this.#stateFile)
    this.state = database
    this.frozen = frozen
    this.seals = new Seals(this.state, options.home)
    if (frozen === undefined) this.#notePlace()
    this.#opened = inodesOf(this.#stateFile)
    this.events = new Events(this.state, this.#stateFile)
    this.leases = new Leases(this.state)
    this.mailbox = new Mailbox(this.state)
    this.outbox = new Outbox(this.state)
    this.#lock = new RepositoryLock(path.join(this.folder, 'lock.db'), {
      patienceMs: options.patienceMs,
      pulse: () => this.events.last(),
    })
  }

  get worktree(): string {
    return this.#options.repository.worktree
  }

  /** Re-read, check, write: one section under the lock, applied wholly or not at all, once per operation id. */
  async transact<T>(writer: Writer, section: (tx: Transaction) => T | Refused): Promise<T> {
    const value = await this.#hold(() => {
      const earlier = this.#resultOf(writer.operationId)
      if (earlier !== undefined) return earlier.value as T
      return this.#apply(writer, section, undefined)
    }, writer.signal)
    return value
  }

  /**
   * One section under the lock and outside the journal, for records that nobody undoes (runs). What it writes it
   * writes by itself, each file whole.
   */
  exclusively<T>(section: () => T, signal?: AbortSignal): Promise<T> {
    return this.#hold(section, signal)
  }

  /** A file as it is now; waits for a writer that is in the middle of it. */
  async read(file: string, root = this.worktree): Promise<FileView | undefined> {
    await this.settled()
    const bytes = readInside(root, file)
    return bytes === undefined ? undefined : { path: file, bytes, revision: revisionOf(bytes) }
  }

  /** Returns when no operation is half done. */
  async settled(): Promise<void> {
    if (!translateSqliteErrors(this.#stateFile, () => hasOpen(this.state))) return
    try {
      await this.#lock.hold(() => this.#settle())
    } catch (error) {
      // A full or failing disk keeps an operation open. Every file is whole all the same, so reading goes on.
      if (!isRefused(error) || error.code === 'busy') throw error
    }
  }

  /** Remembers what a caller was shown, so that it may replace that and nothing newer. */
  shown(actor: Actor, { path: file, revision }: Pick<FileView, 'path' | 'revision'>, root = this.worktree): void {
    const remember = this.state.prepare(
      `INSERT INTO known (root, path, caller, revision) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET revision = excluded.revision`,
    )
    try {
      translateSqliteErrors(this.#stateFile, () => remember.run(root, file, callerOf(actor), revision))
    } catch (error) {
      // It is a look that is remembered: where nothing can be written the look goes on, and a later replacing asks again.
      if (!isRefused(error) || !UNWRITTEN.has(error.code)) throw error
    }
  }

  wasShown(actor: Actor, { path: file, revision }: Pick<FileView, 'path' | 'revision'>, root = this.worktree): boolean {
    const row = this.state
      .prepare('SELECT 1 FROM known WHERE root = ? AND path = ? AND caller = ? AND revision = ?')
      .get(root, file, callerOf(actor), revision)
    return row !== undefined
  }

  /** Keeps a text that lost a conflict; returns where. */
  keep(name: string, text: string | Uint8Array): string {
    return keepConflictCopy(this.keptFolder, name, Buffer.from(text))
  }

  get keptFolder(): string {
    return path.join(this.folder, 'kept')
  }

  log(query: LogQuery): LogEntry[] {
    return readOperationLog(this.state, query)
  }

  /** Whether the log is as it was written. */
  checkLog(): LogCheck {
    return translateSqliteErrors(this.#stateFile, () => checkLog(this.state, this.#stateFile))
  }

  /** Begins a new chain with the log as it is now; returns where the one before it is kept, if it was damaged. */
  restartLogChain(): Promise<{ kept: string; damage: readonly string[] } | undefined> {
    return this.#hold(() =>
      translateSqliteErrors(this.#stateFile, () => restartChain(this.state, this.#stateFile, this.#clock.now())),
    )
  }

  entry(id: string): LogEntry {
    return findEntry(this.state, id)
  }

  image(revision: Revision): Buffer | undefined {
    return imageOf(this.state, revision)
  }

  /** The newest text of a file that Furrow wrote itself, whatever stands there now. */
  lastWritten(root: string, file: string): Buffer | undefined {
    const row = this.state
      .prepare(`SELECT revision FROM known WHERE root = ? AND path = ? AND caller = 'furrow'`)
      .get(root, file) as { revision: string } | undefined
    return row === undefined ? undefined : imageOf(this.state, row.revision)
  }

  whyNotUndoable(entry: LogEntry) {
    return whyNotUndoable(this.state, entry, this.#mayTouch)
  }

  /** What was decided and not taken back, as far as it is certain that no tool wrote it into the log. */
  decisions(query: DecisionQuery): LoggedDecision[] {
    if (!holdsGuardedHead(this.state, this.#stateFile)) return []
    return readDecisions(this.state, query).filter(({ seq }) => this.seals.isSealed(seq))
  }

  /** Unfinished operations that were not carried out, because nothing proves that Furrow wrote them. */
  listSetAside(): SetAside[] {
    return translateSqliteErrors(this.#stateFile, () => listSetAside(this.state))
  }

  forgetSetAside(): Promise<void> {
    return this.#hold(() => translateSqliteErrors(this.#stateFile, () => forgetSetAside(this.state)))
  }

  get #reach(): UnsealedScope {
    return { worktree: this.worktree, home: this.#options.home }
  }

  readonly #mayTouch: MayTouch = ({ seq, steps }) => !needsSeal(steps, this.#reach) || this.seals.isSealed(seq)

  /** Brings back the bytes from before an operation; without an id, the newest one of this worktree. */
  async undo(writer: Writer, id?: string, check: (tx: Transaction) => void = () => undefined): Promise<LogEntry> {
    return this.#hold(() => {
      const earlier = entryWithId(this.state, writer.operationId)
      if (earlier?.undoes !== undefined) return findEntry(this.state, earlier.undoes)
      const chosen = id ?? newestUndoable(this.state, this.worktree)
      if (chosen === undefined) throw refuse('not_found', 'There is nothing to undo here.', { fix: shell`furrow log` })
      const section = (tx: Transaction) => {
        planUndo(this.state, tx, { id: chosen, actor: writer.actor, mayTouch: this.#mayTouch })
        check(tx)
      }
      this.#apply(writer, section, chosen)
      return findEntry(this.state, chosen)
    }, writer.signal)
  }

  /** Makes this home the writer although another one is at work; for a person who knows better. */
  adopt(): Promise<void> {
    return this.#lock.hold(() => {
      if (this.frozen !== undefined) throw this.frozen
      claim(this.#options.repository, this.#options.home, { force: true })
    })
  }

  /** Lets go of files that are about to be replaced; whoever needs the store next opens a new one. */
  makeWay(): void {
    this.isReplaced = true
    this.close()
  }

  close(): void {
    this.events.close()
    this.#lock.close()
    if (this.state.isOpen) closeDatabase(this.state)
  }

  /** One section of a writer: this home's turn, and nothing left half done by others. */
  #hold<T>(section: () => T, signal?: AbortSignal): Promise<T> {
    return this.#lock.hold(() => {
      if (this.frozen !== undefined) throw this.frozen
      if (isReplaced(this.#stateFile, this.#opened)) throw this.#replaced()
      translateSqliteErrors(this.#stateFile, () => requireSoundDatabase(this.state))
      claim(this.#options.repository, this.#options.home)
      this.#settle()
      return section()
    }, signal)
  }

  /** Runs, leases and the journal of this process are in the files that are gone: it cannot go on with others. */
  #replaced(): Refused {
    translateSqliteErrors(this.#stateFile, () => checkpointDatabase(this.state))
    const message = 'was replaced or lost its log while this process had it open; nothing was written. Start it again.'
    return refuse('damaged', `${this.#stateFile} ${message}`, { target: this.#stateFile, fix: shell`furrow doctor` })
  }

  #apply<T>(writer: Writer, section: (tx: Transaction) => T | Refused, undoes: string | undefined): T {
    const tx = new Transaction(this.worktree, {
      knows: (root, file, revision) => this.#knows(writer.actor, { root, file, revision }),
      filled: (root, file) => (this.lastWritten(root, file)?.length ?? 0) > 0,
      keep: (file, bytes) => this.#keepIfRoom(file, bytes),
    })
    const value = section(tx)
    if (isRefused(value)) throw value
    const { changes, events, outbox } = tx.plan
    if (changes.size + events.length + outbox.length === 0) return value
    // Whoever shows this repository hears of every change, also of one (an undo) that names nothing itself.
    if (changes.size > 0 && events.length === 0) tx.emit('log', writer.operationId)
    try {
      const entry = {
        id: writer.operationId,
        name: writer.operation,
        worktree: this.worktree,
        actor: writer.actor,
        at: this.#clock.now(),
        result: value,
        ...(undoes !== undefined && { undoes }),
      }
      commit(this.state, this.#stateFile, tx.plan, entry, this.seals)
      advanceHead(this.state, this.#stateFile)
    } catch (error) {
      throw isRefused(error) && error.code === 'conflict' ? this.#withText(error, tx.plan) : error
    }
    return value
  }

  /** Somebody saved a file at the last moment: what would have taken its place is kept for its author. */
  #withText(conflict: Refused, { changes, images }: TransactionPlan): Refused {
    const lost = [...changes.values()].find(change => change.kind === 'write' && change.path === conflict.target)
    const bytes = lost?.kind === 'write' ? images.get(lost.after) : undefined
    return withConflictCopy(conflict, bytes === undefined ? undefined : this.#keepIfRoom(lost?.path ?? '', bytes))
  }

  #keepIfRoom(file: string, bytes: Uint8Array): string | undefined {
    try {
      return this.keep(file, bytes)
    } catch (error) {
      if (isRefused(error)) return undefined
      throw error
    }
  }

  #settle(): void {
    translateSqliteErrors(this.#stateFile, () => {
      recover(this.state, { keptFolder: this.keptFolder, seals: this.seals, reach: this.#reach })
      trimOnceADay(this.state, this.#clock.now(), this.events)
    })
  }

  #resultOf(operationId: string): { value: unknown } | undefined {
    const row = this.state.prepare(`SELECT result FROM operations WHERE id = ? AND state = 'done'`).get(operationId) as
      | { result: string }
      | undefined
    return row === undefined ? undefined : { value: JSON.parse(row.result) as unknown }
  }

  #knows(actor: Actor, { root, file, revision }: { root: string; file: string; revision: Revision }): boolean {
    const row = this.state
      .prepare(`SELECT 1 FROM known WHERE root = ? AND path = ? AND caller IN ('furrow', ?) AND revision = ?`)
      .get(root, file, callerOf(actor), revision)
    return row !== undefined
  }

  #notePlace(): void {
    const [state, stateFile] = [this.state, this.#stateFile]
    const opened = {
      state,
      stateFile,
      repository: this.#options.repository,
      now: this.#clock.now(),
      seals: this.seals,
    }
    try {
      translateSqliteErrors(stateFile, () => notePlace(opened))
    } catch (error) {
      // What is there can be read all the same; the next process notes it.
      if (!isRefused(error) || !UNWRITTEN.has(error.code)) throw error
    }
  }

  get #stateFile(): string {
    return path.join(this.folder, 'state.db')
  }
}

/** What killed processes left beside the files that are not written through the journal. */
function sweep({ repository, home, sweeps = [] }: StoreOptions, folder: string): void {
  const below = fs.existsSync(home) ? fs.readdirSync(home, { withFileTypes: true }) : []
  const folders = below.filter(entry => entry.isDirectory()).map(entry => path.join(home, entry.name))
  const ours = [ownerFile(repository), excludesOf(repository)].flatMap(file =>
    file === undefined ? [] : path.dirname(file),
  )
  const git = path.join(home, GIT_FOLDER, repository.id)
  const places = [
    ...ours,
    folder,
    path.join(folder, 'kept'),
    home,
    ...folders,
    git,
    path.join(git, 'config'),
    ...sweeps,
  ]
  places.forEach(sweepTemps)
}

function callerOf(actor: Actor): string {
  return `${actor.kind}:${actor.id}`
}

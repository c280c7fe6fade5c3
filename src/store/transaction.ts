import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../operation/errors.ts'
import { contain } from './contain.ts'
import { type Revision, readBytes, revisionOf } from './files.ts'

export type Change =
  | {
      readonly kind: 'write'
      readonly root: string
      readonly path: string
      readonly before: Revision | null
      readonly after: Revision
      readonly mode: number
    }
  | (Leaving & { readonly kind: 'remove'; readonly before: Revision })
  | (Leaving & { readonly kind: 'rename'; readonly target: string })

interface Leaving {
  readonly root: string
  readonly path: string
  /** The outermost folder to remove as well when it is left empty. */
  readonly prune?: string | null
}

export interface EventHint {
  readonly kind: string
  readonly id: string
  readonly revision?: Revision
}

export interface FileView {
  readonly path: string
  readonly bytes: Buffer
  readonly revision: Revision
}

export interface WriteOptions {
  /** Else the mode that the file has, or 0644. */
  readonly mode?: number
}

/** What a section has decided so far; nothing of it has touched the disk. */
export interface Plan {
  readonly changes: Map<string, Change>
  readonly images: Map<Revision, Buffer>
  readonly events: EventHint[]
  readonly outbox: { kind: string; payload: unknown }[]
  summary: string | undefined
}

/** Answers which revision of a file this caller has seen, or Furrow itself wrote last. */
export type Knows = (root: string, file: string, revision: Revision) => boolean

/**
 * The view of the files inside one locked section. Reads see the writes planned before them; the writes happen
 * together, after the section has returned, or not at all.
 */
export class Transaction {
  readonly plan: Plan
  readonly #root: string
  readonly #knows: Knows
  readonly #read: Set<string>

  constructor(root: string, knows: Knows, from?: { plan: Plan; read: Set<string> }) {
    this.#root = root
    this.#knows = knows
    this.plan = from?.plan ?? { changes: new Map(), images: new Map(), events: [], outbox: [], summary: undefined }
    this.#read = from?.read ?? new Set()
  }

  /** The same transaction on files below another root (the person's home, another worktree). */
  under(root: string): Transaction {
    return new Transaction(root, this.#knows, { plan: this.plan, read: this.#read })
  }

  read(file: string): FileView | undefined {
    const key = this.#resolve(file)
    this.#read.add(key)
    return this.#current(file, key)
  }

  exists(file: string): boolean {
    const planned = this.plan.changes.get(this.#resolve(file))
    return planned === undefined ? fs.existsSync(this.#resolve(file)) : planned.kind === 'write'
  }

  /** Names in a folder, sorted; an absent folder is empty, and so is a plain file. */
  list(folder: string): string[] {
    const place = this.#resolve(folder)
    return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() ? fs.readdirSync(place).sort() : []
  }

  /** Writes a text that was derived from what this section has read. */
  write(file: string, content: string | Uint8Array, { mode }: WriteOptions = {}): Revision {
    const key = this.#resolve(file)
    const current = this.#current(file, key)
    if (current !== undefined && !this.#read.has(key)) throw unread(file)
    return this.#put(key, file, { current, content, mode })
  }

  /** Writes a new file; whatever stands at its place stays. */
  create(file: string, content: string | Uint8Array, { mode }: WriteOptions = {}): Revision {
    const key = this.#resolve(file)
    const current = this.#current(file, key)
    if (current !== undefined)
      throw refuse('conflict', `${file} is there already and was not made by this.`, {
        target: file,
        fix: 'furrow where',
        details: { current_revision: current.revision },
      })
    return this.#put(key, file, { current, content, mode })
  }

  /** Replaces a whole text. The caller names the revision it started from, or must have seen the newest one. */
  replace(file: string, content: string | Uint8Array, expected?: Revision): Revision {
    const key = this.#resolve(file)
    const current = this.#current(file, key)
    const conflict = this.#whyNotReplaceable(file, current, expected)
    if (conflict !== undefined) throw conflict
    return this.#put(key, file, { current, content, mode: undefined })
  }

  remove(file: string, { prune = null }: Pick<Leaving, 'prune'> = {}): void {
    const key = this.#resolve(file)
    const planned = this.plan.changes.get(key)
    const current = this.#current(file, key)
    if (current === undefined) return
    const before = planned === undefined ? current.revision : beforeOf(planned)
    this.plan.images.set(current.revision, current.bytes)
    if (before === null) this.plan.changes.delete(key)
    else this.plan.changes.set(key, { kind: 'remove', root: this.#root, path: file, before, prune })
  }

  /** Moves a file or a whole folder in one step; nothing may stand at the target. */
  rename(from: string, to: string, { prune = null }: Pick<Leaving, 'prune'> = {}): void {
    if (fs.existsSync(this.#resolve(to))) throw refuse('conflict', `${to} is there already.`, { target: to })
    const step = { kind: 'rename', root: this.#root, path: from, target: to, prune } as const
    this.plan.changes.set(`${this.#resolve(from)}\0rename`, step)
  }

  /** A hint for everyone who shows this: re-read it. */
  emit(kind: string, id: string, revision?: Revision): void {
    this.plan.events.push({ kind, id, ...(revision !== undefined && { revision }) })
  }

  /** An effect on another domain, carried out after this commits, at least once. */
  enqueue(kind: string, payload: unknown): void {
    this.plan.outbox.push({ kind, payload })
  }

  /** One line for `furrow log`. */
  describe(summary: string): void {
    this.plan.summary = summary
  }

  #put(key: string, file: string, { current, content, mode = modeAt(key) }: Put): Revision {
    const bytes = Buffer.from(content)
    const after = revisionOf(bytes)
    const planned = this.plan.changes.get(key)
    const before = planned === undefined ? (current?.revision ?? null) : beforeOf(planned)
    if (planned === undefined && current !== undefined) this.plan.images.set(current.revision, current.bytes)
    this.plan.images.set(after, bytes)
    if (before === after) this.plan.changes.delete(key)
    else this.plan.changes.set(key, { kind: 'write', root: this.#root, path: file, before, after, mode })
    return after
  }

  #current(file: string, key: string): FileView | undefined {
    const planned = this.plan.changes.get(key)
    if (planned?.kind === 'remove') return undefined
    const bytes = planned?.kind === 'write' ? this.plan.images.get(planned.after) : readBytes(key)
    return bytes === undefined ? undefined : { path: file, bytes, revision: revisionOf(bytes) }
  }

  #whyNotReplaceable(file: string, current: FileView | undefined, expected: Revision | undefined) {
    const now = current?.revision
    if (expected !== undefined && expected === now) return undefined
    if (expected === undefined && (now === undefined || this.#knows(this.#root, file, now))) return undefined
    const details = { current_revision: now ?? null, ...(expected !== undefined && { expected_revision: expected }) }
    if (expected !== undefined)
      return refuse('stale_revision', `${file} has changed since revision ${expected.slice(0, 12)}.`, {
        target: file,
        details,
      })
    return refuse('conflict', `${file} was changed outside Furrow since you last saw it.`, { target: file, details })
  }

  #resolve(file: string): string {
    return path.normalize(contain(this.#root, file, { write: true }))
  }
}

interface Put {
  readonly current: FileView | undefined
  readonly content: string | Uint8Array
  readonly mode: number | undefined
}

/** A file that its owner closed to others, or made executable, stays so. */
function modeAt(file: string): number {
  const mode = fs.statSync(file, { throwIfNoEntry: false })?.mode
  return mode === undefined ? 0o644 : mode & 0o777
}

function beforeOf(change: Change): Revision | null {
  return change.kind === 'rename' ? null : change.before
}

function unread(file: string): Error {
  return new Error(`${file} is written without having been read in the same section; use replace() or read() first`)
}

import fs from 'node:fs'
import path from 'node:path'
import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { resolveInside } from '../files/contain.ts'
import { type Revision, revisionOf } from '../files/files.ts'
import { readInside } from '../files/safe-open.ts'

export type FileChange =
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
export interface TransactionPlan {
  readonly changes: Map<string, FileChange>
  readonly images: Map<Revision, Buffer>
  readonly events: EventHint[]
  readonly outbox: { kind: string; payload: unknown }[]
  summary: string | undefined
}

/** What a transaction asks of its store. */
export interface RevisionKnowledge {
  /** Whether this caller has seen this revision of a file, or Furrow itself wrote it last. */
  knows(root: string, file: string, revision: Revision): boolean
  /** Whether Furrow wrote something to this file last. */
  filled(root: string, file: string): boolean
  /** Keeps a text that lost a conflict; says where, if there is room for it. */
  keep(file: string, bytes: Uint8Array): string | undefined
}

/**
 * The view of the files inside one locked section. Reads see the writes planned before them; the writes happen
 * together, after the section has returned, or not at all.
 */
export class Transaction {
  readonly plan: TransactionPlan
  readonly #root: string
  readonly #memory: RevisionKnowledge
  /** What this section has seen: it goes on from there, whatever happens on the disk meanwhile. */
  readonly #seen: Map<string, FileView | undefined>

  constructor(
    root: string,
    memory: RevisionKnowledge,
    from?: { plan: TransactionPlan; seen: Map<string, FileView | undefined> },
  ) {
    this.#root = root
    this.#memory = memory
    this.plan = from?.plan ?? { changes: new Map(), images: new Map(), events: [], outbox: [], summary: undefined }
    this.#seen = from?.seen ?? new Map()
  }

  /** The same transaction on files below another root (the person's home, another worktree). */
  under(root: string): Transaction {
    return new Transaction(root, this.#memory, { plan: this.plan, seen: this.#seen })
  }

  read(file: string): FileView | undefined {
    return this.#current(file, this.#resolve(file))
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
    const wasRead = this.#seen.has(key)
    const current = this.#current(file, key)
    if (current !== undefined && !wasRead && !this.plan.changes.has(key)) throw unread(file)
    if (current?.bytes.length === 0 && isJustChanged(key) && this.#memory.filled(this.#root, file)) throw emptied(file)
    return this.#put(key, file, { current, content, mode })
  }

  /** Writes a new file; whatever stands at its place stays. */
  create(file: string, content: string | Uint8Array, { mode }: WriteOptions = {}): Revision {
    const key = this.#resolve(file)
    const current = this.#current(file, key)
    if (current !== undefined)
      throw refuse('conflict', `${file} is there already and was not made by this.`, {
        target: file,
        fix: shell`furrow where`,
        details: { current_revision: current.revision },
      })
    return this.#put(key, file, { current, content, mode })
  }

  /** Replaces a whole text. The caller names the revision it started from, or must have seen the newest one. */
  replace(file: string, content: string | Uint8Array, expected?: Revision): Revision {
    const key = this.#resolve(file)
    const current = this.#current(file, key)
    const conflict = this.#whyNotReplaceable(file, current, expected)
    if (conflict !== undefined) throw withConflictCopy(conflict, this.#memory.keep(file, Buffer.from(content)))
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

  /** Keeps the text as it is now for as long as before-images are kept, although nothing changes it. */
  keepText(file: string): void {
    const current = this.read(file)
    if (current !== undefined) this.plan.images.set(current.revision, current.bytes)
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
    const bytes = planned?.kind === 'write' ? this.plan.images.get(planned.after) : undefined
    return bytes === undefined ? this.#onDisk(file, key) : { path: file, bytes, revision: revisionOf(bytes) }
  }

  #onDisk(file: string, key: string): FileView | undefined {
    if (this.#seen.has(key)) return this.#seen.get(key)
    const bytes = readInside(this.#root, file, { write: true })
    const view = bytes === undefined ? undefined : { path: file, bytes, revision: revisionOf(bytes) }
    this.#seen.set(key, view)
    return view
  }

  #whyNotReplaceable(file: string, current: FileView | undefined, expected: Revision | undefined) {
    const now = current?.revision
    if (expected !== undefined && expected === now) return undefined
    if (expected === undefined && (now === undefined || this.#memory.knows(this.#root, file, now))) return undefined
    const details = { current_revision: now ?? null, ...(expected !== undefined && { expected_revision: expected }) }
    if (expected !== undefined)
      return refuse('stale_revision', `${file} has changed since revision ${expected.slice(0, 12)}.`, {
        target: file,
        details,
      })
    return refuse('conflict', `${file} was changed outside Furrow since you last saw it.`, { target: file, details })
  }

  #resolve(file: string): string {
    return path.normalize(resolveInside(this.#root, file, { write: true }))
  }
}

/** The same refusal, telling its author where the text is that was not written. */
export function withConflictCopy(conflict: Refused, kept: string | undefined): Refused {
  if (kept === undefined) return conflict
  const { code, message, target, fix, details } = conflict
  return refuse(code, `${message} Your text is kept in ${kept}.`, {
    ...(target !== undefined && { target }),
    ...(fix !== undefined && { fix }),
    details: { ...details, kept },
    cause: conflict,
  })
}

/** No editor takes longer between emptying a file and writing it. */
const SAVING_MS = 5000

function isJustChanged(file: string): boolean {
  const mtime = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return mtime !== undefined && Date.now() - mtime < SAVING_MS
}

/** Editors empty a file before they write it: what is empty for that moment must not be built upon. */
function emptied(file: string): Refused {
  return refuse(
    'conflict',
    `${file} is empty now, and was not when Furrow last wrote it: an editor may be saving it.`,
    {
      target: file,
      fix: shell`furrow log`,
    },
  )
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

function beforeOf(change: FileChange): Revision | null {
  return change.kind === 'rename' ? null : change.before
}

function unread(file: string): Error {
  return new Error(`${file} is written without having been read in the same section; use replace() or read() first`)
}

import { createHmac, randomBytes } from 'node:crypto'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { createDurably, makeFolder, writeDurably } from '../files/files.ts'
import { hasCode } from '../files/io-refusal.ts'
import { readBytes } from '../files/read-file.ts'
import type { Database } from './sqlite.ts'
import { typedStatement } from './sqlite.ts'

/**
 * `state.db` is open to the tools that a person trusted, and Furrow carries out what is in its journal with all of the
 * person's rights. So each operation carries a code made with a key that lies among the secrets, which no tool sees. A
 * Furrow that runs inside a tool has no key; what it writes is as good as what the tool could write itself.
 */
export class Seals {
  readonly #state: Database
  readonly #file: string
  #key: Buffer | undefined

  constructor(state: Database, home: string) {
    this.#state = state
    this.#file = path.join(home, 'secrets', 'journal.key')
  }

  /** Whether seals can be told from forged ones here; inside a tool they cannot. */
  get canTell(): boolean {
    return this.#readKey() !== undefined
  }

  /** As `canTell`, for who may write: where no key was made yet, it is made; inside a tool it cannot be. */
  canDecide(): boolean {
    return (this.#readKey() ?? this.#makeKey()) !== undefined
  }

  get exist(): boolean {
    return this.#state.prepare('SELECT 1 FROM seals LIMIT 1').get() !== undefined
  }

  /** All operations whose seal is right, for who is about to rewrite them. */
  sealed(): number[] {
    const rows = typedStatement<{ operation: number }>(this.#state, 'SELECT operation FROM seals').all()
    return rows.map(({ operation }) => operation).filter(seq => this.isSealed(seq))
  }

  /** Entries that say a person made them, since there are seals, and that no Furrow outside of a tool wrote. */
  forged(): string[] {
    if (!this.canTell) return []
    const rows = typedStatement<{ seq: number; id: string }>(this.#state, CLAIMED).all()
    return rows.filter(({ seq }) => !this.isSealed(seq)).map(({ id }) => id)
  }

  /** Within the transaction that records the operation. */
  put(seq: number): void {
    const key = this.#readKey() ?? this.#makeKey()
    if (key !== undefined)
      this.#state.prepare('INSERT OR REPLACE INTO seals VALUES (?, ?)').run(seq, sealOf(this.#state, seq, key))
  }

  /** Whether an operation is as a Furrow of this home wrote it, outside of every tool. */
  isSealed(seq: number): boolean {
    const key = this.#readKey()
    const row = this.#state.prepare('SELECT seal FROM seals WHERE operation = ?').get(seq)
    if (key === undefined || row === undefined) return false
    return (row as { seal: string }).seal === sealOf(this.#state, seq, key)
  }

  #readKey(): Buffer | undefined {
    if (this.#key !== undefined) return this.#key
    const found = unlessClosed(() => readBytes(this.#file))
    this.#key = found?.length === KEY_BYTES ? found : undefined
    return this.#key
  }

  #makeKey(): Buffer | undefined {
    unlessClosed(() => {
      makeFolder(path.dirname(this.#file), 0o700)
      const isThere = !createDurably(this.#file, randomBytes(KEY_BYTES))
      // Whatever a damaged one had sealed is asked for again.
      if (isThere && readBytes(this.#file)?.length !== KEY_BYTES) writeDurably(this.#file, randomBytes(KEY_BYTES))
    })
    return this.#readKey()
  }
}

const KEY_BYTES = 32

/** Inside a tool the key can be neither read nor made, and an operation goes unsealed; a failing disk is told as such. */
function unlessClosed<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (isRefused(error) && CLOSED.some(code => hasCode(error.cause, code))) return undefined
    throw error
  }
}

const CLOSED = ['EROFS', 'EACCES', 'EPERM']

export const SEALS = `CREATE TABLE seals (operation INTEGER PRIMARY KEY, seal TEXT NOT NULL) STRICT`

const CLAIMED = `SELECT seq, id FROM operations WHERE state = 'done' AND seq > (SELECT min(operation) FROM seals)
  AND json_valid(actor) AND json_extract(actor, '$.kind') = 'person' ORDER BY seq`
const OPERATION =
  'SELECT seq, id, name, worktree, actor, at, summary, result, effects, undoes FROM operations WHERE seq = ?'
const STEPS = `SELECT kind, root, path, target, "before", after, mode, temp, made, prune FROM changes
  WHERE operation = ? ORDER BY n`

function sealOf(state: Database, seq: number, key: Buffer): string {
  const operation = Object.values(state.prepare(OPERATION).get(seq) ?? {})
  const steps = state.prepare(STEPS).all(seq).map(Object.values)
  return createHmac('sha256', key)
    .update(JSON.stringify([operation, steps]))
    .digest('hex')
}

import type { Database } from '../database/sqlite.ts'
import { markAborted } from '../journal/journal.ts'

/** An unfinished operation that Furrow did not carry out, because nothing proves that Furrow wrote it. */
export interface SetAside {
  readonly id: string
  readonly name: string
  readonly places: readonly string[]
}

/** Files stay as they are; doctor tells a person of it. */
export function setAside(state: Database, seq: number): void {
  const { id, name } = state.prepare('SELECT id, name FROM operations WHERE seq = ?').get(seq) as SetAside
  const places = state.prepare('SELECT root, path FROM changes WHERE operation = ? ORDER BY n').all(seq)
  const said = { id, name, places: places.map(({ root, path }) => `${root}/${path}`).slice(0, MOST_PLACES) }
  state
    .prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)')
    .run(`${PREFIX}${String(seq)}`, JSON.stringify(said satisfies SetAside))
  markAborted(state, seq)
}

const PREFIX = 'set-aside:'
const MOST_PLACES = 5

export function listSetAside(state: Database): SetAside[] {
  const rows = state.prepare('SELECT value FROM facts WHERE name LIKE ? ORDER BY name').all(`${PREFIX}%`)
  return rows.map(({ value }) => JSON.parse(String(value)) as SetAside)
}

export function forgetSetAside(state: Database): void {
  state.prepare('DELETE FROM facts WHERE name LIKE ?').run(`${PREFIX}%`)
}

import type { Database } from '../database/sqlite.ts'

/** Where a repository was when its state was last opened, and by what it is recognised elsewhere. */
export interface PlaceFact {
  readonly commonDir: string
  readonly stamp: string
}

export function readPlace(state: Database): PlaceFact | undefined {
  const row = state.prepare(`SELECT value FROM facts WHERE name = 'place'`).get() as { value: string } | undefined
  return row === undefined ? undefined : (JSON.parse(row.value) as PlaceFact)
}

export function writePlace(state: Database, { commonDir, stamp }: PlaceFact): void {
  state
    .prepare(`INSERT INTO facts VALUES ('place', ?) ON CONFLICT DO UPDATE SET value = excluded.value`)
    .run(JSON.stringify({ commonDir, stamp }))
}

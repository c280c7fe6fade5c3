import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Seals } from '../database/seal.ts'
import { type Database, immediateTransaction } from '../database/sqlite.ts'
import { folderStamp, type Repository, repositoryId } from '../git/repository.ts'
import { checkLog } from '../log-chain/check.ts'
import { replaceHead } from '../log-chain/head.ts'
import { newestLink, startChain } from '../log-chain/link.ts'
import { readPlace, writePlace } from './place-fact.ts'

interface OpenedState {
  readonly state: Database
  readonly stateFile: string
  readonly repository: Pick<Repository, 'id' | 'commonDir'>
  readonly now: number
  readonly seals: Seals
}

/** Notes where the repository is. One that was moved gets its new paths in the log, in requests and in what undo needs. */
export function notePlace({ state, stateFile, repository, now, seals }: OpenedState): void {
  const { commonDir } = repository
  const stamp = folderStamp(commonDir)
  const former = readPlace(state)
  if (former?.commonDir === commonDir && former.stamp === stamp) return
  if (former === undefined || former.commonDir === commonDir) {
    writePlace(state, { commonDir, stamp })
    return
  }
  // A new chain would hide what was changed in the old one; `furrow doctor repair` comes first.
  if (checkLog(state, stateFile).damage.length > 0) return
  // Inside a tool nothing can be sealed again.
  if (!seals.canTell && seals.exist) return
  immediateTransaction(state, () => {
    if (readPlace(state)?.commonDir === commonDir) return
    const sealed = seals.sealed()
    const [from, to] = [topOf(former.commonDir), topOf(commonDir)]
    for (const [table, column] of PATH_COLUMNS) replacePrefix(state, { table, column, from, to })
    replaceIds(state, repositoryId(former.commonDir), repository.id)
    for (const seq of [...sealed, logMove(state, { from, to, now })]) seals.put(seq)
    startChain(state, { at: now, why: `moved from ${from}` })
    writePlace(state, { commonDir, stamp })
  })
  replaceHead(stateFile, newestLink(state))
}

const PATH_COLUMNS = [
  ['operations', 'worktree'],
  ['changes', 'root'],
  ['known', 'root'],
  ['events', 'worktree'],
  ['requests', 'worktree'],
] as const

function topOf(commonDir: string): string {
  return path.basename(commonDir) === '.git' ? path.dirname(commonDir) : commonDir
}

interface Prefix {
  readonly table: string
  readonly column: string
  readonly from: string
  readonly to: string
}

function replacePrefix(state: Database, { table, column, from, to }: Prefix): void {
  state
    .prepare(
      `UPDATE ${table} SET ${column} = ?2 || substr(${column}, length(?1) + 1)
         WHERE ${column} = ?1 OR substr(${column}, 1, length(?1) + 1) = ?1 || '/'`,
    )
    .run(from, to)
}

/** Files of the home that are named after the repository. */
function replaceIds(state: Database, from: string, to: string): void {
  for (const table of ['changes', 'known'])
    for (const [old, now] of [
      [`secrets/${from}/`, `secrets/${to}/`],
      [`trust/${from}.json`, `trust/${to}.json`],
    ])
      state
        .prepare(`UPDATE ${table} SET path = ?2 || substr(path, length(?1) + 1) WHERE substr(path, 1, length(?1)) = ?1`)
        .run(old ?? '', now ?? '')
}

function logMove(state: Database, { from, to, now }: { from: string; to: string; now: number }): number {
  const { lastInsertRowid } = state
    .prepare(
      `INSERT INTO operations (id, name, worktree, actor, at, state, summary, result, effects)
         VALUES (?, 'workspace.moved', ?, ?, ?, 'done', ?, 'null', '[]')`,
    )
    .run(
      `moved-${randomBytes(6).toString('hex')}`,
      to,
      JSON.stringify({ kind: 'person', id: 'furrow', door: 'cli' }),
      now,
      `recognised, formerly at ${from}; log, requests, secrets and trust came along`,
    )
  return Number(lastInsertRowid)
}

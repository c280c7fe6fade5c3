import { immediateTransaction } from '../../../store/database/sqlite.ts'
import type { Store } from '../../../store/store.ts'
import { SERVER_LEASE, serverAddress } from '../../../workspace/server.ts'

const BEAT_MS = 10_000

/** Announces the one server of a worktree; nothing when another one was faster. */
export function takeServerLease(
  store: Store,
  { address, port }: { address: string; port: number },
): Disposable | undefined {
  const id = `${SERVER_LEASE}:${store.worktree}`
  const detail = { worktree: store.worktree, address, port }
  const won = immediateTransaction(store.state, () => {
    if (serverAddress(store) !== undefined) return false
    store.leases.take(id, SERVER_LEASE, { detail, now: Date.now() })
    return true
  })
  if (!won) return undefined
  const beat = setInterval(() => store.leases.renew(id, Date.now()), BEAT_MS)
  beat.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(beat)
      store.leases.release(id)
    },
  }
}

const DEFAULT_PORT = 4747

/** The port that this worktree had last: bookmarks and sessions belong to it. */
export function rememberedPort(store: Store): number {
  const row = store.state.prepare('SELECT value FROM facts WHERE name = ?').get(portFact(store)) as
    | { value: string }
    | undefined
  return row === undefined ? DEFAULT_PORT : Number(row.value)
}

export function rememberPort(store: Store, port: number): void {
  store.state
    .prepare('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(portFact(store), String(port))
}

function portFact(store: Store): string {
  return `port:${store.worktree}`
}

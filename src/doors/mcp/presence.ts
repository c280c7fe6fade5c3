import type { App } from '../../app/app.ts'
import type { Client } from './client.ts'

export const MCP_LEASE = 'mcp'
let count = 0

/** Shows a client as connected for as long as the result is not disposed of (or this process lives). */
export function announce(app: App, { name, version }: Pick<Client, 'name' | 'version'>): Disposable {
  const { store } = app
  count += 1
  const id = `${MCP_LEASE}:${process.pid}:${count}`
  const now = Date.now()
  const detail = { client: name, version, since: new Date(now).toISOString(), worktree: store.worktree }
  store.leases.take(id, MCP_LEASE, { detail, now })
  return { [Symbol.dispose]: () => store.leases.give(id) }
}

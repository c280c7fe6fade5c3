import type { App } from '../../../app/app.ts'
import type { McpClient } from './client.ts'

type ClientVersion = Pick<McpClient, 'name' | 'version'>

const MCP_LEASE = 'mcp'
let count = 0

/** Shows a client as connected for as long as the result is not disposed of (or this process lives). */
export function showPresence({ store }: App, { name, version }: ClientVersion): Disposable {
  count += 1
  const id = `${MCP_LEASE}:${process.pid}:${count}`
  const now = Date.now()
  const detail = { client: name, version, since: new Date(now).toISOString(), worktree: store.worktree }
  store.leases.take(id, MCP_LEASE, { detail, now })
  return { [Symbol.dispose]: () => store.leases.release(id) }
}

const IDLE_MS = 15 * 60 * 1000
/** More names than this are not shown; a client may call itself what it likes, as often as it likes. */
const MOST = 100

/** Who uses a server that has no connections to count: whoever asked something lately. */
export class RecentClients implements Disposable {
  readonly #app: App
  readonly #visitors = new Map<string, { presence: Disposable; leaves: NodeJS.Timeout }>()

  constructor(app: App) {
    this.#app = app
  }

  see(client: ClientVersion): void {
    const { name } = client
    const earlier = this.#visitors.get(name)
    if (earlier !== undefined) earlier.leaves.refresh()
    else if (this.#visitors.size < MOST) {
      const leaves = setTimeout(() => this.#leave(name), IDLE_MS).unref()
      this.#visitors.set(name, { presence: showPresence(this.#app, client), leaves })
    }
  }

  [Symbol.dispose](): void {
    for (const name of this.#visitors.keys()) this.#leave(name)
  }

  #leave(name: string): void {
    const visitor = this.#visitors.get(name)
    this.#visitors.delete(name)
    clearTimeout(visitor?.leaves)
    visitor?.presence[Symbol.dispose]()
  }
}

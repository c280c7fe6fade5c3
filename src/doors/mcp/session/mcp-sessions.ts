import { randomUUID } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

export interface SessionLimits {
  readonly sessions: number
  readonly idleMs: number
}

export const LIMITS: SessionLimits = { sessions: 200, idleMs: 30 * 60 * 1000 }

/** One client of the 2025 era: a server and a transport of its own, which nobody else ever talks to. */
export interface McpSession {
  readonly owner: string
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Requests being answered, and streams being listened to. */
  open: number
  /** Ids being answered: an answer finds its way by id, so each may be under way once. */
  readonly ids: Set<string | number>
  seenAt: number
}

/** The sessions of one HTTP server. Whose session it is is part of its name: a stolen id opens nothing. */
export class McpSessions {
  readonly #sessions = new Map<string, McpSession>()
  readonly #limits: SessionLimits
  readonly #now: () => number
  readonly #sweeper: NodeJS.Timeout

  constructor(now: () => number, limits: SessionLimits = LIMITS) {
    this.#now = now
    this.#limits = limits
    this.#sweeper = setInterval(() => this.sweep(), Math.min(limits.idleMs, 60_000))
    this.#sweeper.unref()
  }

  get all(): readonly McpSession[] {
    return [...this.#sessions.values()]
  }

  find(id: string, owner: string): McpSession | undefined {
    const session = this.#sessions.get(id)
    if (session === undefined || session.owner !== owner) return undefined
    session.seenAt = this.#now()
    return session
  }

  /** A session that gets its id with the first answer; nothing when all places are taken by busy ones. */
  async start(owner: string, create: () => Server): Promise<McpSession | undefined> {
    if (!this.#makeRoom()) return undefined
    const server = create()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id => void this.#sessions.set(id, session),
      onsessionclosed: id => void this.#sessions.delete(id),
    })
    const session: McpSession = { owner, server, transport, open: 0, ids: new Set(), seenAt: this.#now() }
    await server.connect(transport)
    return session
  }

  /** Ends sessions that nobody has used for long; a stream that is being listened to is use. */
  sweep(): void {
    for (const [id, session] of this.#sessions)
      if (session.open === 0 && this.#now() - session.seenAt > this.#limits.idleMs) this.#end(id, session)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    await Promise.allSettled(this.all.map(({ server }) => server.close()))
    this.#sessions.clear()
  }

  #makeRoom(): boolean {
    if (this.#sessions.size < this.#limits.sessions) return true
    const idle = [...this.#sessions].filter(([, session]) => session.open === 0)
    const [oldest] = idle.sort(([, a], [, b]) => a.seenAt - b.seenAt)
    if (oldest === undefined) return false
    this.#end(...oldest)
    return true
  }

  #end(id: string, session: McpSession): void {
    this.#sessions.delete(id)
    void session.server.close()
  }
}

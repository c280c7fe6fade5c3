import type { ServerResponse } from 'node:http'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { StoreEvent } from '../../../store/events.ts'
import type { Store } from '../../../store/store.ts'
import { headersOf } from './reply.ts'

export interface StreamLimits {
  readonly perServer: number
  readonly perOwner: number
  readonly bufferedBytes: number
  readonly pingMs: number
}

export const STREAM_LIMITS: StreamLimits = { perServer: 2000, perOwner: 16, bufferedBytes: 1024 * 1024, pingMs: 15_000 }
const PAGE = 200

interface StreamClient {
  readonly outgoing: ServerResponse
  readonly owner: string
  /** The newest event it was given. */
  seq: number
  /** False while it is being told what it missed. */
  live: boolean
  /** A replay that moved since the last ping. */
  moved: boolean
}

/** Everybody who watches this workspace: one reader of the database, one text per event, many listeners. */
export class EventStreams {
  readonly #store: Store
  readonly #limits: StreamLimits
  readonly #clients = new Set<StreamClient>()
  #seq = 0
  #watching: { watch: Disposable; ping: NodeJS.Timeout } | undefined

  constructor(store: Store, limits: Partial<StreamLimits> = {}) {
    this.#store = store
    this.#limits = { ...STREAM_LIMITS, ...limits }
  }

  get size(): number {
    return this.#clients.size
  }

  /** Takes over a response; `from` is the last event that this client has seen. */
  open(outgoing: ServerResponse, { owner, from }: { owner: string; from: number | undefined }): void {
    this.#refuseWhenFull(owner)
    this.#startWatching()
    this.#advance()
    outgoing.writeHead(200, headersOf({ status: 200, headers: { 'Content-Type': 'text/event-stream' } }))
    const client: StreamClient = { outgoing, owner, seq: from ?? this.#seq, live: false, moved: true }
    this.#clients.add(client)
    outgoing.once('close', () => this.#remove(client))
    outgoing.on('error', () => this.#remove(client))
    outgoing.write(from === undefined ? frame('ready', this.#seq) : ': replay\n\n')
    this.#replay(client)
  }

  /** Ends the streams of a session that has signed out. */
  closeOwner(owner: string): void {
    for (const client of this.#clients) if (client.owner === owner) client.outgoing.end()
  }

  close(): void {
    for (const { outgoing } of this.#clients) outgoing.end()
    this.#clients.clear()
    this.#stopWatching()
  }

  #refuseWhenFull(owner: string): void {
    const own = [...this.#clients].filter(client => client.owner === owner).length
    if (this.#clients.size < this.#limits.perServer && own < this.#limits.perOwner) return
    const [count, whose] = own < this.#limits.perOwner ? [this.#clients.size, 'this server'] : [own, 'this session']
    throw refuse('busy', `${count} event streams of ${whose} are open, which is the most.`, {
      fix: shell`furrow status`,
    })
  }

  /** What this client missed, a page at a time and never faster than it reads. */
  #replay(client: StreamClient): void {
    while (client.seq !== this.#seq) {
      const page = this.#store.events.since(client.seq, PAGE)
      // What is newer than the last look is told to everybody at once by the next one.
      const events = page.kind === 'reset' ? [] : page.events.filter(({ seq }) => seq <= this.#seq)
      client.seq = events.at(-1)?.seq ?? this.#seq
      client.moved = true
      const taken = client.outgoing.write(page.kind === 'reset' ? frame('reset', this.#seq) : textOf(events))
      if (!taken) {
        client.outgoing.once('drain', () => this.#replay(client))
        return
      }
    }
    client.live = true
  }

  /** Tells all who are up to date what has happened since the last look. */
  #advance(): void {
    for (let last = this.#store.events.last(); this.#seq !== last; last = this.#store.events.last()) {
      const page = this.#store.events.since(this.#seq, PAGE)
      this.#seq = page.kind === 'reset' ? last : (page.events.at(-1)?.seq ?? last)
      this.#broadcast(Buffer.from(page.kind === 'reset' ? frame('reset', last) : textOf(page.events)))
    }
  }

  #broadcast(text: Buffer): void {
    for (const client of this.#clients) {
      if (!client.live) continue
      client.seq = this.#seq
      this.#write(client, text)
    }
  }

  /** Whoever does not read is let go before it costs the others; it will come back and be told what it missed. */
  #write(client: StreamClient, text: Buffer): void {
    client.outgoing.write(text)
    if (client.outgoing.writableLength > this.#limits.bufferedBytes) client.outgoing.destroy()
  }

  #ping(): void {
    const text = Buffer.from(': ping\n\n')
    for (const client of this.#clients) {
      if (!client.live && !client.moved) client.outgoing.destroy()
      client.moved = false
      if (client.live) this.#write(client, text)
    }
  }

  #startWatching(): void {
    if (this.#watching !== undefined) return
    this.#seq = this.#store.events.last()
    const watch = this.#store.events.watch(() => this.#advance())
    const ping = setInterval(() => this.#ping(), this.#limits.pingMs)
    ping.unref()
    this.#watching = { watch, ping }
  }

  #stopWatching(): void {
    if (this.#watching === undefined) return
    this.#watching.watch[Symbol.dispose]()
    clearInterval(this.#watching.ping)
    this.#watching = undefined
  }

  #remove(client: StreamClient): void {
    this.#clients.delete(client)
    if (this.#clients.size === 0) this.#stopWatching()
  }
}

function textOf(events: readonly StoreEvent[]): string {
  return events.map(event => `id: ${event.seq}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

function frame(event: 'ready' | 'reset', seq: number): string {
  return `id: ${seq}\nevent: ${event}\ndata: {}\n\n`
}

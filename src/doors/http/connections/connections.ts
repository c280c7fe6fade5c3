import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { shell } from '../../../shared/shell/shell.ts'
import { problem } from '../wire/problem.ts'
import { hangUp, rejectConnection } from './hang-up.ts'
import type { ConnectionLimits } from './limits.ts'

interface Connection {
  readonly socket: Socket
  /** The session or token of its last authorised request. */
  client: string
  readonly unanswered: Set<ServerResponse>
}

/** On loopback every address is the same, so a client is known by its session or token, and not before. */
const UNIDENTIFIED = ''

/**
 * Every open connection, so that descriptors never run out. A new one is always taken while another can be closed for
 * it: first of those that have shown no valid session or token the one whose last complete request is longest ago, then
 * the one that has been idle longest. What a client sends in drops does not count as a request.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  /** Least recently used first, as are the groups. */
  readonly #all = new Map<Socket, Connection>()
  readonly #groups = new Map<string, Set<Connection>>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#all.size
  }

  watch(server: Server): void {
    server.timeout = this.#limits.stalledMs
    server.on('connection', socket => this.#open(socket))
    server.on('timeout', socket => this.#timedOut(socket))
  }

  /** Notes a request; false when its connection was closed because of too many. */
  begin(socket: Socket, outgoing: ServerResponse): boolean {
    const connection = this.#all.get(socket)
    if (connection === undefined) return false
    this.#touch(connection)
    connection.unanswered.add(outgoing)
    outgoing.once('close', () => {
      connection.unanswered.delete(outgoing)
      if (this.#all.has(socket)) this.#touch(connection)
    })
    if (connection.unanswered.size <= this.#limits.unanswered) return true
    this.#close(connection)
    return false
  }

  /** Says whose connection it is; false when that client has too many and uses all of them. */
  identify(socket: Socket, client: string): boolean {
    const connection = this.#all.get(socket)
    if (connection === undefined || connection.client === client) return true
    const group = this.#groups.get(client)
    if (group !== undefined && group.size >= this.#limits.perClient) {
      const idle = firstIdle(group)
      if (idle === undefined) return false
      this.#close(idle)
    }
    this.#leaveGroup(connection)
    connection.client = client
    this.#touch(connection)
    return true
  }

  /** Ends a connection whose bytes cannot be read as a request, or do not arrive. */
  refuse(socket: Socket, answer: ReturnType<typeof problem>): void {
    const connection = this.#all.get(socket)
    const isMidAnswer = [...(connection?.unanswered ?? [])].some(({ headersSent }) => headersSent)
    if (!isMidAnswer && socket.writable) hangUp(socket, answer)
    // Closing at once what is being closed politely would take the answer away from its reader.
    else if (!socket.writableEnded) socket.destroy()
  }

  #open(socket: Socket): void {
    if (!this.#makeRoom()) {
      rejectConnection(socket, tooMany(this.#limits.inAll))
      return
    }
    const connection: Connection = { socket, client: UNIDENTIFIED, unanswered: new Set() }
    this.#touch(connection)
    socket.once('close', () => this.#forget(connection))
  }

  #makeRoom(): boolean {
    const unidentified = this.#groups.get(UNIDENTIFIED) ?? new Set()
    const [oldest] = unidentified
    const isFull = this.#all.size >= this.#limits.inAll
    if (!isFull && unidentified.size < this.#limits.unidentified) return true
    const victim = oldest ?? firstIdle(this.#all.values())
    if (victim !== undefined) this.#close(victim)
    return victim !== undefined
  }

  /** Nothing has moved for long: it is idle, or its client does not read. A long operation is neither. */
  #timedOut(socket: Socket): void {
    const isWorking = (this.#all.get(socket)?.unanswered.size ?? 0) > 0
    if (!isWorking || socket.writableLength > 0) socket.destroy()
  }

  #touch(connection: Connection): void {
    const { socket, client } = connection
    this.#all.delete(socket)
    this.#all.set(socket, connection)
    const group = this.#groups.get(client) ?? new Set()
    this.#groups.set(client, group)
    group.delete(connection)
    group.add(connection)
  }

  #close(connection: Connection): void {
    this.#forget(connection)
    connection.socket.destroy()
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection.socket)
    this.#leaveGroup(connection)
  }

  #leaveGroup(connection: Connection): void {
    const group = this.#groups.get(connection.client)
    group?.delete(connection)
    if (group?.size === 0) this.#groups.delete(connection.client)
  }
}

function firstIdle(connections: Iterable<Connection>): Connection | undefined {
  for (const connection of connections) if (connection.unanswered.size === 0) return connection
  return undefined
}

function tooMany(count: number) {
  const message = `All ${count} connections of this server are in use; try again later.`
  return problem({ code: 'busy', message, fix: shell`furrow status` }, { 'Retry-After': '1' })
}

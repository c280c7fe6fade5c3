import type { Actor } from '../operation/actor.ts'
import { refuse } from '../operation/errors.ts'
import { stampedId } from '../operation/naming.ts'
import type { Store } from '../store/store.ts'
import type { Call } from './call.ts'
import { serverAddress } from './server.ts'

/** Something an agent asked for that only a person may do; the person answers on a page or in a terminal. */
export interface PersonRequest {
  readonly id: string
  readonly operation: string
  readonly input: unknown
  readonly actor: Actor
  readonly at: number
  readonly status: 'pending' | 'confirmed' | 'dismissed'
}

export async function requestPerson(
  call: Call,
  operation: string,
  input: unknown,
): Promise<PersonRequest & { address?: string }> {
  const { store, clock, random, actor } = call
  const request: PersonRequest = {
    id: stampedId(clock.now(), random),
    operation,
    input,
    actor,
    at: clock.now(),
    status: 'pending',
  }
  store.state
    .prepare(
      `INSERT INTO requests (id, operation, input, actor, worktree, at, status) VALUES (?, ?, ?, ?, ?, ?, 'pending')`,
    )
    .run(request.id, operation, JSON.stringify(input), JSON.stringify(actor), store.worktree, request.at)
  store.events.publish({ worktree: store.worktree, kind: 'request', id: request.id, actor, at: request.at })
  const server = serverAddress(store)
  return { ...request, ...(server !== undefined && { address: `${server}/confirm/${request.id}` }) }
}

export function findRequest(store: Store, id: string): PersonRequest {
  const row = store.state.prepare('SELECT * FROM requests WHERE id = ?').get(id)
  if (row === undefined)
    throw refuse('not_found', `There is no request ${id}.`, { target: id, fix: 'furrow request list' })
  return toRequest(row as unknown as RequestRow)
}

export function pendingRequests(store: Store): PersonRequest[] {
  const rows = store.state.prepare(`SELECT * FROM requests WHERE status = 'pending' ORDER BY at`).all()
  return (rows as unknown as RequestRow[]).map(toRequest)
}

/** Takes a request out of the waiting ones; false when somebody was faster. */
export function answerRequest(
  store: Store,
  id: string,
  { status, now }: { status: 'confirmed' | 'dismissed'; now: number },
) {
  const { changes } = store.state
    .prepare(`UPDATE requests SET status = ?, answered = ? WHERE id = ? AND status = 'pending'`)
    .run(status, now, id)
  return Number(changes) === 1
}

interface RequestRow {
  readonly id: string
  readonly operation: string
  readonly input: string
  readonly actor: string
  readonly at: number
  readonly status: PersonRequest['status']
}

function toRequest({ id, operation, input, actor, at, status }: RequestRow): PersonRequest {
  return { id, operation, input: JSON.parse(input) as unknown, actor: JSON.parse(actor) as Actor, at, status }
}

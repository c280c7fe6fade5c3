import type { Actor } from '../../operation/actor.ts'
import { refuse } from '../../operation/errors.ts'
import { stampedId } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { ignoreDiskFull, typedStatement } from '../../store/database/sqlite.ts'
import type { Store } from '../../store/store.ts'
import type { Call } from '../call.ts'
import { serverAddress } from '../server.ts'

export type RequestStatus = 'pending' | 'confirmed' | 'dismissed'

/** Something an agent asked for that only a person may do; the person answers on a page or in a terminal. */
export interface PersonRequest {
  readonly id: string
  readonly operation: string
  readonly input: unknown
  readonly actor: Actor
  readonly worktree: string
  readonly at: number
  readonly status: RequestStatus
  readonly answered?: number
}

/** Notes the wish; one that waits already is not noted twice. */
export async function requestPerson(
  call: Call,
  operation: string,
  input: unknown,
): Promise<PersonRequest & { address?: string }> {
  const request = waiting(call, operation, input) ?? note(call, operation, input)
  const server = serverAddress(call.store)
  return { ...request, ...(server !== undefined && { address: `${server}/confirm/${request.id}` }) }
}

export function findRequest(store: Store, id: string): PersonRequest {
  const row = typedStatement<RequestRow>(store.state, 'SELECT * FROM requests WHERE id = ?').get(id)
  if (row === undefined)
    throw refuse('not_found', `There is no request ${id}.`, { target: id, fix: shell`furrow request list` })
  return toRequest(row as RequestRow)
}

export function pendingRequests(store: Store): PersonRequest[] {
  return listRequests(store, { status: 'pending', limit: 1000 }).reverse()
}

/** Newest first. */
export function listRequests(
  store: Store,
  { status, limit }: { status?: RequestStatus | undefined; limit: number },
): PersonRequest[] {
  const rows = typedStatement<RequestRow>(
    store.state,
    'SELECT * FROM requests WHERE ?1 IS NULL OR status = ?1 ORDER BY at DESC, id DESC LIMIT ?2',
  ).all(status ?? null, limit)
  return rows.map(toRequest)
}

/** Moves a request on; false when somebody was faster. */
export function moveRequest(
  { store, clock, actor }: Pick<Call, 'store' | 'clock' | 'actor'>,
  id: string,
  { from, to }: { from: RequestStatus; to: RequestStatus },
): boolean {
  const now = clock.now()
  const { changes } = store.state
    .prepare('UPDATE requests SET status = ?, answered = ? WHERE id = ? AND status = ?')
    .run(to, to === 'pending' ? null : now, id, from)
  if (Number(changes) !== 1) return false
  store.events.publish({ worktree: store.worktree, kind: 'request', id, actor, at: now })
  return true
}

/** Ends what waits in this worktree for something that was done in another way, or that cannot be done any more. */
export function endRequests(
  call: Pick<Call, 'store' | 'clock' | 'actor'>,
  to: Exclude<RequestStatus, 'pending'>,
  isMeant: (request: PersonRequest) => boolean,
): void {
  const { store } = call
  if (store.frozen !== undefined) return
  // What was asked for is done; a disk without room for the note takes nothing back.
  ignoreDiskFull(store.folder, () => {
    for (const request of pendingRequests(store))
      if (request.worktree === store.worktree && isMeant(request))
        moveRequest(call, request.id, { from: 'pending', to })
  })
}

function waiting({ store, actor }: Call, operation: string, input: unknown): PersonRequest | undefined {
  const row = typedStatement<RequestRow>(
    store.state,
    `SELECT * FROM requests
       WHERE status = 'pending' AND operation = ? AND input = ? AND actor = ? AND worktree = ? ORDER BY at LIMIT 1`,
  ).get(operation, JSON.stringify(input), JSON.stringify(actor), store.worktree)
  return row === undefined ? undefined : toRequest(row as RequestRow)
}

function note({ store, clock, random, actor }: Call, operation: string, input: unknown): PersonRequest {
  const at = clock.now()
  const insert = store.state.prepare(
    `INSERT INTO requests (id, operation, input, actor, worktree, at, status) VALUES (?, ?, ?, ?, ?, ?, 'pending')
     ON CONFLICT DO NOTHING`,
  )
  const texts = [operation, JSON.stringify(input), JSON.stringify(actor), store.worktree] as const
  let id = stampedId(at, random)
  while (Number(insert.run(id, ...texts, at).changes) !== 1) id = stampedId(at, random)
  store.events.publish({ worktree: store.worktree, kind: 'request', id, actor, at })
  return { id, operation, input, actor, worktree: store.worktree, at, status: 'pending' }
}

interface RequestRow {
  readonly id: string
  readonly operation: string
  readonly input: string
  readonly actor: string
  readonly worktree: string
  readonly at: number
  readonly status: RequestStatus
  readonly answered: number | null
}

function toRequest({ input, actor, answered, ...row }: RequestRow): PersonRequest {
  return {
    ...row,
    input: JSON.parse(input) as unknown,
    actor: JSON.parse(actor) as Actor,
    ...(answered !== null && { answered }),
  }
}

import { stampedId } from '../../operation/naming.ts'
import type { Writer } from '../../store/store.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { THREAD_SCHEMA, type Thread, type Turn } from './model.ts'
import { fileOf, makePlace, placeOf, type ThreadPlace, trashOf } from './place.ts'
import { printThread, requireThread } from './shelf.ts'
import { titleFrom } from './title.ts'

/** For the person alone, like every interaction. */
const MODE = 0o600

/** A section over the threads of one tool. */
export interface Section {
  /** On the files below the place of the threads. */
  readonly tx: Transaction
  /** The same on those of the worktree. */
  readonly base: Transaction
  readonly place: ThreadPlace
  readonly at: string
}

/** One way to write: under the lock, journalled, once per operation id. `part` tells the writes of one call apart. */
export async function inThreads<T>(
  call: Call,
  { tool, part }: { tool: string; part?: string },
  work: (section: Section) => T,
): Promise<T> {
  const place = placeOf(call, tool)
  const { operation, actor, signal, operationId } = call
  const writer: Writer = {
    operation,
    actor,
    operationId: part === undefined ? operationId : `${operationId}-${part}`,
    // What is already stored is settled even when the caller has left.
    ...(part === undefined && { signal }),
  }
  return call.store.transact(writer, tx => {
    makePlace(call, place)
    return work({ tx: tx.under(place.root), base: tx, place, at: new Date(call.clock.now()).toISOString() })
  })
}

export function changeThread(section: Section, id: string, change: (thread: Thread) => Thread): Thread {
  return put(section, change(requireThread(section.tx, section.place, id)))
}

/** The turn as it is now, changed; the others of its thread stay as somebody else may have left them. */
export function changeTurn(
  section: Section,
  where: { id: string; turn: string },
  change: (turn: Turn) => Turn,
): Thread {
  return changeThread(section, where.id, thread => {
    const { question = '' } = thread.turns.find(turn => turn.id === where.turn) ?? {}
    section.base.describe(`answer to: ${titleFrom(question)}`)
    const turns = thread.turns.map(turn => (turn.id === where.turn ? change(turn) : turn))
    return { ...thread, updated_at: section.at, turns }
  })
}

export function newThread(call: Call, { tx, place, at }: Section, title: string): Thread {
  return {
    schema_version: THREAD_SCHEMA,
    id: freeId(call, tx, place),
    tool_name: place.tool,
    kind: 'thread',
    title,
    created_at: at,
    updated_at: at,
    tags: [],
    committed_to: null,
    commits: [],
    turns: [],
  }
}

export function put({ tx, place }: Section, thread: Thread): Thread {
  const file = fileOf(place, thread.id)
  const before = tx.read(file)
  const revision = tx.write(file, printThread(thread, before?.bytes, file), { mode: MODE })
  tx.emit('thread', thread.id, revision)
  return thread
}

export function putTrashed({ tx, place }: Section, thread: Thread): void {
  const file = trashOf(place, thread.id)
  const before = tx.read(fileOf(place, thread.id))
  tx.create(file, printThread(thread, before?.bytes, file), { mode: MODE })
  tx.remove(fileOf(place, thread.id))
  tx.emit('thread', thread.id)
}

/** Runs of the tool are beside it, and threads in the trash may come back. */
function freeId(call: Call, tx: Transaction, place: ThreadPlace): string {
  for (;;) {
    const id = stampedId(call.clock.now(), call.random)
    if (!tx.exists(fileOf(place, id)) && !tx.exists(trashOf(place, id))) return id
  }
}

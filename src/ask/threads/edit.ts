import { stampedId } from '../../operation/names/naming.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Writer } from '../../store/store.ts'
import type { Call } from '../../workspace/call.ts'
import { THREAD_SCHEMA, type Thread, type Turn } from './model.ts'
import { printThread, requireThread } from './thread-files.ts'
import { fileOf, makeThreadFolder, type ThreadFolder, threadFolderOf, trashOf } from './thread-folder.ts'
import { titleFrom } from './title.ts'

/** For the person alone, like every interaction. */
const MODE = 0o600

/** A section over the threads of one tool. */
export interface ThreadTransaction {
  /** On the files below the place of the threads. */
  readonly tx: Transaction
  /** The same on those of the worktree. */
  readonly base: Transaction
  readonly place: ThreadFolder
  readonly at: string
}

/** One way to write: under the lock, journalled, once per operation id. `part` tells the writes of one call apart. */
export async function editThreads<T>(
  call: Call,
  { tool, part }: { tool: string; part?: string },
  work: (section: ThreadTransaction) => T,
): Promise<T> {
  const place = threadFolderOf(call, tool)
  const { operation, actor, signal, operationId } = call
  const writer: Writer = {
    operation,
    actor,
    operationId: part === undefined ? operationId : `${operationId}-${part}`,
    // What is already stored is settled even when the caller has left.
    ...(part === undefined && { signal }),
  }
  return call.store.transact(writer, tx => {
    makeThreadFolder(call, place)
    return work({ tx: tx.under(place.root), base: tx, place, at: new Date(call.clock.now()).toISOString() })
  })
}

export function changeThread(section: ThreadTransaction, id: string, change: (thread: Thread) => Thread): Thread {
  return writeThread(section, change(requireThread(section.tx, section.place, id)))
}

/** The turn as it is now, changed; the others of its thread stay as somebody else may have left them. */
export function changeTurn(
  section: ThreadTransaction,
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

export function newThread(call: Call, { tx, place, at }: ThreadTransaction, title: string): Thread {
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

export function writeThread({ tx, place }: ThreadTransaction, thread: Thread): Thread {
  const file = fileOf(place, thread.id)
  const before = tx.read(file)
  const revision = tx.write(file, printThread(thread, before?.bytes, file), { mode: MODE })
  tx.emit('thread', thread.id, revision)
  return thread
}

export function writeTrashedThread({ tx, place }: ThreadTransaction, thread: Thread): void {
  const file = trashOf(place, thread.id)
  const before = tx.read(fileOf(place, thread.id))
  tx.create(file, printThread(thread, before?.bytes, file), { mode: MODE })
  tx.remove(fileOf(place, thread.id))
  tx.emit('thread', thread.id)
}

/** Runs of the tool are beside it, and threads in the trash may come back. */
function freeId(call: Call, tx: Transaction, place: ThreadFolder): string {
  for (;;) {
    const id = stampedId(call.clock.now(), call.random)
    if (!tx.exists(fileOf(place, id)) && !tx.exists(trashOf(place, id))) return id
  }
}

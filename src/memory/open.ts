import { isRefused, refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Call } from '../workspace/call.ts'
import { configDuring } from '../workspace/config/read-config.ts'
import type { Home } from '../workspace/home.ts'
import { memoryBackups, memoryFile, settleMemory } from '../workspace/memory-file.ts'
import { job } from '../workspace/worker-jobs.ts'
import type {
  Memory,
  PageRequest,
  RecordFilter,
  RecordOrigin,
  SearchOptions,
  Tidying,
  TidyingOptions,
  TopicMonth,
} from './port.ts'
import { SqliteMemory } from './sqlite/memory.ts'
import { backUpDaily } from './sqlite/repair/backups.ts'
import { nameIn } from './vectors/names.ts'

/** One connection per app; it closes with it. */
const opened = new WeakMap<Home, Memory>()
const LOOKED_AT = 'memory looked at'

/** The person's memory. Where it cannot be opened the reason reaches the caller; nothing pretends to have saved. */
export function memoryIn(call: Call): Memory {
  const known = opened.get(call.home)
  // What a call found sound a moment ago it need not look at again.
  if (known !== undefined && call.memo.get(LOOKED_AT) === known) return known
  if (known?.isReplaced === false) {
    call.memo.set(LOOKED_AT, known)
    return known
  }
  closeMemory(call)
  const { file, refusal } = settleMemory(call.home)
  try {
    const memory = new SqliteMemory(file, call.clock, refusal)
    // A copy of what others use is asked for again by the next caller, and collected when this one is done.
    if (refusal !== undefined) return memory
    opened.set(call.home, memory)
    call.beforeClose(async () => closeMemory(call))
    return memory
  } catch (error) {
    // A full disk is the reason that a caller can act on; it keeps its name.
    if (!isRefused(error) || error.code === 'disk_full') throw error
    throw refuse('memory_unavailable', `Memory cannot be used: ${error.message}`, {
      target: file,
      fix: error.fix ?? shell`furrow doctor`,
      details: { because: error.code },
      cause: error,
    })
  }
}

export interface SearchOf {
  readonly file: string
  readonly query: string
  readonly filter: RecordFilter
  readonly looking: PageRequest & SearchOptions
}
export type SearchedFor = Awaited<ReturnType<Memory['search']>>

const searching = job<SearchOf, SearchedFor>('memory.search')

/** Ranking reads much; where there is a thread for that, nobody else waits meanwhile. */
export async function searchMemory(call: Call, search: Omit<SearchOf, 'file'>): Promise<SearchedFor> {
  const memory = memoryIn(call)
  const isCopy = opened.get(call.home) !== memory
  if (call.runInWorker === undefined || isCopy) return memory.search(search.query, search.filter, search.looking)
  return call.runInWorker(searching, { file: memoryFile(call.home), ...search }, call)
}

type LookOver =
  | { readonly what: 'tidying'; readonly filter: RecordFilter; readonly options: TidyingOptions }
  | { readonly what: 'topics'; readonly filter: RecordFilter }
export type LookOverOf = LookOver & { readonly file: string }
export type LookedOver = Awaited<ReturnType<Memory['tidying'] | Memory['topicMonths']>>

const lookingOver = job<LookOverOf, LookedOver>('memory.look-over')

/** What could be tidied among all records of a project. */
export async function findTidying(call: Call, filter: RecordFilter, options: TidyingOptions): Promise<Tidying[]> {
  return (await lookOver(call, { what: 'tidying', filter, options })) as Tidying[]
}

/** How many records there are of each topic and month. */
export async function countTopics(call: Call, filter: RecordFilter): Promise<TopicMonth[]> {
  return (await lookOver(call, { what: 'topics', filter })) as TopicMonth[]
}

/** What goes through every record of a project is read in the other thread too, where there is one. */
async function lookOver(call: Call, look: LookOver): Promise<LookedOver> {
  const memory = memoryIn(call)
  const isCopy = opened.get(call.home) !== memory
  if (call.runInWorker === undefined || isCopy) return lookOverWith(memory, look)
  return call.runInWorker(lookingOver, { file: memoryFile(call.home), ...look }, call)
}

export function lookOverWith(memory: Memory, look: LookOver): Promise<LookedOver> {
  return look.what === 'topics' ? memory.topicMonths(look.filter) : memory.tidying(look.filter, look.options)
}

/** Lets go of the file, so that it can be replaced. */
export function closeMemory({ home }: Call): void {
  const memory = opened.get(home)
  opened.delete(home)
  memory?.close()
}

export function recordOrigin({ actor, env }: Call): RecordOrigin {
  const run = env.FURROW_RUN_ID
  return { door: actor.door, actor: actor.id, kind: actor.kind, ...(run !== undefined && { run }) }
}

/** After a write: everyone who shows memory reads it again, and the first write of a day leaves a copy. */
export async function publishMemoryEvent(call: Call, id: number): Promise<void> {
  const { store, actor, clock, home } = call
  store.events.publish({ worktree: store.worktree, kind: 'memory', id: String(id), actor, at: clock.now() })
  await backUpDaily(memoryIn(call), { file: memoryFile(home), folder: memoryBackups(home) }, clock.now())
  if (nameIn(configDuring(call)) !== 'off') (await import('./vectors/catch-up.ts')).catchUpLater(call)
}

import { isRefused, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { job } from '../workspace/apart.ts'
import type { Call } from '../workspace/call.ts'
import { readConfig } from '../workspace/config/read.ts'
import type { Home } from '../workspace/home.ts'
import type { Filter, Looking, Memory, Origin, Page } from './port.ts'
import { backUpDaily } from './sqlite/backups.ts'
import { SqliteMemory } from './sqlite/memory.ts'
import { nameIn } from './vectors/names.ts'

/** One connection per app; it closes with it. */
const opened = new WeakMap<Home, Memory>()

/** The person's memory. Where it cannot be opened the reason reaches the caller; nothing pretends to have saved. */
export function memoryIn(call: Call): Memory {
  const file = call.home.file('memory.db')
  const known = opened.get(call.home)
  if (known?.isReplaced === false) return known
  closeMemory(call)
  try {
    const memory = new SqliteMemory(file, call.clock)
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
  readonly filter: Filter
  readonly looking: Page & Looking
}
export type SearchedFor = Awaited<ReturnType<Memory['search']>>

const searching = job<SearchOf, SearchedFor>('memory.search')

/** Ranking reads much; where there is a thread for that, nobody else waits meanwhile. */
export async function searchMemory(call: Call, search: Omit<SearchOf, 'file'>): Promise<SearchedFor> {
  const memory = memoryIn(call)
  if (call.apart === undefined) return memory.search(search.query, search.filter, search.looking)
  return call.apart(searching, { file: call.home.file('memory.db'), ...search }, call)
}

/** Lets go of the file, so that it can be replaced. */
export function closeMemory({ home }: Call): void {
  const memory = opened.get(home)
  opened.delete(home)
  memory?.close()
}

export function originOf({ actor, env }: Call): Origin {
  const run = env.FURROW_RUN_ID
  return { door: actor.door, actor: actor.id, kind: actor.kind, ...(run !== undefined && { run }) }
}

/** After a write: everyone who shows memory reads it again, and the first write of a day leaves a copy. */
export async function announce(call: Call, id: number): Promise<void> {
  const { store, actor, clock, home } = call
  store.events.publish({ worktree: store.worktree, kind: 'memory', id: String(id), actor, at: clock.now() })
  await backUpDaily(memoryIn(call), home.file('memory.db'), clock.now())
  if (nameIn(readConfig(call)) !== 'off') (await import('./vectors/catch-up.ts')).catchUpLater(call)
}

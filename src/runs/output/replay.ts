import { type FSWatcher, watch } from 'node:fs'
import { type LogPage, LogReader } from './reader.ts'
import { BEGIN, type Cursor } from './segments.ts'

export interface FollowOptions {
  readonly from?: Cursor
  readonly signal?: AbortSignal
  /** How often to look when the system does not tell of changes. */
  readonly pollMs?: number
}

/** Pages of a log as it grows, each at once, until the log is closed or the signal says stop. */
export async function* followLog(folder: string, options: FollowOptions = {}): AsyncGenerator<LogPage> {
  const { from = BEGIN, signal, pollMs = 500 } = options
  using changes = watchChanges(folder, { signal, pollMs })
  await using reader = new LogReader(folder, from)
  while (signal?.aborted !== true) {
    changes.reset()
    const page = await reader.read()
    if (!page.empty || page.ended) yield page
    if (page.ended) return
    if (page.empty) await changes.next()
  }
}

interface FolderWatch extends Disposable {
  /** Forget what has changed so far: it is about to be read. */
  reset(): void
  /** Settles at the first change since the last reset. */
  next(): Promise<void>
}

function watchChanges(
  folder: string,
  { signal, pollMs }: { signal: AbortSignal | undefined; pollMs: number },
): FolderWatch {
  let changed = false
  let notify: (() => void) | undefined
  const wake = () => {
    changed = true
    notify?.()
  }
  const timer = setInterval(wake, pollMs)
  const watcher = tryWatch(folder, wake)
  signal?.addEventListener('abort', wake)
  return {
    reset() {
      changed = false
    },
    next: () =>
      new Promise(resolve => {
        notify = resolve
        if (changed) resolve()
      }),
    [Symbol.dispose]() {
      clearInterval(timer)
      watcher?.close()
      signal?.removeEventListener('abort', wake)
    },
  }
}

/** A folder that is not there yet, or a system out of watches, leaves the polling. */
function tryWatch(folder: string, wake: () => void): FSWatcher | undefined {
  try {
    return watch(folder, wake).on('error', wake)
  } catch {
    return undefined
  }
}

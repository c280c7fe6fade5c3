import { useSyncExternalStore } from 'react'

/** The smallest shared state: a value, who watches it, and a hook. */
export interface State<T> {
  get(): T
  set(next: T): void
  watch(watcher: () => void): () => void
}

export function createState<T>(first: T): State<T> {
  let value = first
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const watcher of [...watchers]) watcher()
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

export function useStateOf<T>(source: State<T>): T {
  return useSyncExternalStore(source.watch, source.get)
}

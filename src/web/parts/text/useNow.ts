import { useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** The time, ticking once a second for all who show it; `false` reads it without ticking. */
export function useNow(ticking = true): number {
  return useSyncExternalStore(ticking ? watch : still, () => now)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(tick, 1_000)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function still(): () => void {
  return () => undefined
}

function tick(): void {
  now = Date.now()
  for (const watcher of [...watchers]) watcher()
}

import { useSyncExternalStore } from 'react'
import { type Draft, parseDraft } from './draft-state.ts'

const PREFIX = 'furrow.draft.'
const watchers = new Set<() => void>()

/** A draft as this browser keeps it; all windows share it. */
export function keptDraft(name: string): string | null {
  return localStorage.getItem(PREFIX + name)
}

export function keepDraft(name: string, kept: string): void {
  localStorage.setItem(PREFIX + name, kept)
  announce()
}

/** Only the text that is meant: another window may have kept one of its own meanwhile. */
export function dropDraft(name: string, kept: string | undefined): void {
  if (kept === undefined || keptDraft(name) !== kept) return
  localStorage.removeItem(PREFIX + name)
  announce()
}

/** What is kept right now, with a way to drop it. */
export function useKeptDraft(name: string): { readonly draft: Draft; drop(): void } | undefined {
  const kept = useSyncExternalStore(watchKept, () => keptDraft(name))
  if (kept === null) return undefined
  return { draft: parseDraft(kept, { text: '' }), drop: () => dropDraft(name, kept) }
}

/** Calls back when another window has dropped this draft. */
export function onDropped(name: string, react: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => key === PREFIX + name && newValue === null && react()
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

function announce(): void {
  for (const watcher of [...watchers]) watcher()
}

function watchKept(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

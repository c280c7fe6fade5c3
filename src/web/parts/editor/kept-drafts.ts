import { useSyncExternalStore } from 'react'
import { type Draft, parseDraft } from './draft-state.ts'

const PREFIX = 'furrow.draft.'
const WINDOW = 'furrow.window'
const watchers = new Set<() => void>()

/** The draft of this window, else one that another window left. */
export function keptDraft(name: string): string | null {
  return localStorage.getItem(ownKey(name)) ?? localStorage.getItem(othersKeys(name)[0] ?? '')
}

/** Each window keeps a draft of its own, so of two that write one text neither loses it. */
export function keepDraft(name: string, kept: string, instead?: string): void {
  localStorage.setItem(ownKey(name), kept)
  if (instead !== undefined && instead !== kept) remove(name, instead)
  announce()
}

/** Only the text that is meant: another window may keep another one. */
export function dropDraft(name: string, kept: string | undefined): void {
  if (kept === undefined) return
  remove(name, kept)
  announce()
}

/** What is kept right now, with a way to drop it. */
export function useKeptDraft(name: string): { readonly draft: Draft; drop(): void } | undefined {
  const kept = useSyncExternalStore(watchKept, () => keptDraft(name))
  if (kept === null) return undefined
  return { draft: parseDraft(kept, { text: '' }), drop: () => dropDraft(name, kept) }
}

/** Calls back when another window has dropped the draft of this one. */
export function onDropped(name: string, react: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => key === ownKey(name) && newValue === null && react()
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

function remove(name: string, kept: string): void {
  for (const key of [ownKey(name), ...othersKeys(name)])
    if (localStorage.getItem(key) === kept) localStorage.removeItem(key)
}

function ownKey(name: string): string {
  return `${PREFIX}${name}#${windowName()}`
}

function othersKeys(name: string): string[] {
  const own = ownKey(name)
  const isOfName = (key: string) => key === PREFIX + name || key.startsWith(`${PREFIX}${name}#`)
  return Object.keys(localStorage).filter(key => isOfName(key) && key !== own)
}

/** The same after a reload of the window. */
function windowName(): string {
  const known = sessionStorage.getItem(WINDOW)
  if (known !== null) return known
  const made = Math.random().toString(36).slice(2)
  sessionStorage.setItem(WINDOW, made)
  return made
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

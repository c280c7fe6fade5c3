import { useEffect, useRef, useState } from 'react'
import { adopt, type Draft, parseDraft, printDraft, type StoredText } from './draft-state.ts'
import { dropDraft, keepDraft, keptDraft, onDropped } from './kept-drafts.ts'

export interface OpenDraft {
  readonly text: string
  /** The text that the draft began with, as it was stored then. */
  readonly base: StoredText
  /** What somebody else saved since then, while this draft was written. */
  readonly theirs: StoredText | undefined
  setText(text: string): void
  /** The draft goes on from their text; saving replaces it. */
  keepMine(): void
  takeTheirs(): void
  /** Back to what is stored, and nothing is kept in this browser. */
  discard(): void
}

/** A text in the making, kept in this browser until it is saved: neither a reload nor a refusal loses it. */
export function useDraft(name: string, stored: StoredText): OpenDraft {
  const [draft, setDraft] = useState<Draft>(() => parseDraft(keptDraft(name), stored))
  // What this window goes on from. That alone is dropped; its own is put back when another window dropped it.
  const own = useRef(keptDraft(name) ?? undefined)
  const now = adopt(draft, stored)
  const { text, base } = now
  const drop = () => {
    dropDraft(name, own.current)
    own.current = undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is dropped is in a ref
  useEffect(() => {
    if (text === base.text) drop()
  }, [name, text, base])
  useEffect(() => onDropped(name, () => own.current !== undefined && keepDraft(name, own.current)), [name])
  // Kept at once and not after the next render, which could come after the draft was discarded.
  const keep = (next: Draft) => {
    const before = own.current
    own.current = printDraft(next)
    keepDraft(name, own.current, before)
    setDraft(next)
  }
  const begin = (from: StoredText) => {
    drop()
    setDraft({ text: from.text, base: from })
  }
  return {
    text,
    base,
    theirs: base.text === stored.text ? undefined : stored,
    setText: next => keep({ text: next, base }),
    keepMine: () => keep({ text, base: stored }),
    takeTheirs: () => begin(stored),
    discard: () => begin(stored),
  }
}

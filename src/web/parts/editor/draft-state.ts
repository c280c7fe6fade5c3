/** A text as the server has it; the revision where it tells one. */
export interface StoredText {
  readonly text: string
  readonly revision?: string | undefined
}

export interface Draft {
  readonly text: string
  readonly base: StoredText
}

/** What is stored may change under a draft: an untouched one follows, and one that says the same is no draft any more. */
export function adopt(draft: Draft, stored: StoredText): Draft {
  const isUntouched = draft.text === draft.base.text
  if (isUntouched) return { text: stored.text, base: stored }
  // The same text under another revision is not a conflict.
  if (draft.base.text === stored.text) return { text: draft.text, base: stored }
  // Saving may change the end of a text.
  const isSaved = draft.text.trimEnd() === stored.text.trimEnd()
  return isSaved ? { text: stored.text, base: stored } : draft
}

/** What this browser kept, or the stored text to begin with; anything that is not a draft is taken for its text. */
export function parseDraft(kept: string | null, stored: StoredText): Draft {
  if (kept === null) return { text: stored.text, base: stored }
  const value = parse(kept)
  return value ?? { text: kept, base: stored }
}

export function printDraft({ text, base }: Draft): string {
  return JSON.stringify({ text, base })
}

function parse(kept: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(kept)
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('base' in value)) return false
  const { text, base } = value
  return typeof text === 'string' && typeof base === 'object' && base !== null && 'text' in base
}

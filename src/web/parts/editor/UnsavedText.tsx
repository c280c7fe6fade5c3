import type { ReactNode } from 'react'
import { Button } from '../input/Button.tsx'
import { TwoTexts } from './Conflict.tsx'
import { useKeptDraft } from './kept-drafts.ts'

interface UnsavedTextProps {
  /** Of the draft in this browser. */
  readonly name: string
  /** What was written, with a capital letter. */
  readonly what: string
  /** The text that was saved; undefined while it is read. */
  readonly saved: string | undefined
  /** What opens it again, where that can be done. */
  readonly children?: ReactNode
}

/** A text that was being written when somebody else finished its stage: it is shown beside theirs until it is discarded. */
export function UnsavedText({ name, what, saved, children }: UnsavedTextProps) {
  const kept = useKeptDraft(name)
  if (kept === undefined || saved === undefined || kept.draft.text.trim() === saved.trim()) return null
  return (
    <section
      aria-label={`Your unsaved text of ${what.toLowerCase()}`}
      className="rounded-md border border-amber/40 bg-amber-wash p-4"
    >
      <p role="alert" className="font-medium text-ink">
        {what} was finished elsewhere while you were writing it. Your text was not saved.
      </p>
      <p className="mt-1 text-sm text-ink">
        It is kept in this browser. Reopen the stage to continue with it, or discard it.
      </p>
      <TwoTexts saved={saved} mine={kept.draft.text} />
      <div className="mt-3 flex flex-wrap gap-2">
        {children}
        <Button size="small" onClick={kept.drop}>
          Discard my text
        </Button>
      </div>
    </section>
  )
}

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemFor } from '../../api/problem.ts'
import { Button } from '../input/Button.tsx'
import { SendLine } from '../input/SendLine.tsx'
import { InSight } from '../layout/InSight.tsx'
import { ErrorBox } from '../layout/States.tsx'
import { Conflict } from './Conflict.tsx'
import { useDraft } from './draft.ts'
import type { StoredText } from './draft-state.ts'
import { MarkdownEditor } from './MarkdownEditor.tsx'
import { useFocusAfter } from './useFocusAfter.ts'

interface DocumentEditorProps {
  /** Names the draft in this browser. */
  readonly name: string
  readonly label: string
  readonly rows?: number
  readonly placeholder?: string
  /** The text as it is stored now; the event stream keeps it true. */
  readonly stored: StoredText
  /** The stored text right now, where saving cannot name the revision that it started from; undefined when another field in conflict keeps it from being saved. */
  readonly reread?: () => Promise<StoredText | undefined>
  readonly save: (text: string, base: StoredText) => Promise<unknown>
  readonly saveLabel?: ReactNode
  /** Why it cannot be saved yet, besides being empty or unchanged. */
  readonly whyNot?: (text: string) => string | undefined
  readonly onSaved?: () => void
  readonly onCancel?: () => void
  /** Other fields that are saved with the text changed too. */
  readonly changed?: boolean
  readonly mayBeEmpty?: boolean
  /** Code: there is nothing to preview. */
  readonly code?: boolean
}

/** The one editor of long texts: markdown with a preview, a draft that stays, and both texts when somebody else saved. */
export function DocumentEditor({ name, stored, reread, save, onSaved, onCancel, ...props }: DocumentEditorProps) {
  const {
    label,
    rows = 14,
    placeholder,
    saveLabel = 'Save',
    whyNot,
    changed = false,
    mayBeEmpty = false,
    code = false,
  } = props
  const draft = useDraft(name, stored)
  const place = useFocusAfter()
  const sending = useMutation({
    mutationFn: async (text: string) => {
      if (reread !== undefined && (await reread())?.text !== draft.base.text) return 'changed' as const
      await save(text, draft.base)
      return 'saved' as const
    },
    onSuccess: outcome => {
      if (outcome === 'changed') return
      draft.discard()
      onSaved?.()
    },
  })
  const isNew = changed || draft.text !== stored.text
  const reason = whyNotSaved(draft.text, { isConflict: draft.theirs !== undefined, isNew, mayBeEmpty, whyNot })
  const send = () => reason === undefined && !sending.isPending && sending.mutate(draft.text)
  const isDraft = draft.text !== draft.base.text
  return (
    <div ref={place} className="grid min-w-0 gap-4">
      {!sending.isPending && <Conflict draft={draft} />}
      <MarkdownEditor
        label={label}
        rows={rows}
        code={code}
        {...(placeholder !== undefined && { placeholder })}
        text={draft.text}
        onText={draft.setText}
        onSend={send}
        takesFocus={onCancel !== undefined}
      />
      {sending.isError && !(isStale(sending.error) && draft.theirs !== undefined) && (
        <InSight>
          <ErrorBox error={sending.error} />
        </InSight>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SendLine busy={sending.isPending} reason={reason} onSend={send}>
          {saveLabel}
        </SendLine>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {isDraft && <KeptDraft onDiscard={draft.discard} />}
      </div>
    </div>
  )
}

/** Says that what is typed here is safe, and how to discard it. */
export function KeptDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <span className="flex items-center gap-2 text-xs text-soft">
      Draft kept in this browser
      <button type="button" className="underline hover:text-ink" onClick={onDiscard}>
        Discard draft
      </button>
    </span>
  )
}

interface SaveState {
  readonly isConflict: boolean
  readonly isNew: boolean
  readonly mayBeEmpty: boolean
  readonly whyNot: ((text: string) => string | undefined) | undefined
}

function whyNotSaved(text: string, { isConflict, isNew, mayBeEmpty, whyNot }: SaveState): string | undefined {
  if (text.trim() === '' && !mayBeEmpty) return 'Write something first'
  if (isConflict) return 'Choose between the two texts first'
  return whyNot?.(text) ?? (isNew ? undefined : 'Nothing changed yet')
}

/** The stored text is read again after every write; when it differs, the conflict says more than the refusal. */
function isStale(error: unknown): boolean {
  return problemFor(error).code === 'stale_revision'
}

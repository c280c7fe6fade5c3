import { useState } from 'react'
import type { AdrStatus } from '../../../changes/adr/document.ts'
import type { Output } from '../../api/call.ts'
import { useReread, useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { useDraft } from '../../parts/editor/draft.ts'
import { Field, Select } from '../../parts/input/Field.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { decisionTextsIn, editableText, missingSection, OUTLINE } from './decision-text.ts'

const STATUSES = (['proposed', 'accepted', 'deprecated', 'superseded'] as const).map(value => ({ value, label: value }))

interface DecisionEditorProps {
  /** The decision to edit; without it a new one is recorded. */
  readonly decision?: Output<'adr.show'>
  readonly onDone: () => void
}

/** Records an architecture decision or edits one; the file is written from its sections. */
export function DecisionEditor({ decision, onDone }: DecisionEditorProps) {
  const id = decision?.id ?? decision?.title
  const heading = useDraft(`adr.${id ?? 'new'}.title`, { text: decision?.title ?? '' })
  const title = heading.text
  const [status, setStatus] = useState<AdrStatus>((decision?.status as AdrStatus | undefined) ?? 'accepted')
  const rereadDecision = useReread('adr.show', { id: id ?? '' })
  const record = useWrite('adr.record', {
    onSuccess: saved =>
      toast({ tone: 'sprout', text: [`Saved ${saved.id ?? saved.title}.`, ...saved.notices].join(' ') }),
  })
  const save = (text: string) =>
    record.mutateAsync({ title: title.trim(), status, ...(id !== undefined && { id }), ...decisionTextsIn(text) })
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-[1fr_10rem]">
        <Field
          label="Title"
          value={title}
          maxLength={200}
          autoFocus
          placeholder="Use PostgreSQL over MongoDB"
          onChange={event => heading.setText(event.currentTarget.value)}
        />
        <Select label="Status" value={status} options={STATUSES} onChoose={setStatus} />
      </div>
      <DocumentEditor
        name={`adr.${id ?? 'new'}`}
        label="Text of the decision"
        rows={14}
        stored={{ text: decision === undefined ? OUTLINE : editableText(decision.content) }}
        {...(decision !== undefined && {
          reread: async () => ({ text: editableText((await rereadDecision()).content) }),
        })}
        changed={decision !== undefined && (title !== decision.title || status !== decision.status)}
        whyNot={text => whyNot(title, text)}
        save={save}
        saveLabel="Save decision"
        onSaved={() => {
          heading.discard()
          onDone()
        }}
        onCancel={onDone}
      />
    </div>
  )
}

function whyNot(title: string, text: string): string | undefined {
  if (title.trim() === '') return 'Give it a title first'
  const missing = missingSection(text)
  return missing && `Write ${missing} first`
}

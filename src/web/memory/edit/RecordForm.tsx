import { useState } from 'react'
import { useReread, useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { Field } from '../../parts/input/Field.tsx'
import type { MemoryRecord } from '../memory-types.ts'
import { HeadingConflicts } from './HeadingConflicts.tsx'
import {
  changedFields,
  editedHeading,
  editField,
  type HeadingEdits,
  type HeadingField,
  headingOf,
  overtakenFields,
  type RecordHeading,
} from './heading-edits.ts'
import { savedBeside } from './similar-state.ts'

const TYPES = ['decision', 'bug', 'pattern', 'config', 'discovery', 'learning', 'manual']
const DEPTH = 2

interface HeadingFieldsProps {
  readonly heading: RecordHeading
  readonly onField: (field: HeadingField, value: string) => void
}

function HeadingFields({ heading, onField }: HeadingFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <Field
        label="Title"
        value={heading.title}
        maxLength={200}
        autoFocus
        onChange={event => onField('title', event.currentTarget.value)}
      />
      <Field
        label="Type"
        value={heading.type}
        maxLength={60}
        list="record-types"
        onChange={event => onField('type', event.currentTarget.value)}
      />
      <Field
        label="Topic key (optional)"
        value={heading.topic}
        maxLength={200}
        placeholder="auth/tokens"
        onChange={event => onField('topic', event.currentTarget.value)}
      />
      <datalist id="record-types">
        {TYPES.map(type => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </div>
  )
}

interface NewRecordProps {
  /** The record that the new one takes the place of. */
  readonly replaces?: MemoryRecord
  readonly onSaved: (id: number) => void
  readonly onCancel: () => void
}

/** Saves a record; with `replaces`, the old one is marked as superseded by it. */
export function NewRecord({ replaces, onSaved, onCancel }: NewRecordProps) {
  const [heading, setHeading] = useState<RecordHeading>({
    title: replaces?.title ?? '',
    type: replaces?.type ?? 'decision',
    topic: '',
  })
  // A second attempt after the relation failed must not save the record twice.
  const [savedId, setSavedId] = useState<number>()
  const save = useWrite('memory.save')
  const relate = useWrite('memory.relate')
  const saveRecord = async (content: string): Promise<number> => {
    const { observation, near } = await save.mutateAsync({
      title: heading.title.trim(),
      content,
      type: heading.type.trim(),
      ...(heading.topic.trim() !== '' && { topic_key: heading.topic.trim() }),
    })
    if (observation === undefined) throw new Error('Nothing was left to save.')
    setSavedId(observation.id)
    savedBeside.set({ id: observation.id, near: near.filter(other => other.id !== replaces?.id) })
    return observation.id
  }
  const saveAll = async (content: string) => {
    const id = savedId ?? (await saveRecord(content))
    if (replaces !== undefined)
      await relate.mutateAsync({ from_id: id, to_id: replaces.id, relation_type: 'supersedes' })
    onSaved(id)
  }
  return (
    <div className="grid gap-4">
      <HeadingFields heading={heading} onField={(field, value) => setHeading({ ...heading, [field]: value })} />
      <DocumentEditor
        name={replaces === undefined ? 'memory.new' : `memory.replace.${replaces.id}`}
        label="What to remember"
        placeholder="What was decided or learned, and why? (Markdown)"
        rows={8}
        stored={{ text: '' }}
        whyNot={() => whyNotHeading(heading)}
        save={saveAll}
        saveLabel={replaces === undefined ? 'Save to memory' : 'Save and supersede'}
        onCancel={onCancel}
      />
    </div>
  )
}

function whyNotHeading({ title, type }: RecordHeading): string | undefined {
  if (title.trim() === '') return 'Give it a title first'
  return type.trim() === '' ? 'Give it a type first' : undefined
}

/** Edits a record; the text that it had stays as a revision. Only what was changed here is saved. */
export function EditRecord({ record, onDone }: { record: MemoryRecord; onDone: () => void }) {
  const stored = headingOf(record)
  const [edits, setEdits] = useState<HeadingEdits>({})
  const heading = editedHeading(stored, edits)
  const reread = useReread('memory.get', { id: record.id, depth: DEPTH })
  const update = useWrite('memory.update')
  const rereadText = async () => {
    const { observation } = await reread()
    const isOvertaken = overtakenFields(headingOf(observation), edits).length > 0
    return isOvertaken ? undefined : { text: observation.content ?? '' }
  }
  return (
    <div className="grid gap-4">
      <HeadingFields
        heading={heading}
        onField={(field, value) => setEdits(editField(stored, edits, { field, value }))}
      />
      <HeadingConflicts stored={stored} edits={edits} onEdits={setEdits} />
      <DocumentEditor
        name={`memory.${record.id}`}
        label="Text of the record"
        rows={12}
        stored={{ text: record.content ?? '' }}
        reread={rereadText}
        changed={changedFields(stored, edits).length > 0}
        whyNot={() =>
          overtakenFields(stored, edits).length > 0 ? 'Choose between the two versions first' : whyNotHeading(heading)
        }
        save={(content, base) =>
          update.mutateAsync({
            id: record.id,
            ...(edits.title && { title: heading.title.trim() }),
            ...(edits.type && { type: heading.type.trim() }),
            ...(edits.topic && { topic_key: heading.topic.trim() }),
            ...(content !== base.text && { content }),
          })
        }
        onSaved={onDone}
        onCancel={onDone}
      />
    </div>
  )
}

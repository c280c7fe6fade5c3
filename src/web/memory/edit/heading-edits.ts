import type { MemoryRecord } from '../memory-types.ts'

export interface RecordHeading {
  readonly title: string
  readonly type: string
  readonly topic: string
}

export type HeadingField = keyof RecordHeading

interface FieldEdit {
  readonly value: string
  /** What was stored when the person began to change it. */
  readonly base: string
}

/** The fields that the person changed here; the others follow what is stored. */
export type HeadingEdits = Readonly<Partial<Record<HeadingField, FieldEdit>>>

const HEADING_FIELDS: readonly HeadingField[] = ['title', 'type', 'topic']

export function headingOf({ title, type, topic_key: topic = '' }: MemoryRecord): RecordHeading {
  return { title, type, topic }
}

export function editedHeading(stored: RecordHeading, edits: HeadingEdits): RecordHeading {
  const shown = (field: HeadingField) => edits[field]?.value ?? stored[field]
  return { title: shown('title'), type: shown('type'), topic: shown('topic') }
}

/** The edits after `field` was given another value; a field that is as it is stored is none. */
export function editField(
  stored: RecordHeading,
  edits: HeadingEdits,
  { field, value }: { readonly field: HeadingField; readonly value: string },
): HeadingEdits {
  if (value === stored[field]) return takeStored(edits, field)
  return { ...edits, [field]: { value, base: edits[field]?.base ?? stored[field] } }
}

export function changedFields(stored: RecordHeading, edits: HeadingEdits): HeadingField[] {
  return HEADING_FIELDS.filter(field => editedHeading(stored, edits)[field] !== stored[field])
}

/** What the person changed and somebody else too, in another way. */
export function overtakenFields(stored: RecordHeading, edits: HeadingEdits): HeadingField[] {
  return changedFields(stored, edits).filter(field => edits[field]?.base !== stored[field])
}

export function keepMine(stored: RecordHeading, edits: HeadingEdits, field: HeadingField): HeadingEdits {
  const value = editedHeading(stored, edits)[field]
  return { ...edits, [field]: { value, base: stored[field] } }
}

export function takeStored(edits: HeadingEdits, field: HeadingField): HeadingEdits {
  const { [field]: _, ...others } = edits
  return others
}

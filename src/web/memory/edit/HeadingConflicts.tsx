import { Button } from '../../parts/input/Button.tsx'
import {
  type HeadingEdits,
  type HeadingField,
  keepMine,
  overtakenFields,
  type RecordHeading,
  takeStored,
} from './heading-edits.ts'

interface HeadingConflictsProps {
  readonly stored: RecordHeading
  readonly edits: HeadingEdits
  readonly onEdits: (edits: HeadingEdits) => void
}

const NAMES: Readonly<Record<HeadingField, string>> = { title: 'title', type: 'type', topic: 'topic key' }

/** Somebody else changed a field that was being changed here: the person decides. */
export function HeadingConflicts({ stored, edits, onEdits }: HeadingConflictsProps) {
  return overtakenFields(stored, edits).map(field => (
    <div key={field} role="alert" className="rounded-md border border-amber/40 bg-amber-wash p-4">
      <p className="break-words text-ink">
        The saved {NAMES[field]} changed while you were editing.{' '}
        {stored[field] === '' ? 'It was removed.' : `It is “${stored[field]}” now.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onEdits(keepMine(stored, edits, field))}>
          Keep my {NAMES[field]}
        </Button>
        <Button size="small" onClick={() => onEdits(takeStored(edits, field))}>
          Use the saved {NAMES[field]}
        </Button>
      </div>
    </div>
  ))
}

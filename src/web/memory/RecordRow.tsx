import { Link } from '@tanstack/react-router'
import { Badge } from '../parts/text/Badge.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import type { MemoryRecord } from './memory-types.ts'
import { plainMarkdown } from './plain.ts'

interface RecordRowProps {
  readonly record: MemoryRecord
  readonly passage: string
  readonly reasons?: readonly string[]
}

/** What to know before relying on a record. */
export function Marks({ marks }: { marks: readonly string[] }) {
  return marks.map(mark => (
    <span
      key={mark}
      className="inline-flex max-w-full items-center gap-1 rounded-sm bg-amber-wash px-1.5 py-0.5 text-xs font-medium break-all text-amber"
    >
      <Icon name="warning" size={13} />
      {mark}
    </span>
  ))
}

/** One record in a list: what it is, the part that matters, and why it is shown. */
export function RecordRow({ record, passage, reasons = [] }: RecordRowProps) {
  const { id, title, type, project, topic_key, updated_at, marks = [] } = record
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/memory/$id"
          params={{ id: String(id) }}
          className="font-medium break-words before:absolute before:inset-0"
        >
          {title}
        </Link>
        <Badge>{type}</Badge>
        <Marks marks={marks} />
      </p>
      {passage !== '' && (
        <p className="mt-1 line-clamp-3 break-words whitespace-pre-line text-soft">{plainMarkdown(passage)}</p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-xs text-faint">
        <span>{project}</span>
        {topic_key !== undefined && <span className="font-mono break-all">{topic_key}</span>}
        <RelativeTime at={updated_at} />
        {reasons.length > 0 && <span>found by {reasons.join('; ')}</span>}
      </p>
    </div>
  )
}

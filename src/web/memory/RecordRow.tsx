import { Link } from '@tanstack/react-router'
import type { Output } from '../api/call.ts'
import { Badge } from '../parts/Badge.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { plain } from './plain.ts'

type Observation = Output<'memory.get'>['observation']

interface RecordRowProps {
  readonly record: Observation
  readonly passage: string
  readonly reasons?: readonly string[]
  readonly marks?: readonly string[]
}

/** One record in a list: what it is, the part that matters, and why it is shown. */
export function RecordRow({ record, passage, reasons = [], marks = [] }: RecordRowProps) {
  const { id, title, type, project, topic_key, updated_at } = record
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
        {marks.map(mark => (
          <Badge key={mark} tone="amber" icon="warning">
            {mark}
          </Badge>
        ))}
      </p>
      {passage !== '' && (
        <p className="mt-1 line-clamp-3 break-words whitespace-pre-line text-soft">{plain(passage)}</p>
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

import { useRead } from '../api/query.ts'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { CodeBlock } from '../parts/text/Code.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'

/** What an agent gets that comes without having seen anything. */
export function BriefTab({ project }: { project: string }) {
  const brief = useRead('exploration.brief', { project })
  if (brief.isPending) return <Loading rows={8} />
  if (brief.isError) return <ErrorBox error={brief.error} retry={() => void brief.refetch()} />
  return (
    <>
      <p className="mb-3 text-sm text-soft">
        To go on with this, somebody needs only this text ({brief.data.tokens} tokens).
      </p>
      <CodeBlock text={brief.data.text} label="Brief" />
    </>
  )
}

export function LogTab({ project }: { project: string }) {
  const log = useRead('exploration.log', { project, limit: 200 })
  if (log.isPending) return <Loading rows={8} />
  if (log.isError) return <ErrorBox error={log.error} retry={() => void log.refetch()} />
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
      <Rows label="What happened">
        {log.data.events.map(event => (
          <Row key={event.seq}>
            <p className="break-words">{event.summary}</p>
            {event.reason && <p className="text-sm break-words text-soft">{event.reason}</p>}
            <p className="mt-0.5 text-xs text-soft">
              {event.actor.name ?? event.actor.id}, {event.command}, <RelativeTime at={event.at} />
            </p>
          </Row>
        ))}
      </Rows>
    </div>
  )
}

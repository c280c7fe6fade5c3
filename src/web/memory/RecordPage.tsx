import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Output } from '../api/call.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Diff } from '../parts/Diff.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { Page } from '../parts/Page.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { toast } from '../parts/toast.ts'
import { RecordRow } from './RecordRow.tsx'
import { RelationGraph } from './RelationGraph.tsx'
import type { RecordTab } from './search.ts'

export default function RecordPage() {
  const { id: text } = useParams({ from: '/memory/$id' })
  const id = Number(text)
  const record = useRead('memory.get', { id, depth: 2 })
  if (record.isPending) return <Loading rows={6} />
  if (record.isError)
    return (
      <Page title={`Record ${text}`}>
        <ErrorBox error={record.error} retry={() => void record.refetch()} />
      </Page>
    )
  return <Shown answer={record.data} />
}

function Shown({ answer }: { answer: Output<'memory.get'> }) {
  const { observation } = answer
  const { tab = 'text' } = useSearch({ from: '/memory/$id' })
  const navigate = useNavigate({ from: '/memory/$id' })
  const choose = (next: RecordTab) => void navigate({ search: { tab: next }, replace: true })
  return (
    <Page title={observation.title} lead={<Facts observation={observation} />}>
      <Tabs<RecordTab>
        label="Views of the record"
        value={tab}
        onChoose={choose}
        tabs={[
          {
            value: 'text',
            label: 'Text',
            content: <Markdown text={observation.content ?? ''} name="record" level={2} />,
          },
          {
            value: 'history',
            label: `History (${observation.revision_count})`,
            content: <History id={observation.id} />,
          },
          { value: 'timeline', label: 'Timeline', content: <Timeline id={observation.id} /> },
          {
            value: 'relations',
            label: `Relations (${answer.relations.filter(({ from, to }) => [from, to].includes(observation.id)).length})`,
            content: <RelationGraph answer={answer} />,
          },
        ]}
      />
    </Page>
  )
}

function Facts({ observation }: { observation: Output<'memory.get'>['observation'] }) {
  const { type, project, topic_key, origin, updated_at } = observation
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge>{type}</Badge>
      <span>{project}</span>
      {topic_key !== undefined && <span className="font-mono text-xs break-all">{topic_key}</span>}
      <span>
        {origin.actor}, <RelativeTime at={updated_at} />
      </span>
    </p>
  )
}

function History({ id }: { id: number }) {
  const history = useRead('memory.history', { id })
  const restore = useWrite('memory.restore_revision', {
    onSuccess: () => toast({ tone: 'sprout', text: 'Restored; the text it had is a revision now.' }),
  })
  if (history.isPending) return <Loading rows={3} />
  if (history.isError) return <ErrorBox error={history.error} retry={() => void history.refetch()} />
  if (history.data.revisions.length === 0)
    return (
      <EmptyState icon="undo" title="It never had another text">
        Every text that is replaced is kept here.
      </EmptyState>
    )
  return (
    <ol className="space-y-5">
      {history.data.revisions.map(({ n, at, origin, diff }) => (
        <li key={n}>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-soft">
              Revision {n} by {origin.actor}, <RelativeTime at={at} />; what came after it:
            </p>
            <Button
              size="small"
              icon="undo"
              busy={restore.isPending}
              onClick={() => restore.mutate({ id, revision: n })}
            >
              Restore
            </Button>
          </div>
          <Diff text={diff} label={`Change after revision ${n}`} />
        </li>
      ))}
    </ol>
  )
}

function Timeline({ id }: { id: number }) {
  const timeline = useRead('memory.timeline', { observation_id: id, before: 10, after: 10 })
  if (timeline.isPending) return <Loading rows={5} />
  if (timeline.isError) return <ErrorBox error={timeline.error} retry={() => void timeline.refetch()} />
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
      <Rows label="Records of the same sitting">
        {timeline.data.observations.map(record => (
          <Row key={record.id}>
            <div
              aria-current={record.id === id || undefined}
              className={record.id === id ? 'border-l-2 border-sprout pl-3' : ''}
            >
              <RecordRow record={record} passage={record.content ?? ''} />
            </div>
          </Row>
        ))}
      </Rows>
    </div>
  )
}

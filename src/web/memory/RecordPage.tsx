import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { shell } from '../../shared/shell/shell.ts'
import type { Output } from '../api/call.ts'
import { problemFor } from '../api/problem.ts'
import { isOutdated, useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Tabs } from '../parts/layout/Tabs.tsx'
import { Markdown } from '../parts/markdown/Markdown.tsx'
import { showRefusal } from '../parts/notify/show-refusal.ts'
import { toast } from '../parts/notify/toast.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Diff } from '../parts/text/Diff.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { absolute } from '../parts/text/time.ts'
import { RecordActions } from './edit/RecordActions.tsx'
import { EditRecord } from './edit/RecordForm.tsx'
import { SimilarRecords } from './edit/SimilarRecords.tsx'
import type { RecordTab } from './memory-params.ts'
import { Marks, RecordRow } from './RecordRow.tsx'
import { RelationGraph } from './RelationGraph.tsx'

type CitedFileRow = NonNullable<Output<'memory.get'>['observation']['files']>[number]

export default function RecordPage() {
  const { id: text } = useParams({ from: '/memory/$id' })
  const id = Number(text)
  const record = useRead('memory.get', { id, depth: 2 })
  if (record.isPending) return <Loading rows={6} />
  if (record.data === undefined || isOutdated(record))
    return (
      <Page title={`Record ${text}`}>
        <ErrorBox error={record.error} retry={() => void record.refetch()} />
        {problemFor(record.error).fix === shell`furrow memory delete ${id} --restore` && <RestoreRecord id={id} />}
      </Page>
    )
  return <Shown key={id} answer={record.data} />
}

function RestoreRecord({ id }: { id: number }) {
  const restore = useWrite('memory.delete', { onError: showRefusal })
  return (
    <Button icon="undo" busy={restore.isPending} onClick={() => restore.mutate({ id, restore: true })}>
      Restore
    </Button>
  )
}

function Shown({ answer }: { answer: Output<'memory.get'> }) {
  const { observation } = answer
  const { tab = 'text' } = useSearch({ from: '/memory/$id' })
  const navigate = useNavigate({ from: '/memory/$id' })
  const [editing, setEditing] = useState(false)
  const choose = (next: RecordTab) => void navigate({ search: { tab: next }, replace: true })
  return (
    <Page
      title={observation.title}
      lead={<Facts observation={observation} />}
      actions={
        <RecordActions
          record={observation}
          onEdit={() => {
            choose('text')
            setEditing(true)
          }}
        />
      }
    >
      <SimilarRecords id={observation.id} />
      <Tabs<RecordTab>
        label="Views of the record"
        value={tab}
        onChoose={choose}
        tabs={[
          {
            value: 'text',
            label: 'Text',
            content: editing ? (
              <EditRecord record={observation} onDone={() => setEditing(false)} />
            ) : (
              <>
                <Markdown text={observation.content ?? ''} name="record" level={2} />
                {observation.files !== undefined && <CitedFiles files={observation.files} />}
              </>
            ),
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
  const { type, project, topic_key, origin, updated_at, valid_from, valid_until, marks = [] } = observation
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge>{type}</Badge>
      <Marks marks={marks} />
      <span>{project}</span>
      {topic_key !== undefined && <span className="font-mono text-xs break-all">{topic_key}</span>}
      <span>
        {origin.actor}, <RelativeTime at={updated_at} />
      </span>
      {valid_from !== undefined && (
        <span>
          valid from <time dateTime={valid_from}>{absolute(valid_from)}</time>
        </span>
      )}
      {valid_until !== undefined && (
        <span>
          valid until <time dateTime={valid_until}>{absolute(valid_until)}</time>
        </span>
      )}
    </p>
  )
}

const STATES = { unchanged: 'unchanged since', changed: 'has changed since', missing: 'is missing' } as const

/** The files that a record is about, and whether they are still what they were then. */
function CitedFiles({ files }: { files: readonly CitedFileRow[] }) {
  return (
    <section aria-labelledby="cited" className="mt-8">
      <h2 id="cited" className="mb-2 text-sm font-semibold">
        Files it is about
      </h2>
      <ul className="space-y-1 text-sm">
        {files.map(({ path, state }) => (
          <li key={path} className="flex flex-wrap items-center gap-x-3">
            <span className="font-mono text-xs break-all">{path}</span>
            {state !== undefined && (
              <Badge
                tone={state === 'unchanged' ? 'sprout' : 'amber'}
                {...(state !== 'unchanged' && { icon: 'warning' })}
              >
                {STATES[state]}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ id }: { id: number }) {
  const history = useRead('memory.history', { id })
  const restore = useWrite('memory.restore_revision', {
    onSuccess: () => toast({ tone: 'sprout', text: 'Restored; the text it had is a revision now.' }),
    onError: showRefusal,
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
      <Rows label="Records of the same session">
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

import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { NotAdded } from '../../parts/input/NotAdded.tsx'
import { useAdding } from '../../parts/input/useAdding.ts'
import { Card } from '../../parts/layout/Card.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { EmptyState } from '../../parts/layout/States.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { TASK_LABELS } from '../board-labels.ts'
import type { FeatureDetail, FeatureTask } from '../board-types.ts'
import { Ref } from '../cards/Refs.tsx'
import { SayWhy } from '../cards/SayWhy.tsx'

/** The tasks of a feature, with what can be done to each. */
export function Tasks({ feature }: { feature: FeatureDetail }) {
  const { tasks } = feature
  const done = tasks.filter(({ status }) => status === 'completed').length
  return (
    <Card title="Tasks" aside={`${done} of ${tasks.length} done`} flush>
      {tasks.length === 0 ? (
        <EmptyState icon="check" title="No tasks yet">
          A failed build, a log line or a finding can become one, too.
        </EmptyState>
      ) : (
        <Rows label="Tasks">
          {tasks.map(task => (
            <Row key={task.id}>
              <Line feature={feature.id} task={task} />
            </Row>
          ))}
        </Rows>
      )}
      {feature.phase !== 'released' && <AddTask feature={feature.id} />}
    </Card>
  )
}

function Line({ feature, task }: { feature: string; task: FeatureTask }) {
  const { word, tone, icon } = TASK_LABELS[task.status]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium break-words">
          <span className="mr-2 font-mono text-xs text-soft">{task.id}</span>
          {task.title}
        </p>
        {task.reason && <p className="mt-0.5 break-words text-soft">{task.reason}</p>}
        {task.depends_on.length > 0 && <p className="mt-0.5 text-xs text-soft">after {task.depends_on.join(', ')}</p>}
        {task.source && (
          <p className="mt-0.5 text-xs text-soft">
            from <Ref to={`${task.source.kind}:${task.source.ref}`} />
          </p>
        )}
        {task.body && (
          <details className="mt-1">
            <summary className="text-sm text-soft">More about {task.id}</summary>
            <pre className="mt-2 rounded-md bg-sunk p-3 font-mono text-xs break-words whitespace-pre-wrap">
              {task.body}
            </pre>
          </details>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {task.labels.map(label => (
          <Badge key={label} tone={label === 'bug' ? 'rust' : 'plain'}>
            {label}
          </Badge>
        ))}
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        <Moves feature={feature} task={task} />
      </div>
    </div>
  )
}

function Moves({ feature, task }: { feature: string; task: FeatureTask }) {
  const [asking, setAsking] = useState(false)
  const start = useWrite('task.start', { onError: showRefusal })
  const complete = useWrite('task.complete', { onError: showRefusal })
  const reopen = useWrite('task.reopen', { onError: showRefusal })
  const block = useWrite('task.block', { onSuccess: () => setAsking(false) })
  const given = { id: feature, task: task.id }
  const busy = start.isPending || complete.isPending || reopen.isPending
  const open = task.status === 'pending' || task.status === 'in_progress'
  return (
    <>
      {task.status === 'pending' && (
        <Button size="small" busy={busy} aria-label={`Begin ${task.id}`} onClick={() => start.mutate(given)}>
          Begin
        </Button>
      )}
      {task.status === 'in_progress' && (
        <Button size="small" busy={busy} aria-label={`Complete ${task.id}`} onClick={() => complete.mutate(given)}>
          Complete
        </Button>
      )}
      {open && (
        <Button size="small" kind="quiet" aria-label={`Block ${task.id}`} onClick={() => setAsking(true)}>
          Block
        </Button>
      )}
      {!open && (
        <Button
          size="small"
          kind="quiet"
          busy={busy}
          aria-label={`Reopen ${task.id}`}
          onClick={() => reopen.mutate(given)}
        >
          Reopen
        </Button>
      )}
      {asking && (
        <SayWhy
          title={`${task.id} cannot go on?`}
          label="What holds it up?"
          yes="Block it"
          busy={block.isPending}
          error={block.error}
          onYes={reason => block.mutate({ ...given, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function AddTask({ feature }: { feature: string }) {
  const add = useWrite('task.add')
  const save = ({ title }: { title: string }) => add.mutateAsync({ id: feature, title: title.trim() })
  const { fields, first, set, submit, ...adding } = useAdding({ title: '' }, save)
  const isUnnamed = fields.title.trim() === ''
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isUnnamed) submit()
      }}
      className="grid items-end gap-3 border-t border-line px-5 py-4 max-sm:px-4 md:grid-cols-[1fr_auto]"
    >
      <Field
        ref={first}
        label="New task"
        value={fields.title}
        maxLength={300}
        onChange={event => set({ title: event.currentTarget.value })}
      />
      <Button type="submit" reason={isUnnamed ? 'Name the task first' : undefined}>
        Add task
      </Button>
      <NotAdded refused={adding.refused} nameOf={({ title }) => title} retry={adding.retry} />
    </form>
  )
}

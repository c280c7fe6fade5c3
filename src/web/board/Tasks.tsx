import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Field } from '../parts/Field.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState, ErrorBox } from '../parts/States.tsx'
import { TASK } from './look.ts'
import { Ref } from './Refs.tsx'
import { SayWhy } from './SayWhy.tsx'
import { tell } from './tell.ts'
import type { Feature, Task } from './types.ts'

/** The tasks of a feature, with what can be done to each. */
export function Tasks({ feature }: { feature: Feature }) {
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

function Line({ feature, task }: { feature: string; task: Task }) {
  const { word, tone, icon } = TASK[task.status]
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

function Moves({ feature, task }: { feature: string; task: Task }) {
  const [asking, setAsking] = useState(false)
  const start = useWrite('task.start', { onError: tell })
  const complete = useWrite('task.complete', { onError: tell })
  const reopen = useWrite('task.reopen', { onError: tell })
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
  const [title, setTitle] = useState('')
  const add = useWrite('task.add', { onSuccess: () => setTitle('') })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '') add.mutate({ id: feature, title: title.trim() })
  }
  return (
    <form
      onSubmit={submit}
      className="grid items-end gap-3 border-t border-line px-5 py-4 max-sm:px-4 md:grid-cols-[1fr_auto]"
    >
      <Field label="New task" value={title} maxLength={300} onChange={event => setTitle(event.currentTarget.value)} />
      <Button type="submit" busy={add.isPending} reason={title.trim() === '' ? 'Name the task first' : undefined}>
        Add task
      </Button>
      {add.isError && (
        <div className="md:col-span-2">
          <ErrorBox error={add.error} />
        </div>
      )}
    </form>
  )
}

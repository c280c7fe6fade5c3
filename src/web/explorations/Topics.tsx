import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Field, Select } from '../parts/Field.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState, ErrorBox } from '../parts/States.tsx'
import { STATUS } from './look.ts'
import type { Project, Topic } from './types.ts'

const CHOICES = (['pending', 'in_progress', 'completed', 'abandoned'] as const).map(value => ({
  value,
  label: STATUS[value].word,
}))

/** What is to be found out, and how far it is; changed here while research goes on. */
export function Topics({ project, editable }: { project: Project; editable: boolean }) {
  const { tasks } = project
  const resolved = tasks.filter(({ status }) => status === 'completed' || status === 'abandoned').length
  return (
    <Card title="Topics" aside={`${resolved} of ${tasks.length} resolved`} flush>
      {tasks.length === 0 && (
        <EmptyState icon="explorations" title="No topics yet">
          A topic is one question with an end. Three to five are a good beginning.
        </EmptyState>
      )}
      {tasks.length > 0 && (
        <Rows label="Topics">
          {tasks.map(topic => (
            <Row key={topic.id}>
              <TopicLine topic={topic} editable={editable} />
            </Row>
          ))}
        </Rows>
      )}
      {editable && <AddTopic />}
    </Card>
  )
}

function TopicLine({ topic, editable }: { topic: Topic; editable: boolean }) {
  const update = useWrite('exploration.task_update')
  const { word, tone, icon } = STATUS[topic.status]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-words">
          <span className="mr-2 font-mono text-xs text-soft">{topic.id}</span>
          {topic.name}
        </p>
        {topic.question && <p className="mt-0.5 break-words text-soft">{topic.question}</p>}
        {topic.outcome && <p className="mt-0.5 break-words">{topic.outcome}</p>}
        {topic.status === 'abandoned' && <p className="mt-0.5 text-soft">{topic.reason ?? 'no reason given'}</p>}
        {topic.refs.length > 0 && <p className="mt-1 font-mono text-xs break-all text-soft">{topic.refs.join(', ')}</p>}
        {update.isError && <ErrorBox error={update.error} />}
      </div>
      {editable ? (
        <Select
          label={`Status of ${topic.id}`}
          hideLabel
          value={topic.status === 'skipped' ? 'pending' : topic.status}
          options={CHOICES}
          onChoose={status => update.mutate({ id: topic.id, status })}
        />
      ) : (
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      )}
    </div>
  )
}

function AddTopic() {
  const [name, setName] = useState('')
  const [question, setQuestion] = useState('')
  const create = useWrite('exploration.task_create', {
    onSuccess: () => {
      setName('')
      setQuestion('')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    create.mutate({ name: name.trim(), ...(question.trim() !== '' && { question }) })
  }
  return (
    <form
      onSubmit={submit}
      className="grid items-end gap-3 border-t border-line px-5 py-4 max-sm:px-4 md:grid-cols-[1fr_1.4fr_auto]"
    >
      <Field label="New topic" value={name} maxLength={200} onChange={event => setName(event.currentTarget.value)} />
      <Field
        label="Its question"
        value={question}
        maxLength={2000}
        onChange={event => setQuestion(event.currentTarget.value)}
      />
      <Button type="submit" busy={create.isPending} reason={name.trim() === '' ? 'Name the topic first' : undefined}>
        Add topic
      </Button>
      {create.isError && (
        <div className="md:col-span-3">
          <ErrorBox error={create.error} />
        </div>
      )}
    </form>
  )
}

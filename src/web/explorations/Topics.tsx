import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button, IconButton } from '../parts/input/Button.tsx'
import { Field, Select } from '../parts/input/Field.tsx'
import { NotAdded } from '../parts/input/NotAdded.tsx'
import { useAdding } from '../parts/input/useAdding.ts'
import { Card } from '../parts/layout/Card.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { TopicEditor } from './documents/TopicEditor.tsx'
import { capitalizedLabel, TOPIC_STATUS_LABELS } from './exploration-labels.ts'
import type { ExplorationDetail, ExplorationTopic } from './exploration-types.ts'

const CHOICES = (['pending', 'in_progress', 'completed', 'abandoned'] as const).map(value => ({
  value,
  label: TOPIC_STATUS_LABELS[value].word,
}))

/** What is to be found out, and how far it is; changed here while research goes on. */
export function Topics({ project, editable }: { project: ExplorationDetail; editable: boolean }) {
  const { tasks, words } = project
  const title = capitalizedLabel(words.tasks)
  const resolved = tasks.filter(({ status }) => status === 'completed' || status === 'abandoned').length
  return (
    <Card title={title} aside={`${resolved} of ${tasks.length} resolved`} flush>
      {tasks.length === 0 && (
        <EmptyState icon="explorations" title={`No ${words.tasks} yet`}>
          {words.task === 'topic'
            ? 'A topic is one question with an end. Three to five are a good beginning.'
            : `A ${words.task} is one piece of work with an end.`}
        </EmptyState>
      )}
      {tasks.length > 0 && (
        <Rows label={title}>
          {tasks.map(topic => (
            <Row key={topic.id}>
              <TopicLine topic={topic} noun={words.task} editable={editable} />
            </Row>
          ))}
        </Rows>
      )}
      {editable && project.allows.includes('task.create') && <AddTopic project={project} />}
    </Card>
  )
}

interface TopicLineProps {
  readonly topic: ExplorationTopic
  readonly noun: string
  readonly editable: boolean
}

function TopicLine({ topic, noun, editable }: TopicLineProps) {
  const [editing, setEditing] = useState(false)
  const update = useWrite('exploration.task_update')
  const { word, tone, icon } = TOPIC_STATUS_LABELS[topic.status]
  if (editing) return <TopicEditor topic={topic} noun={noun} onDone={() => setEditing(false)} />
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-words">
          <span className="mr-2 font-mono text-xs text-soft">{topic.id}</span>
          {topic.name}
        </p>
        {topic.question && <p className="mt-0.5 break-words text-soft">{topic.question}</p>}
        {topic.depends_on && (
          <p className="mt-0.5 text-sm text-soft">
            Depends on {topic.depends_on.join(', ')}
            {topic.waits_for && `, waits for ${topic.waits_for.join(', ')}`}
          </p>
        )}
        {topic.outcome && <p className="mt-0.5 break-words">{topic.outcome}</p>}
        {topic.status === 'abandoned' && <p className="mt-0.5 text-soft">{topic.reason ?? 'no reason given'}</p>}
        {topic.refs.length > 0 && <p className="mt-1 font-mono text-xs break-all text-soft">{topic.refs.join(', ')}</p>}
        {update.isError && <ErrorBox error={update.error} />}
      </div>
      {editable ? (
        <div className="flex items-center gap-2">
          <Select
            label={`Status of ${topic.id}`}
            hideLabel
            value={topic.status === 'skipped' ? 'pending' : topic.status}
            options={CHOICES}
            onChoose={status => update.mutate({ id: topic.id, status })}
          />
          <IconButton icon="edit" label={`Edit ${topic.id}`} onClick={() => setEditing(true)} />
        </div>
      ) : (
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      )}
    </div>
  )
}

const NO_TOPIC = { name: '', question: '', before: '' }

function AddTopic({ project }: { project: ExplorationDetail }) {
  const { task } = project.words
  const create = useWrite('exploration.task_create')
  const { fields, first, set, submit, ...adding } = useAdding(NO_TOPIC, ({ name, question, before }) => {
    const ids = before.split(/[\s,]+/).filter(id => id !== '')
    return create.mutateAsync({
      name: name.trim(),
      ...(question.trim() !== '' && { question }),
      ...(ids.length > 0 && { depends_on: ids }),
    })
  })
  const isUnnamed = fields.name.trim() === ''
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isUnnamed) submit()
      }}
      className="grid items-end gap-3 border-t border-line px-5 py-4 max-sm:px-4 md:grid-cols-[1fr_1.4fr_auto]"
    >
      <Field
        ref={first}
        label={`New ${task}`}
        value={fields.name}
        maxLength={200}
        onChange={event => set({ name: event.currentTarget.value })}
      />
      <Field
        label={task === 'topic' ? 'Its question' : 'What it is about'}
        value={fields.question}
        maxLength={2000}
        onChange={event => set({ question: event.currentTarget.value })}
      />
      {project.dependencies !== undefined && (
        <Field
          label="Depends on"
          help="The ids that come first, such as 001, 002."
          value={fields.before}
          maxLength={200}
          onChange={event => set({ before: event.currentTarget.value })}
        />
      )}
      <Button type="submit" reason={isUnnamed ? `Name the ${task} first` : undefined}>
        Add {task}
      </Button>
      <NotAdded refused={adding.refused} nameOf={({ name }) => name} retry={adding.retry} />
    </form>
  )
}

import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { capitalizedLabel } from '../exploration-labels.ts'
import type { ExplorationTopic } from '../exploration-types.ts'

interface TopicEditorProps {
  readonly topic: ExplorationTopic
  /** As the type calls it: topic, task. */
  readonly noun: string
  readonly onDone: () => void
}

/** Name, question and outcome of a task. */
export function TopicEditor({ topic, noun, onDone }: TopicEditorProps) {
  const [name, setName] = useState(topic.name)
  const [question, setQuestion] = useState(topic.question ?? '')
  const update = useWrite('exploration.task_update')
  const remove = useWrite('exploration.task_delete', { onSuccess: onDone })
  const mayBeDeleted = topic.status === 'pending' && topic.refs.length === 0
  return (
    <div className="grid gap-3">
      <Field
        label={capitalizedLabel(noun)}
        value={name}
        maxLength={200}
        autoFocus
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextArea
        label={noun === 'topic' ? 'Question' : 'What it is about'}
        rows={2}
        maxLength={2000}
        value={question}
        onChange={event => setQuestion(event.currentTarget.value)}
      />
      <DocumentEditor
        name={`topic.${topic.id}`}
        label={`Outcome of ${topic.id}`}
        placeholder="What came of it? (Markdown)"
        rows={5}
        stored={{ text: topic.outcome ?? '' }}
        changed={name !== topic.name || question !== (topic.question ?? '')}
        mayBeEmpty
        whyNot={() => (name.trim() === '' ? `Name the ${noun} first` : undefined)}
        save={outcome => update.mutateAsync({ id: topic.id, name: name.trim(), question, outcome })}
        onSaved={onDone}
        onCancel={onDone}
      />
      {mayBeDeleted && (
        <Button
          size="small"
          kind="danger"
          icon="trash"
          className="justify-self-start"
          busy={remove.isPending}
          onClick={() => remove.mutate({ id: topic.id })}
        >
          Delete {noun}
        </Button>
      )}
      {remove.isError && <ErrorBox error={remove.error} />}
    </div>
  )
}

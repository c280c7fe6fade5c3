import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { Field, Select } from '../../parts/input/Field.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { capitalizedLabel } from '../exploration-labels.ts'
import type { ExplorationDetail } from '../exploration-types.ts'
import { findingPath } from './finding-path.ts'

const NONE = ''

interface NewFindingProps {
  readonly project: ExplorationDetail
  /** As the type calls it: finding, note. */
  readonly kind: string
  readonly onDone: () => void
}

/** A document with its title and its task; the file is named after the title. */
export function NewFinding({ project, kind, onDone }: NewFindingProps) {
  const [title, setTitle] = useState('')
  const [task, setTask] = useState(NONE)
  const write = useWrite('artifact.write', {
    onSuccess: ({ artifact }) => toast({ tone: 'sprout', text: `Saved ${artifact.path}` }),
  })
  const path = findingPath(
    title,
    project.artifacts.map(artifact => artifact.path),
    kind,
  )
  const topics = project.tasks.map(({ id, name }) => ({ value: id, label: `${id} ${name}` }))
  const save = (content: string) =>
    write.mutateAsync({
      path,
      kind,
      content: `# ${title.trim()}\n\n${content}`,
      ...(task !== NONE && { task }),
    })
  return (
    <div className="grid gap-3">
      <Field
        label={`Title of the ${kind}`}
        value={title}
        maxLength={120}
        autoFocus
        onChange={event => setTitle(event.currentTarget.value)}
        {...(title.trim() !== '' && { help: path })}
      />
      {topics.length > 0 && (
        <Select
          label={capitalizedLabel(project.words.task)}
          value={task}
          options={[{ value: NONE, label: 'None' }, ...topics]}
          onChoose={setTask}
        />
      )}
      <DocumentEditor
        name={`artifact.${project.name}.new`}
        label={`Text of the ${kind}`}
        rows={8}
        placeholder={kind === 'finding' ? 'What did you find out? (Markdown)' : 'What is there to say? (Markdown)'}
        stored={{ text: '' }}
        whyNot={() => (title.trim() === '' ? 'Give it a title first' : undefined)}
        save={save}
        saveLabel={`Save ${kind}`}
        onSaved={onDone}
        onCancel={onDone}
      />
    </div>
  )
}

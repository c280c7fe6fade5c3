import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Select, Switch } from '../parts/input/Field.tsx'
import { TextArea } from '../parts/input/TextArea.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'

/** Starts an exploration: a question, its type, and whether it gets a branch of its own. */
export default function StartExplorationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [type, setType] = useState('exploration')
  const [here, setHere] = useState(false)
  const [inputs, setInputs] = useState('')
  const types = useRead('exploration.types', {})
  const start = useWrite('exploration.start', {
    onSuccess: ({ name, warnings }) => {
      for (const text of warnings) toast({ tone: 'amber', text })
      onClose()
      void navigate({ to: '/explorations/$id', params: { id: name } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const files = inputs.split('\n').flatMap(line => (line.trim() === '' ? [] : [line.trim()]))
    if (title.trim() === '') return
    start.mutate({ title: title.trim(), type, here, ...(files.length > 0 && { inputs: files }) })
  }
  const usable = types.data?.types.filter(({ problem }) => problem === undefined) ?? []
  const isQuestion = type === 'exploration'
  return (
    <Dialog title={isQuestion ? 'Start an exploration' : 'Start a project'} onClose={onClose} wide>
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <TextArea
          label={isQuestion ? 'What do you want to find out?' : 'What is it about?'}
          help="One sentence. Its words become the name of the project and of its branch."
          rows={3}
          autoFocus
          maxLength={500}
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        {usable.length > 1 && (
          <Select
            label="Type"
            value={type}
            options={usable.map(({ name, title: label }) => ({ value: name, label: label ?? name }))}
            onChoose={setType}
          />
        )}
        <TextArea
          label="Files to go by"
          help="Optional, one path per line: a summary, a design, a specification."
          rows={2}
          maxLength={5000}
          value={inputs}
          onChange={event => setInputs(event.currentTarget.value)}
        />
        <Switch
          label="Stay on the current branch"
          help="Otherwise a branch is made for it; uncommitted work comes along."
          on={here}
          onSwitch={setHere}
        />
        {start.isError && <ErrorBox error={start.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={start.isPending}
            reason={title.trim() === '' ? 'Say what it is about first' : undefined}
          >
            Start it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

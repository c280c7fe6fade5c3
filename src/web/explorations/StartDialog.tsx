import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Select, Switch } from '../parts/Field.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'

/** Starts an exploration: a question, its type, and whether it gets a branch of its own. */
export default function StartDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [type, setType] = useState('exploration')
  const [here, setHere] = useState(false)
  const types = useRead('exploration.types', {})
  const start = useWrite('exploration.start', {
    onSuccess: ({ name }) => {
      onClose()
      void navigate({ to: '/explorations/$id', params: { id: name } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '') start.mutate({ title: title.trim(), type, here })
  }
  const usable = types.data?.types.filter(({ problem }) => problem === undefined) ?? []
  return (
    <Dialog title="Start an exploration" onClose={onClose} wide>
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <TextArea
          label="What do you want to find out?"
          help="One question. Its words become the name of the exploration and of its branch."
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
        <Switch
          label="Stay on the current branch"
          help="Otherwise a branch is made for it; uncommitted work comes along."
          on={here}
          onSwitch={setHere}
        />
        {start.isError && <ErrorBox error={start.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Not now</Button>
          <Button
            kind="primary"
            type="submit"
            busy={start.isPending}
            reason={title.trim() === '' ? 'Say what you want to find out first' : undefined}
          >
            Start it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

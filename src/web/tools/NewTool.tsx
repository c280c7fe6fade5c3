import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Field } from '../parts/Field.tsx'
import { toast } from '../parts/toast.ts'

/** Writes a tool to start from; what it does is then written in an editor, by a person or an agent. */
export function NewTool({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const navigate = useNavigate()
  const create = useWrite('tool.create', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `.sdlc/tools/${name} is there to be written.` })
      onClose()
      void navigate({ to: '/tools/$name', params: { name }, search: { tab: 'source' } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name, ...(description !== '' && { description }) })
  }
  return (
    <Dialog
      title="New tool"
      describe="Code, README and a test to start from, in .sdlc/tools. What it does you write in your editor."
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <Field
          label="Name"
          placeholder="check-links"
          help="Small letters, digits and hyphens."
          autoFocus
          required
          spellCheck={false}
          value={name}
          onChange={event => setName(event.currentTarget.value.trim())}
        />
        <Field
          label="What it does"
          placeholder="Finds links that lead nowhere"
          value={description}
          onChange={event => setDescription(event.currentTarget.value)}
        />
        {create.isError && (
          <p role="alert" className="text-rust">
            {problemOf(create.error).message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={create.isPending}>
            Create it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

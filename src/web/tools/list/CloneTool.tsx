import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Tool } from '../../../tools/model.ts'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Field } from '../../parts/input/Field.tsx'

/** Copies a tool under a name of one's own, to be changed. */
export function CloneTool({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const [name, setName] = useState(`my-${tool.name}`)
  const navigate = useNavigate()
  const clone = useWrite('tool.clone', {
    onSuccess: () => {
      onClose()
      void navigate({ to: '/tools/$name', params: { name }, search: { tab: 'source' } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    clone.mutate({ name: tool.name, new_name: name })
  }
  return (
    <Dialog
      title={`Clone ${tool.display_name}`}
      describe="The copy is yours: it stays when the original is updated, and remembers where it came from."
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4 p-5">
        <Field
          label="Name of the copy"
          autoFocus
          required
          spellCheck={false}
          value={name}
          onChange={event => setName(event.currentTarget.value.trim())}
        />
        {clone.isError && (
          <p role="alert" className="text-rust">
            {problemFor(clone.error).message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={clone.isPending}>
            Clone it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

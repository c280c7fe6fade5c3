import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'

/** An agent changes a tool in a worktree of its own; its run shows what it did, to be merged or not. */
export function EvolveTool({ name, onClose }: { name: string; onClose: () => void }) {
  const [wanted, setWanted] = useState('')
  const navigate = useNavigate()
  const evolve = useWrite('tool.evolve', {
    onSuccess: ({ run_id: id }) => void navigate({ to: '/runs/$id', params: { id } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    evolve.mutate({ name, change_request: wanted })
  }
  return (
    <Dialog
      title={`Evolve ${name}`}
      describe="Your coding agent changes the tool and raises its version. You see the diff before you merge it."
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <TextArea
          label="What should be different?"
          placeholder="Add a field for the folder"
          autoFocus
          required
          value={wanted}
          onChange={event => setWanted(event.currentTarget.value)}
        />
        {evolve.isError && (
          <p role="alert" className="text-rust">
            {problemFor(evolve.error).message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" icon="agent" busy={evolve.isPending}>
            Start the agent
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

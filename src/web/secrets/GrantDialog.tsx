import { type FormEvent, useState } from 'react'
import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Select } from '../parts/input/Field.tsx'
import { toast } from '../parts/notify/toast.ts'
import type { SecretDetail } from './SecretRow.tsx'

interface GrantDialogProps {
  readonly secret: SecretDetail
  readonly tools: readonly string[]
  readonly onClose: () => void
}

export function GrantDialog({ secret: { name, scopes }, tools, onClose }: GrantDialogProps) {
  const [tool, setTool] = useState(tools[0] ?? '')
  const [scope, setScope] = useState('')
  const grant = useWrite('secrets.grant', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `${tool} may have ${name}.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    grant.mutate({ name, tool, ...(scope !== '' && { scope }) })
  }
  return (
    <Dialog
      title={`Grant ${name}`}
      describe="The tool gets it as its code is now. After any change of its code you are asked again."
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4 p-5">
        {tools.length === 0 ? (
          <p className="text-soft">This repository has no tools of its own yet.</p>
        ) : (
          <>
            <Select
              label="Tool"
              value={tool}
              options={tools.map(value => ({ value, label: value }))}
              onChoose={setTool}
            />
            <Select
              label="Which value"
              value={scope}
              options={[
                { value: '', label: 'That of every scope' },
                ...scopes.map(each => ({ value: each.scope, label: `Only that of ${each.scope}` })),
              ]}
              onChoose={setScope}
            />
          </>
        )}
        {grant.isError && (
          <p role="alert" className="text-rust">
            {problemFor(grant.error).message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            busy={grant.isPending}
            reason={tool === '' ? 'There are no tools yet.' : undefined}
          >
            Grant it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

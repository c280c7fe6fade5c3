import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Field } from '../parts/Field.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { toast } from '../parts/toast.ts'
import { stageWord } from './look.ts'

/** Goes back to a stage that is done, with a reason. */
export function ReopenDialog({ stage, onClose }: { stage: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const reopen = useWrite('spec.reopen', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `${stageWord(stage)} is open again.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reopen.mutate({ stage, reason })
  }
  return (
    <Dialog
      title={`Reopen ${stageWord(stage).toLowerCase()}`}
      describe="Files that follow from it stay, and are stale as soon as this one changes."
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4 p-5">
        <Field
          label="Why"
          value={reason}
          required
          maxLength={2000}
          onChange={event => setReason(event.currentTarget.value)}
        />
        {reopen.isError && <ErrorBox error={reopen.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Leave it</Button>
          <Button kind="primary" type="submit" busy={reopen.isPending}>
            Reopen
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

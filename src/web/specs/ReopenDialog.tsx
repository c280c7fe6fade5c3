import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Field } from '../parts/input/Field.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { specStageWord } from './spec-labels.ts'

/** Goes back to a stage that is done, with a reason. */
export function ReopenSpecDialog({ stage, onClose }: { stage: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const reopen = useWrite('spec.reopen', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `${specStageWord(stage)} is open again.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reopen.mutate({ stage, reason })
  }
  return (
    <Dialog
      title={`Reopen ${specStageWord(stage).toLowerCase()}`}
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
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={reopen.isPending}>
            Reopen
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

import { type FormEvent, useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Field, Select } from '../../parts/input/Field.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { changeStageWord } from '../change-labels.ts'
import type { ChangeDetail } from '../change-types.ts'

interface ReopenStageProps {
  readonly change: ChangeDetail
  /** The stage that is proposed; the last one that was reached unless it is given. */
  readonly to?: string
  readonly onClose: () => void
}

/** Goes back to a stage that was reached; it and the later ones are done again, and their texts stay. */
export function ReopenStageDialog({ change, to, onClose }: ReopenStageProps) {
  const reached = change.stages.filter(({ status }) => status !== 'pending')
  const [stage, setStage] = useState(to ?? reached.at(-1)?.name ?? change.current_stage)
  const [reason, setReason] = useState('')
  const reopen = useWrite('change.reopen', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `Back at ${changeStageWord(stage).toLowerCase()}.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reopen.mutate({ id: change.id, stage, ...(reason.trim() !== '' && { reason }) })
  }
  return (
    <Dialog
      title="Reopen this change"
      describe="This stage and the later ones are done again. Their texts stay, and a proof that was given is void."
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4 p-5">
        <Select
          label="Back to"
          value={stage}
          options={reached.map(({ name }) => ({ value: name, label: changeStageWord(name) }))}
          onChoose={setStage}
        />
        <Field label="Why" value={reason} maxLength={2000} onChange={event => setReason(event.currentTarget.value)} />
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

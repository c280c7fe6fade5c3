import { type FormEvent, useState } from 'react'
import type { Interaction } from '../../../tools/model.ts'
import type { Input } from '../../api/call.ts'
import { useWrite } from '../../api/query.ts'
import { FeatureSelect } from '../../board/feature/FeatureSelect.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Field, Select } from '../../parts/input/Field.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'

export type AddTarget = Input<'tool.add_to'>['target']

interface AddToProps {
  readonly interaction: Interaction
  readonly target: AddTarget
  readonly label: string
  readonly selection: string
  readonly onClose: () => void
}

const KINDS = [
  { value: 'root_cause', label: 'Root cause' },
  { value: 'evolve', label: 'Evolve' },
  { value: 'guideline', label: 'Guideline' },
] as const

/** The card is made at once; both name each other. */
export default function AddToDialog({ interaction, target, label, selection, onClose }: AddToProps) {
  const [title, setTitle] = useState('')
  const [feature, setFeature] = useState('')
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('root_cause')
  const add = useWrite('tool.add_to', {
    onSuccess: ({ ref }) => {
      toast({ tone: 'sprout', text: `It became ${ref}.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    add.mutate({
      name: interaction.tool_name,
      interaction_id: interaction.id,
      target,
      ...(title.trim() !== '' && { title: title.trim() }),
      ...(feature !== '' && { feature }),
      ...(target === 'investigation' && { kind }),
      ...(selection !== '' && { selection }),
    })
  }
  return (
    <Dialog title={label} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <Field
          label="Title"
          help="Left empty, it is made from the result."
          maxLength={200}
          autoFocus
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        {target === 'task' && <FeatureSelect value={feature} onChoose={setFeature} />}
        {target === 'investigation' && <Select label="Kind" value={kind} options={KINDS} onChoose={setKind} />}
        {selection !== '' && (
          <div>
            <p className="mb-1.5 text-sm font-medium">What you selected is carried over</p>
            <p className="line-clamp-6 rounded-md bg-sunk p-3 text-sm break-words whitespace-pre-wrap">{selection}</p>
          </div>
        )}
        {add.isError && <ErrorBox error={add.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={add.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

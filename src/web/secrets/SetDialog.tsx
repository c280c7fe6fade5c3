import { type FormEvent, useState } from 'react'
import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Field, Switch } from '../parts/input/Field.tsx'
import { TextArea } from '../parts/input/TextArea.tsx'
import { toast } from '../parts/notify/toast.ts'
import { ScopeField } from './ScopeField.tsx'
import type { SecretDetail } from './SecretRow.tsx'

interface SetDialogProps {
  readonly name?: string
  readonly scope: string
  readonly known: readonly SecretDetail[]
  readonly onClose: () => void
}

export function SetDialog({ name: given, scope: first, known, onClose }: SetDialogProps) {
  const [name, setName] = useState(given ?? '')
  const [scope, setScope] = useState(first)
  const [value, setValue] = useState('')
  const [lines, setLines] = useState(false)
  const set = useWrite('secrets.set', {
    onSuccess: ({ unmasked }) => {
      toast({
        tone: unmasked ? 'amber' : 'sprout',
        text: unmasked ? `${name} is kept. It ${unmasked}, so it cannot be masked in output.` : `${name} is kept.`,
      })
      onClose()
    },
  })
  const replaces = known.some(secret => secret.name === name && secret.scopes.some(each => each.scope === scope))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ name, scope, value })
  }
  return (
    <Dialog
      title={given === undefined ? 'Add a secret' : `Set ${given}`}
      describe={
        replaces
          ? 'The value that is there now is replaced and cannot be brought back.'
          : 'It is encrypted at once and never shown again.'
      }
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        {given === undefined && (
          <Field
            label="Name"
            placeholder="DATABASE_URL"
            help="As the tool finds it in its environment."
            autoFocus
            required
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={event => setName(event.currentTarget.value.trim())}
          />
        )}
        <ScopeField value={scope} onChoose={setScope} />
        {lines ? (
          <TextArea label="Value" mono required value={value} onChange={event => setValue(event.currentTarget.value)} />
        ) : (
          <Field
            label="Value"
            type="password"
            autoComplete="new-password"
            autoFocus={given !== undefined}
            required
            value={value}
            onChange={event => setValue(event.currentTarget.value)}
          />
        )}
        <Switch
          label="Several lines"
          help="A key file; it is visible while you paste it."
          on={lines}
          onSwitch={setLines}
        />
        {set.isError && (
          <p role="alert" className="text-rust">
            {problemFor(set.error).message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={set.isPending}>
            {replaces ? 'Replace it' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
